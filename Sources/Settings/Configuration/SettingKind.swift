internal import Days

/// The reason why a value is refused.
package enum SettingProblem: Error, Equatable {
    /// The value is not one of those allowed.
    case notAllowed
    /// The value has a fault, told as the rest of a sentence that starts with the value.
    case because(String)
}

/// How values of one type are read, written and explained.
struct SettingKind<Value>: Sendable {
    /// The word that stands for the value in help: `--keep SPAN`.
    let placeholder: String
    /// The allowed values in words, for help and errors.
    let allowed: String
    let read: @Sendable (JSON5Value, AbsolutePath) throws(SettingProblem) -> Value
    /// Writes text that reads back as the same value; empty for none.
    let write: @Sendable (Value) -> String
}

extension SettingKind {
    /// A kind whose values are one word each.
    private init(
        _ placeholder: String, _ allowed: String,
        word: @escaping @Sendable (String) throws(SettingProblem) -> Value?,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.placeholder = placeholder
        self.allowed = allowed
        read = { (value, _) throws(SettingProblem) in
            guard let text = value.word, let result = try word(text) else { throw .notAllowed }
            return result
        }
        self.write = write
    }
}

extension SettingKind<Source> {
    static let source = Self(
        "NAME[=URL]", "apod-basic, apod-basic=URL or planetary-apod=URL",
        word: { (text) throws(SettingProblem) in try Source(text) }, write: \.description)
}

extension SettingKind<History> {
    static let history = Self(
        "SPAN", "month, year, all, a number of days such as 90, or a date such as 2020-01-01", word: { History($0) },
        write: \.description)
}

extension SettingKind<Keep> {
    static let keep = Self(
        "SPAN", "forever, or a number of days such as 90", word: { Keep($0) }, write: \.description)
}

extension SettingKind where Value: RawRepresentable<String> & CaseIterable & Sendable {
    static var choice: Self {
        let words = Value.allCases.map(\.rawValue)
        let allowed = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return Self(words.joined(separator: "|"), allowed, word: { Value(rawValue: $0) }, write: \.rawValue)
    }
}

extension SettingKind<Int> {
    static let bytes = Self(
        "SIZE", "a number of bytes, or a text such as 200 MB", word: { ByteCount.read($0) },
        write: { ByteCount.text($0) })

    static func number(_ range: ClosedRange<Int>) -> Self {
        Self(
            "NUMBER", "a number from \(range.lowerBound) to \(range.upperBound)",
            word: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, write: \.description)
    }
}

extension SettingKind<Bool> {
    static let flag = Self(placeholder: "YES|NO", allowed: "yes or no") { (value, _) throws(SettingProblem) in
        switch value {
        case .flag(let flag): return flag
        case .text("yes"), .text("true"): return true
        case .text("no"), .text("false"): return false
        default: throw .notAllowed
        }
    } write: {
        $0 ? "yes" : "no"
    }
}

// MARK: - Amounts of bytes

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
