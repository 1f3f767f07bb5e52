/// A small generator whose numbers depend on nothing but its seed: the same date always paints the same picture.
struct Randomness: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// One stream for each purpose, so that a change to one leaves the others as they were.
    init(day: CalendarDay, purpose: UInt64) {
        state = Randomness.mixed(UInt64(bitPattern: Int64(day.ordinal)) &* 0x9E37_79B9_7F4A_7C15 ^ purpose)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Randomness.mixed(state)
    }

    /// From 0 up to but not including 1.
    mutating func unit() -> Float { Float(next() >> 40) / 16_777_216 }

    mutating func between(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }

    mutating func pick<Element>(_ choices: [Element]) -> Element { choices[Int(next() % UInt64(choices.count))] }

    static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
