internal import Words

/// An amount of bytes as people write it.
enum ByteCount {
    /// Reads `200000000`, `200 MB`, `1.5GB` and `1 GiB`; `nil` for everything else and for parts of a byte.
    static func read(_ text: String) -> Int? {
        let trimmed = text.drop { $0 == " " }
        let digits = trimmed.prefix { ("0"..."9").contains($0) || $0 == "." }
        let unit = trimmed.dropFirst(digits.count).filter { $0 != " " }.lowercased()
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard let scale = scales[unit], parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        guard let whole = parts.first.flatMap({ Int($0) }) else { return nil }
        let (bytes, overflow) = whole.multipliedReportingOverflow(by: scale)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return bytes }
        return fraction(parts[1], of: scale).flatMap { part in
            let (sum, overflow) = bytes.addingReportingOverflow(part)
            return overflow ? nil : sum
        }
    }

    /// The shortest text that reads back as the same number: `200 MB`, `1.5 GB`, `1234567`.
    static func text(_ count: Int) -> String {
        guard count >= 1_000 else { return String(count) }
        let rounded = Quantity.bytes(count)
        return read(rounded) == count ? rounded : exact(count)
    }

    private static func exact(_ count: Int) -> String {
        let unit = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)].first { count.isMultiple(of: $0.1) }
        return unit.map { "\(count / $0.1) \($0.0)" } ?? String(count)
    }

    /// The fraction of a unit in whole bytes: `.5` of a kilobyte is 500, `.0001` of it is `nil`.
    private static func fraction(_ digits: Substring, of scale: Int) -> Int? {
        guard digits.count <= 6, let value = Int(digits) else { return nil }
        let divisor = (0..<digits.count).reduce(1) { product, _ in product * 10 }
        let (product, overflow) = value.multipliedReportingOverflow(by: scale)
        return !overflow && product.isMultiple(of: divisor) ? product / divisor : nil
    }

    private static let scales: [String: Int] = [
        "": 1, "b": 1, "byte": 1, "bytes": 1,
        "k": 1_000, "kb": 1_000, "m": 1_000_000, "mb": 1_000_000, "g": 1_000_000_000, "gb": 1_000_000_000,
        "t": 1_000_000_000_000, "tb": 1_000_000_000_000,
        "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
    ]
}
