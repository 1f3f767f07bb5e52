internal import Days

/// The days from one to another in a random order, each of them once.
///
/// The order is computed from one number and nowhere stored: many clients that ask for random days and read slowly cost
/// no lists of days. A Feistel network permutes the places of a power of four; places behind the last day are passed
/// over.
struct DrawnDays: Sequence, IteratorProtocol {
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
