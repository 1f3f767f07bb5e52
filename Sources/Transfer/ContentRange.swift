/// A `Content-Range` header: `bytes 100-199/200`, `bytes 100-199/*`, or `bytes */200` in a refusal.
struct ContentRange: Equatable {
    var start: Int64?
    var length: Int64?

    init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        start = Int64(digits: parts[0].prefix { $0 != "-" })
        length = Int64(digits: parts[1])
    }
}
