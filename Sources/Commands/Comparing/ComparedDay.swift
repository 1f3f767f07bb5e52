internal import JSON
internal import MirrorTree

/// The facts that two mirrors can agree on about a day: its words, and what its picture is. Where the picture came
/// from, and when, is each mirror's own.
struct ComparedDay: Equatable, Sendable {
    var words: [String?]
    /// The picture's SHA-256; `nil` where there is no picture, or a page of ours that stands for one.
    var digest: String?
    /// Whether anything stands for the day: a picture, a video or a page.
    var isPresent: Bool

    init(_ metadata: Metadata, isPresent: Bool) {
        let mirror = metadata.mirror
        words = [
            metadata.title, metadata.explanation, metadata.mediaType.rawValue, metadata.copyright, mirror.credit,
            mirror.explanationHTML, mirror.alt, mirror.page,
        ]
        digest = mirror.picture.flatMap { $0.kind == .page ? nil : $0.sha256 }
        self.isPresent = isPresent
    }

    /// Reads a record of another mirror's answer; `nil` for a record that is no mirror's.
    init?(_ record: JSONValue) {
        guard let mirror = record["mirror"], case .object = mirror else { return nil }
        func text(_ value: JSONValue?) -> String? { value?.text }
        words = ["title", "explanation", "media_type", "copyright"].map { text(record[$0]) }
        words += ["credit", "explanation_html", "alt", "page"].map { text(mirror[$0]) }
        let picture = mirror["picture"]
        digest = text(picture?["kind"]) == "page" ? nil : text(picture?["sha256"])
        isPresent = picture != nil && ["present", "disputed"].contains(text(mirror["state"]))
    }
}

/// How a day differs between this mirror and another.
enum DayDifference: String, Encodable, Sendable, CaseIterable {
    case missingThere = "missing there"
    case missingHere = "missing here"
    case otherBytes = "other bytes"
    case otherWords = "other words"

    /// `nil` where both say the same. A difference in the picture counts before one in the words.
    init?(here: ComparedDay?, there: ComparedDay?) {
        switch (here?.isPresent == true ? here : nil, there?.isPresent == true ? there : nil) {
        case (nil, nil): return nil
        case (_?, nil): self = .missingThere
        case (nil, _?): self = .missingHere
        case (let here?, let there?) where here.digest != there.digest: self = .otherBytes
        case (let here?, let there?) where here.words != there.words: self = .otherWords
        case (_?, _?): return nil
        }
    }
}
