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
