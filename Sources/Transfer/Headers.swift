internal import Days

/// The headers of one answer; names ignore case, and repeated headers are joined with commas.
public struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    private var values: [String: String] = [:]

    /// All headers, with names in lower case.
    public var all: [String: String] { values }

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    public subscript(name: String) -> String? { values[name.lowercased()] }

    /// When the server made the answer, by its own clock, in seconds since 1970.
    public var date: Int? { self["date"].flatMap(HTTPDate.unixTime) }

    /// The seconds that the server asks to wait, by its own clock.
    ///
    /// - Parameter now: the time in seconds since 1970, where the server does not tell its own.
    public func retryAfter(now: Int? = nil) -> Int? {
        self["retry-after"].flatMap { HTTPDate.wait($0, now: date ?? now) }
    }

    mutating func add(_ name: String, _ value: String) {
        let key = name.lowercased()
        values[key] = values[key].map { "\($0), \(value)" } ?? value
    }

    var contentLength: Int64? { self["content-length"].flatMap { Int64(digits: $0) } }

    /// Whether the body is encoded, so that lengths, ranges and entity tag do not describe the bytes that arrive.
    var isEncoded: Bool { self["content-encoding"].map { $0.lowercased() != "identity" } ?? false }

    /// The value that ties a later request for the rest to this version. Weak tags (`W/…`) do not promise equal bytes,
    /// and nothing does for an encoded body.
    var validator: String? {
        if isEncoded { return nil }
        if let tag = strongTag { return tag }
        return self["last-modified"]
    }

    /// Whether an answer to `If-Range: validator` is about another version after all. A weak tag of the same name
    /// counts as another, since it promises less than the strong one of the first part.
    func contradicts(_ validator: String) -> Bool {
        if validator.hasPrefix("\"") { return self["etag"].map { $0 != validator } ?? false }
        return self["last-modified"].map { $0 != validator } ?? false
    }

    private var strongTag: String? {
        guard let tag = self["etag"], tag.hasPrefix("\"") else { return nil }
        return tag
    }
}

extension Int64 {
    /// Reads a length or offset as HTTP writes it: digits without a sign, so that it is never negative.
    init?(digits text: some StringProtocol) {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        self.init(text)
    }
}

/// An answer's status and headers as they come in, line by line.
struct Head {
    private(set) var status = 0
    private(set) var headers = Headers()
    /// Set by the empty line that ends the head. Later lines are trailers, which are ignored.
    private(set) var isComplete = false

    /// Takes one line with its line end; returns whether that line completed the head.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Bool {
        guard !isComplete else { return false }
        let text = String(decoding: line, as: UTF8.self).trimmed
        if text.hasPrefix("HTTP/") {
            // Another head follows a 1xx.
            self = Head()
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        } else if text.isEmpty {
            isComplete = status >= 200
        } else if let colon = text.firstIndex(of: ":") {
            headers.add(String(text[..<colon]), String(text[text.index(after: colon)...]).trimmed)
        }
        return isComplete
    }

    /// Whether the answer is a redirect that names its target.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && headers["location"] != nil }
}

extension String {
    fileprivate var trimmed: String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(self[first...last])
    }
}

/// A `Content-Range` header: `bytes 100-199/200`, `bytes 100-199/*`, or `bytes */200` in a refusal.
public struct ContentRange: Equatable {
    public var start: Int64?
    /// The length of the whole.
    public var length: Int64?

    public init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        start = Int64(digits: parts[0].prefix { $0 != "-" })
        length = Int64(digits: parts[1])
    }
}
