internal import Days
internal import Markup
internal import Words

/// News of the morning below a story: "Follow APOD on: …", "Tomorrow's picture: …". They are the page's, not the picture's.
///
/// The page sets them apart, by a blank line and bold words or by centring them; that is what is gone by. A second net
/// are words that no story has.
enum Notice {
    /// Whether the story ends where this paragraph of a page begins.
    static func begins(_ paragraph: Fragment.Paragraph) -> Bool {
        guard paragraph.isCentred || !paragraph.label.isEmpty else { return false }
        if paragraph.text.utf8.count > mostBytes { return false }
        return paragraph.label.isEmpty || !isStory(paragraph.label, paragraph.text)
    }

    /// Whether the story ends behind this gap in plain text, where bold words can no longer be told: a few words and a
    /// colon begin what is left.
    static func begins(_ text: String, after gap: GappedText.Gap) -> Bool {
        let bytes = Array(text.utf8)
        let rest = bytes[gap.offset...]
        guard rest.count <= mostBytes, let label = label(of: rest) else { return false }
        let told = String(decoding: rest, as: UTF8.self)
        // Before what speaks of APOD itself the last full stop may have been forgotten.
        let isBehindSentence = bytes[..<gap.offset].last { $0 != UInt8(ascii: " ") }?.endsSentence ?? true
        guard isBehindSentence || told.contains(words: "APOD") else { return false }
        let isWide = gap.width > 2
        return !isStory(label, told) && (isWide ? words(of: label).count <= 9 : isHeading(label))
    }

    /// Where words begin that belong to no story, however they stand there; `nil` without any.
    static func offset(in text: String) -> Int? {
        (phrases.compactMap { text.offset(of: $0) } + [lead(in: text)].compactMap(\.self)).min()
    }

    /// A longer paragraph with a bold beginning, or in the middle, is more likely a story's than a notice: the longest
    /// known has 268 letters.
    private static let mostBytes = 300

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

    /// What the editors add to a story, under a label of its own.
    private static let ownLabels = Set(
        [
            "note", "editor's note", "eds. note", "ed.'s note", "update", "correction", "apologies", "disclosure",
            "discussion consensus", "answer", "hint", "extra credit", "note added in 2010", "explanation",
        ].map(plain))

    private static func plain(_ label: String) -> String {
        label.split { ":\u{2019} ".contains($0) }.joined(separator: " ")
    }

    /// A note that speaks of APOD itself is none of the picture's, nor is a headline: those have no full stop.
    private static func isStory(_ label: String, _ told: String) -> Bool {
        let plain = plain(label.lowercased())
        guard plain == "note" else { return ownLabels.contains(plain) }
        return !told.contains(words: "APOD") && told.utf8.last?.endsSentence == true
    }

    /// What stands in front of the first colon, when that could be a heading: no end of a sentence lies in between.
    private static func label(of bytes: ArraySlice<UInt8>) -> String? {
        let head = bytes.prefix(80)
        guard let colon = head.firstIndex(of: UInt8(ascii: ":")), colon > head.startIndex else { return nil }
        let behind = bytes.dropFirst(colon - bytes.startIndex + 1).first
        guard behind == UInt8(ascii: " ") || behind == nil,
            !head[..<colon].dropLast().contains(where: { ";?!".utf8.contains($0) })
        else { return nil }
        return String(decoding: head[..<colon], as: UTF8.self)
    }

    /// "Weekend Watch", and not "In the nebula's very center lies a pulsar".
    private static func isHeading(_ label: String) -> Bool {
        let words = words(of: label)
        guard words.count <= 6 else { return false }
        if label.contains(words: "APOD") { return true }
        return words.allSatisfy { word in
            word.utf8.count < 4 || word.first.map { $0.isUppercase || $0.isNumber } ?? false
                || smallWords.contains(word.lowercased())
        }
    }

    /// Of headings whose first word alone is capital.
    private static let smallWords: Set<String> = [
        "watch", "images", "eclipse", "times", "visibility", "space", "news", "flash", "gallery", "updates", "note",
    ]

    private static func words(of label: String) -> [Substring] {
        label.split(separator: " ")
    }
}

extension UInt8 {
    fileprivate var endsSentence: Bool { ".?!:)\"'\u{201D}\u{2019}".utf8.contains(self) }
}
