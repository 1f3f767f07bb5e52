/// The objects that a day's title and story name.
public struct NamedObjects: Equatable, Sendable {
    /// Each once, in their order: those of the title come first.
    public var all: [SkyObject]
    /// How many of the first are what the picture is of: the title or the story's first sentence names them. The others
    /// are only mentioned.
    public var subjectCount: Int

    public init(title: String, story: String) {
        let subjects = SkyObject.found(in: "\(title)\n\(Self.firstSentence(of: story))")
        // The whole names the same objects first, and further ones.
        let others = SkyObject.found(in: story).filter { !subjects.contains($0) }
        all = subjects + others
        subjectCount = subjects.count
    }

    public var subjects: ArraySlice<SkyObject> { all.prefix(subjectCount) }

    /// The first sentence with its full stop; the whole story where none ends.
    static func firstSentence(of story: String) -> Substring {
        let bytes = Array(story.utf8)
        var word = 0
        for place in bytes.indices {
            if bytes[place] <= UInt8(ascii: " ") {
                word = place + 1
            } else if ".?!".utf8.contains(bytes[place]),
                place + 1 == bytes.count || bytes[place + 1] <= UInt8(ascii: " ")
            {
                // Dr. and St. end no sentence, nor does an initial.
                let isShort = place - word < 3 && bytes[word..<place].allSatisfy { ($0 | 0x20) > 0x60 }
                if bytes[place] == UInt8(ascii: "."), isShort, (0x41...0x5A).contains(bytes[word]) { continue }
                return story[..<story.utf8.index(story.startIndex, offsetBy: place + 1)]
            }
        }
        return story[...]
    }
}
