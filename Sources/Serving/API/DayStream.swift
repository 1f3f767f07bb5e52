internal import Days
internal import MirrorTree

/// An array of days on its way to one client, made while it is sent: thirty years are never in memory, and of a day that a
/// client has in part only the place is held, since it may take hours for the rest.
///
/// A day that cannot be read costs only itself. Where the mirror goes away meanwhile, or a day becomes another while it is
/// sent, the connection is broken off. Used by one thread at a time.
final class DayStream {
    private let cache: MirrorCache
    private let origin: [UInt8]
    private let most: Int
    /// The next day, of the mirror as it is when the day before has been sent.
    private let nextDay: (Listing) -> Day?
    private let text: (Day, MirrorCache.Shown) -> AddressedText?

    private var begun = 0
    private var isOver = false
    private var current: (day: Day, tag: String, place: Int)?

    init(
        cache: MirrorCache, origin: String, most: Int, nextDay: @escaping (Listing) -> Day?,
        text: @escaping (Day, MirrorCache.Shown) -> AddressedText?
    ) {
        (self.cache, self.origin, self.most) = (cache, Array(origin.utf8), most)
        (self.nextDay, self.text) = (nextDay, text)
    }

    /// Fills the buffer, which has room for three bytes at least; 0 at the end, `nil` where the rest cannot be had.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard let shown = cache.shown else { return nil }
        var filled = 0
        func add(_ signs: StaticString) {
            signs.withUTF8Buffer { buffer[filled..<filled + $0.count].copyBytes(from: $0) }
            filled += signs.utf8CodeUnitCount
        }
        while !isOver, buffer.count - filled >= 3 {
            if let (day, tag, place) = current {
                guard let text = text(day, shown), text.tag == tag else { return nil }
                copy(text, of: day, from: place, into: buffer, &filled)
            } else if begun < most, let day = nextDay(shown.listing) {
                guard let text = text(day, shown) else { continue }
                add(begun == 0 ? "[" : ",")
                begun += 1
                copy(text, of: day, from: 0, into: buffer, &filled)
            } else {
                add(begun == 0 ? "[]\n" : "]\n")
                isOver = true
            }
        }
        return filled
    }

    private func copy(
        _ text: AddressedText, of day: Day, from place: Int, into buffer: UnsafeMutableRawBufferPointer,
        _ filled: inout Int
    ) {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        let count = text.copy(from: place, withOrigin: origin, into: room)
        filled += count
        current = count < room.count ? nil : (day, text.tag, place + count)
    }
}

// MARK: - Random days

/// The days from one to another in a random order, each of them once.
///
/// The order is computed from one number and nowhere stored: many clients that ask for random days and read slowly cost
/// no lists of days. A Feistel network permutes the places of a power of four; places behind the last day are passed
/// over.
struct RandomDays: Sequence, IteratorProtocol {
    private let oldest: Day
    private let count: UInt64
    private let seed: UInt64
    /// Half of the bits of a place.
    private let halfBits: UInt64
    private var place: UInt64 = 0

    init(_ days: ClosedRange<Day>, seed: UInt64 = .random(in: .min ... .max)) {
        oldest = days.lowerBound
        count = UInt64(days.upperBound.number - days.lowerBound.number) + 1
        let bits = UInt64(UInt64.bitWidth - (count - 1).leadingZeroBitCount)
        halfBits = Swift.max(1, (bits + 1) / 2)
        self.seed = seed
    }

    mutating func next() -> Day? {
        while place < 1 << (2 * halfBits) {
            let drawn = exchanged(place)
            place += 1
            if drawn < count { return oldest.advanced(by: Int(drawn)) }
        }
        return nil
    }

    private func exchanged(_ place: UInt64) -> UInt64 {
        let mask: UInt64 = 1 << halfBits - 1
        var (left, right) = (place >> halfBits, place & mask)
        for round in 0..<4 as Range<UInt64> {
            (left, right) = (right, left ^ mixed(right, round) & mask)
        }
        return left << halfBits | right
    }

    private func mixed(_ half: UInt64, _ round: UInt64) -> UInt64 {
        var bits = seed &+ (half << 3 | round) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
