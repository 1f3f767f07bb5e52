internal import Days
internal import MirrorTree

/// Days on their way to one client, made while they are sent: thirty years are never in memory, and of a day that a client
/// has in part only the place is held, since it may take hours for the rest.
///
/// A day that cannot be read costs only itself. Where the mirror goes away meanwhile, or a day becomes another while it is
/// sent, the connection is broken off. Used by one thread at a time.
final class DayStream {
    /// The signs around the days.
    struct Frame {
        var opening: [UInt8]
        var separator: [UInt8]
        var closing: [UInt8]
    }

    private let cache: MirrorCache
    private let origin: [UInt8]
    private let frame: Frame
    private let most: Int
    /// The next day, of the mirror as it is when the day before has been sent.
    private let nextDay: (Listing) -> Day?
    private let text: (Day, MirrorCache.Shown) -> AddressedText?

    private var begun = 0
    private var isOver = false
    /// The signs that come before the current day.
    private var signs: ArraySlice<UInt8> = []
    private var current: (day: Day, tag: String, place: Int)?

    init(
        cache: MirrorCache, origin: String, _ frame: Frame, most: Int = .max, nextDay: @escaping (Listing) -> Day?,
        text: @escaping (Day, MirrorCache.Shown) -> AddressedText?
    ) {
        (self.cache, self.origin, self.frame, self.most) = (cache, Array(origin.utf8), frame, most)
        (self.nextDay, self.text) = (nextDay, text)
    }

    /// Fills the buffer; returns 0 at the end, `nil` where the rest cannot be had.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        guard let shown = cache.shown else { return nil }
        var filled = 0
        var made: AddressedText?
        while filled < buffer.count {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            if !signs.isEmpty {
                let part = signs.prefix(room.count)
                room.copyBytes(from: part)
                signs = signs.dropFirst(part.count)
                filled += part.count
            } else if let (day, tag, place) = current {
                guard let text = made ?? text(day, shown), text.tag == tag else { return nil }
                let count = text.copy(from: place, withOrigin: origin, into: room)
                filled += count
                current = count < room.count ? nil : (day, tag, place + count)
                made = nil
            } else if isOver {
                break
            } else if begun < most, let day = nextDay(shown.listing) {
                guard let text = text(day, shown) else { continue }
                signs = (begun == 0 ? frame.opening : frame.separator)[...]
                (current, made) = ((day, text.tag, 0), text)
                begun += 1
            } else {
                signs = ((begun == 0 ? frame.opening : []) + frame.closing)[...]
                isOver = true
            }
        }
        return filled
    }
}

// MARK: - Days in turn

extension DayStream {
    /// The days of a range one after the other, each that the mirror has when its turn comes.
    static func each(
        of range: ClosedRange<Day>, where isThere: @escaping (Listing, Day) -> Bool
    ) -> (Listing) -> Day? {
        var day = range.lowerBound
        return { listing in
            while day <= range.upperBound {
                defer { day = day.advanced(by: 1) }
                if isThere(listing, day) { return day }
            }
            return nil
        }
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
