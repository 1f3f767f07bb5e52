import Foundation

/// Good pictures, broken in all the ways that a line, a disk or an enemy breaks them; always the same ones.
struct BrokenPictures: Sequence {
    private let good: [(name: String, bytes: [UInt8])]

    init(_ samples: PictureSamples) throws {
        // The large ones have more of the same.
        good = try samples.names.map { ($0, try samples.bytes($0)) }.filter { $0.1.count < 130_000 }
    }

    func makeIterator() -> IndexingIterator<[(name: String, bytes: [UInt8])]> {
        var random = Steps(state: 0x5EED)
        var broken: [(name: String, bytes: [UInt8])] = []
        for (name, bytes) in good {
            func add(_ how: String, _ bytes: [UInt8]) { broken.append(("\(name), \(how)", bytes)) }
            let half = bytes.count / 2
            add("its first half", Array(bytes[..<half]))
            add("all but its end", Array(bytes.dropLast(3)))
            add("its head", Array(bytes.prefix(24)))
            add("more behind it", bytes + bytes)
            add("zeros from its middle on", bytes[..<half] + [UInt8](repeating: 0, count: bytes.count - half))
            for other in ["GIF89a", "\u{7F}ELF", "RIFF"] {
                add("under another's name", Array(other.utf8) + bytes.dropFirst(6))
            }
            for count in [1, 3, 30] {
                var flipped = bytes
                for _ in 0..<count { flipped[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
                add("\(count) bits flipped", flipped)
            }
            // Numbers of the header are what sizes are made of.
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var changed = bytes
                let start = random.below(Swift.min(bytes.count, 200))
                for place in start..<Swift.min(start + 4, bytes.count) { changed[place] = value }
                add("\(value) from \(start) on", changed)
            }
            for (width, height) in [(0, 0), (0xFFFF, 0xFFFF), (1, 0xFFFF), (6_000, 6_000)] {
                if let sized = Self.sized(bytes, width, height) { add("said to be \(width)x\(height)", sized) }
            }
        }
        return broken.makeIterator()
    }

    /// The same bytes with another size in the header.
    private static func sized(_ bytes: [UInt8], _ width: Int, _ height: Int) -> [UInt8]? {
        var bytes = bytes
        func put(_ number: Int, at place: Int, _ isLittle: Bool) {
            bytes.replaceSubrange(
                place..<(place + 2),
                with: isLittle
                    ? [UInt8(number & 0xFF), UInt8(number >> 8)] : [UInt8(number >> 8), UInt8(number & 0xFF)])
        }
        switch bytes[0] {
        case 0xFF:
            guard
                let frame = (2..<bytes.count - 9).first(where: {
                    bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1])
                })
            else { return nil }
            put(height, at: frame + 5, false)
            put(width, at: frame + 7, false)
        case 0x89:
            put(width, at: 18, false)
            put(height, at: 22, false)
        case UInt8(ascii: "G"):
            put(width, at: 6, true)
            put(height, at: 8, true)
            guard let frame = (13..<bytes.count - 9).first(where: { bytes[$0] == 0x2C }) else { return nil }
            put(width, at: frame + 5, true)
            put(height, at: frame + 7, true)
        default: return nil
        }
        return bytes
    }

    /// Numbers that look like chance and are always the same.
    private struct Steps {
        var state: UInt64

        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }
}
