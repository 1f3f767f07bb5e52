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
