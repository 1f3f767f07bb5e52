internal import Days
internal import Markup

/// Notices below a story: "Follow APOD on: …", "Tomorrow's picture: …". They belong to the page, not to the picture.
///
/// The page sets notices apart by a blank line and bold words or by centring them, and they are recognised by that.
/// Phrases that no story has are a second test.
enum StoryNotice {
    /// Whether this paragraph of a page is a notice, so that the story ends before it.
    static func begins(_ paragraph: Fragment.Paragraph) -> Bool {
        guard paragraph.isCentred || !paragraph.label.isEmpty else { return false }
        if paragraph.text.utf8.count > mostBytes { return false }
        return paragraph.label.isEmpty || !isStory(paragraph.label, paragraph.text)
    }

    /// The offset behind the first gap in plain text at which a notice begins; `nil` without one. Bold words are lost
    /// there: a notice begins with a few words and a colon, or is a headline.
    static func offset(in text: String, behind gaps: [GappedText.Gap]) -> Int? {
        let bytes = Array(text.utf8)
        return gaps.indices.first { begins(bytes, after: gaps[$0], before: gaps[($0 + 1)...]) }.map { gaps[$0].offset }
    }

    private static func begins(
        _ bytes: [UInt8], after gap: GappedText.Gap, before others: ArraySlice<GappedText.Gap>
    ) -> Bool {
        let rest = bytes[gap.offset...]
        guard rest.count <= mostBytes else { return false }
        let told = String(decoding: rest, as: UTF8.self)
        let isBehindSentence = isSentence(bytes[..<gap.offset])
        guard let label = label(of: rest) else {
            let isLast = !others.contains { isSentence(bytes[gap.offset..<$0.offset]) }
            return isLast && isBehindSentence && isHeadline(told)
        }
        // A sentence that ends before the next gap is the story's last: "… by  The World At Night.   Follow APOD:"
        let end = gap.offset + label.utf8.count
        guard !others.contains(where: { $0.offset < end && isSentence(bytes[gap.offset..<$0.offset]) }) else {
            return false
        }
        // In front of a notice the last full stop may be missing: behind a headline, and one about APOD itself.
        guard isBehindSentence || told.contains(words: "APOD") || !isSentence(rest) && isHeading(label) else {
            return false
        }
        let isWide = gap.width > 2
        return !isStory(label, told) && (isWide ? label.split(separator: " ").count <= 9 : isHeading(label))
    }

    private static func isSentence(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        bytes.last { $0 != UInt8(ascii: " ") }?.endsSentence ?? true
    }

    /// Whether the last line is a headline, "Opportunity Lands on Mars": it has no full stop, and capitals throughout
    /// where it does not speak of APOD itself. A story that lost its last words has no full stop either.
    private static func isHeadline(_ line: String) -> Bool {
        guard line.utf8.count <= longestHeadline, line.utf8.last?.endsSentence == false else { return false }
        return line.contains(words: "APOD") || line.split(separator: " ").count > 2 && isTitled(line)
    }

    /// The offset of a phrase that no story has, however it stands there; `nil` without one.
    static func offset(in text: String) -> Int? {
        (phrases.compactMap { text.offset(of: $0) } + [lead(in: text)].compactMap(\.self)).min()
    }

    /// The longest notice. A longer paragraph with a bold beginning, or in the middle, is more likely a story's: the
    /// longest known notice has 268 letters.
    private static let mostBytes = 300

    private static let longestHeadline = 90

    private static let phrases = [
        "Tomorrow's picture:", "Tomorrow's Picture:", "Next picture:", "Tomorrow's answer:",
        "APOD's main NASA site is moving",
        "APOD's email for image submissions has changed", "We keep an archive file.",
        "We keep an archive of previous Astronomy Pictures", "We keep an archive of Astronomy Pictures",
        "Astronomy Picture of the Day is brought to you by", "Follow APOD on", "Latest APOD Featuring this Image:",
        "< Archive | Index", "< | Archive | Submissions",
    ]

    /// A known label that begins a sentence with no gap before it, near the end.
    private static func lead(in text: String) -> Int? {
        let from = max(0, text.utf8.count - mostBytes)
        let tail = String(decoding: text.utf8.dropFirst(from), as: UTF8.self)
        return leads.compactMap { label in
            ends.compactMap { end in tail.offset(of: "\(end) \(label)").map { $0 + end.utf8.count + 1 } }.min()
        }.min().map { $0 + from }
    }

    private static let ends = [".", "?", "!", ")", "\""]
    private static let leads = [
        "Retrospective:", "News: ", "Watch: ", "Participate: ", "Growing Gallery: ", "Gallery: ",
    ]

    /// Labels of the editors' additions to a story.
    private static let ownLabels = Set(
        [
            "note", "editor's note", "eds. note", "ed.'s note", "update", "correction", "apologies", "disclosure",
            "discussion consensus", "answer", "hint", "extra credit", "note added in 2010", "explanation",
        ].map(plain))

    private static func plain(_ label: String) -> String {
        label.split { ":\u{2019} ".contains($0) }.joined(separator: " ")
    }

    /// Whether a labelled paragraph is the story's. A note about APOD itself is not, nor is a headline, which has no
    /// full stop.
    private static func isStory(_ label: String, _ told: String) -> Bool {
        let plain = plain(label.lowercased())
        if isExercise(plain, told.dropFirst(label.count)) { return true }
        guard plain == "note" else { return ownLabels.contains(plain) }
        return !told.contains(words: "APOD") && told.utf8.last?.endsSentence == true
    }

    /// Whether a paragraph asks the reader something about the picture: "Challenge: Can you identify …?" A name in place
    /// of a request leads to a quiz elsewhere.
    private static func isExercise(_ label: String, _ told: Substring) -> Bool {
        let last = label.split { !$0.isLetter }.last { !["really", "hard"].contains($0) }
        guard let last, exercises.contains(last), let end = told.firstIndex(of: "?") else { return false }
        let question = told[..<end].split { " :".contains($0) }
        return question.first.map { questionWords.contains($0.lowercased()) } ?? false
    }

    private static let exercises: Set<Substring> = ["challenge", "quiz", "mystery", "imagine"]
    private static let questionWords: Set<String> = ["can", "what", "which", "how"]

    /// The text in front of the first colon, if it could be a heading: no sentence ends in it.
    private static func label(of bytes: ArraySlice<UInt8>) -> String? {
        let head = bytes.prefix(80)
        guard let colon = head.firstIndex(of: UInt8(ascii: ":")), colon > head.startIndex else { return nil }
        let behind = bytes.dropFirst(colon - bytes.startIndex + 1).first
        guard behind == UInt8(ascii: " ") || behind == nil,
            !head[..<colon].dropLast().contains(where: { ";?!".utf8.contains($0) })
        else { return nil }
        return String(decoding: head[..<colon], as: UTF8.self)
    }

    /// Whether a label looks like "Weekend Watch", and not like "In the nebula's very center lies a pulsar".
    private static func isHeading(_ label: String) -> Bool {
        guard label.split(separator: " ").count <= 6 else { return false }
        return label.contains(words: "APOD") || isTitled(label)
    }

    /// Whether all longer words have capitals.
    private static func isTitled(_ text: String) -> Bool {
        text.split(separator: " ").allSatisfy { word in
            word.utf8.count < 4 || word.first.map { $0.isUppercase || $0.isNumber } ?? false
                || smallWords.contains(word.lowercased())
        }
    }

    /// Lower-case words of headings in which only the first word is capitalised.
    private static let smallWords: Set<String> = [
        "watch", "images", "eclipse", "times", "visibility", "space", "news", "flash", "gallery", "updates", "note",
        "with", "from",
    ]
}

extension UInt8 {
    fileprivate var endsSentence: Bool { ".?!:)\"'\u{201D}\u{2019}".utf8.contains(self) }
}
