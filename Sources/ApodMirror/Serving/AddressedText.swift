internal import HTTP
internal import Hashing

/// A text that is made once and sent to all clients that ask for it, with places where an address of this host stands: each
/// client gets it with the name by which that client calls the host.
final class AddressedText: Sendable {
    /// The text's pieces. The client's name of this host is sent between each two of them.
    private let parts: [[UInt8]]
    /// What it is: `application/json`.
    let type: String
    /// A hash of the text, for its ETag. Every process has the same one for the same text.
    let tag: String
    /// When the newest of the files that the text tells of was written, in seconds since 1970.
    let changed: Int
    /// The file that the text was made of; `nil` where it was made of several.
    let source: CachedAnswer.Source?

    /// - Parameter parts: The text, cut wherever an address of this host begins.
    init(_ parts: [[UInt8]], type: String, changed: Int, of source: CachedAnswer.Source? = nil) {
        (self.parts, self.type, self.changed, self.source) = (parts, type, changed, source)
        tag = String(SHA256.hash(Array(parts.joined(separator: [0]))).prefix(16))
    }

    /// How much memory it takes.
    var bytes: Int { parts.reduce(0) { $0 + $1.count } }

    func size(withOrigin origin: String) -> Int64 { Int64(bytes + (parts.count - 1) * origin.utf8.count) }

    /// Copies what stands from a place on, as much as fits; nothing of it at its end.
    ///
    /// - Parameter origin: The name by which the client calls this host.
    func copy(from place: Int, withOrigin origin: [UInt8], into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var (skipped, filled) = (0, 0)
        func add(_ bytes: [UInt8]) {
            let start = place + filled - skipped
            skipped += bytes.count
            guard start >= 0, start < bytes.count, filled < buffer.count else { return }
            let rest = bytes[start...].prefix(buffer.count - filled)
            rest.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: $0) }
            filled += rest.count
        }
        for (number, part) in parts.enumerated() {
            if number > 0 { add(origin) }
            add(part)
        }
        return filled
    }
}

extension AddressedText {
    /// Sends the text, or says that the client has it already.
    func answer(
        to request: HTTPRequest, origin: String = "", _ headers: [(name: String, value: String)]
    ) -> HTTPAnswer? {
        let freshness = Freshness(self, origin: origin)
        let headers = [(name: "Content-Type", value: type)] + headers + freshness.headers
        if freshness.isKnown(to: request) { return HTTPAnswer(304, headers: headers, body: .bytes([])) }
        let name = Array(origin.utf8)
        var place = 0
        let body = HTTPAnswer.Body.stream(size: size(withOrigin: origin)) { buffer in
            let count = self.copy(from: place, withOrigin: name, into: buffer)
            place += count
            return count
        }
        return HTTPAnswer(200, headers: headers, body: body)
    }
}
