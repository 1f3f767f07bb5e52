internal import Sky

/// The words of a title and a story as they are compared, each by a hash of 24 bits. Few of a hundred thousand words
/// collide, and a collision does not show.
package struct StoryTerms {
    /// The weight of each word in this text, without regard to its rarity among all.
    private(set) var weights: [Int32: Float] = [:]

    private var length: Float = 0

    init(title: String, story: String, objects: [SkyObject]) {
        add(story, 1)
        add(title, 2)
        for object in objects { add(Self.number(object.name.utf8), 3) }
        // A repeated word adds less each time, and less in a long text (BM25).
        let stretch = Self.saturation * (1 - Self.share + Self.share * length / Self.usualLength)
        weights = weights.mapValues { $0 * (Self.saturation + 1) / ($0 + stretch) }
    }

    private static let saturation: Float = 1.2
    private static let share: Float = 0.5
    /// The usual length of title, story and pairs of words.
    private static let usualLength: Float = 230

    private mutating func add(_ number: Int32, _ weight: Float) {
        weights[number, default: 0] += weight
        length += weight
    }

    /// Adds words, and pairs of adjacent words.
    private mutating func add(_ text: String, _ weight: Float) {
        var word: [UInt8] = []
        var last: Int32?
        func isEnd(_ byte: UInt8) -> Bool { byte < 0x80 && !(0x61...0x7A).contains(byte | 0x20) }
        for byte in Array(text.utf8) + [0] {
            if !isEnd(byte) {
                word.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
                continue
            }
            defer { word.removeAll(keepingCapacity: true) }
            // A single letter is no word: the s of "Cat's Eye" does not keep cat and eye from being a pair.
            guard word.count > 1 else { continue }
            Self.cutEnding(&word)
            guard !Self.common.contains(word) else { continue }
            let number = Self.number(word)
            add(number, weight)
            if let last { add(Self.number([last, number]), 0.4 * weight) }
            last = number
        }
    }

    /// Nebulas and galaxies become singular, nebulae are left alone.
    private static func cutEnding(_ word: inout [UInt8]) {
        let s = UInt8(ascii: "s")
        guard word.count > 3, word.last == s, word[word.count - 2] != s else { return }
        word.removeLast()
        if word.count > 4, word.suffix(2).elementsEqual("ie".utf8) {
            word.removeLast(2)
            word.append(UInt8(ascii: "y"))
        } else if word.count > 4, word.last == UInt8(ascii: "e"), "sxz".utf8.contains(word[word.count - 2]) {
            word.removeLast()
        }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int32 {
        folded(bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }

    private static func number(_ pair: [Int32]) -> Int32 {
        folded(pair.reduce(0x8422_2325_CBF2_9CE4) { ($0 ^ UInt64(UInt32(bitPattern: $1))) &* 0x9E37_79B9_7F4A_7C15 })
    }

    private static func folded(_ hash: UInt64) -> Int32 {
        Int32((hash ^ hash >> 24 ^ hash >> 41) & 0xFF_FFFF)
    }

    /// Words that every story uses, with their endings cut off.
    private static let common: Set<[UInt8]> = Set(
        """
        the an of in and to is are wa were be been by for with on at from as thi that it these those which ha have had not or \
        but can may also one two more most than into over about our we you your their they them hi her he she all some many \
        other such only just very even so no if when where while how what who why will would could should above below picture \
        pictured image explanation featured today tomorrow see here there shown visible seen near now then first last few each \
        between through during after before since until because however although though astronomy apod credit copyright doe \
        being it do did up out off
        """.split(separator: " ").map { Array($0.utf8) })
}
