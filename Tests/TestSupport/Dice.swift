import Foundation

/// The same numbers for the same seed.
public struct Dice: RandomNumberGenerator, Sendable {
    public let seed: UInt64
    private var state: UInt64

    public init(seed: UInt64) { (self.seed, state) = (seed, seed) }

    /// By the seed that APOD_TESTS_SEED names, else by any.
    public init() {
        let given = ProcessInfo.processInfo.environment["APOD_TESTS_SEED"].flatMap { UInt64($0) }
        self.init(seed: given ?? .random(in: 0 ... .max))
    }

    public static func thrown(for what: String) -> Dice {
        let dice = Dice()
        print("seed \(dice.seed) for \(what) (APOD_TESTS_SEED repeats it)")
        return dice
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &self) }
}
