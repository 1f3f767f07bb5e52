extension Duration {
    /// Whole milliseconds for curl, at least one, because zero means no limit there.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(min(seconds, 2_000_000)) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// The duration as sentences have it: `20 s`, `0.25 s`.
    var sentence: String {
        let (seconds, thousandths) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        guard thousandths > 0 else { return "\(seconds) s" }
        var fraction = String(String(1_000 + thousandths).dropFirst())
        while fraction.last == "0" { fraction.removeLast() }
        return "\(seconds).\(fraction) s"
    }
}
