internal import Folder
internal import HTTP
internal import Hashing

/// A text that is made once and sent to all clients that ask for it, with places where an address of this host stands: each
/// client gets it with the name by which that client calls the host.
final class AddressedText: Sendable {
    /// The text's pieces. The client's name of this host is sent between each two of them.
    private let parts: [[UInt8]]
    /// The media type, such as `application/json`.
    let type: String
    /// A hash of the text, for its ETag. Every process has the same one for the same text.
    let tag: String
    /// When the newest of the files that the text tells of was written, in seconds since 1970.
    let changed: Int
    /// The file that the text was made of; `nil` where it was made of several.
    let source: CachedAnswer.Source?
    /// The answer to clients that call this host as the first client did.
    private let ready = Monitor<(origin: String, answer: CachedAnswer)?>(nil)

    /// A longer text takes so long to send that a ready answer saves nothing.
    private static let mostReadyBytes = 1 << 16

    /// - Parameter parts: The text, cut wherever an address of this host begins.
    init(_ parts: [[UInt8]], type: String, changed: Int, of source: CachedAnswer.Source? = nil) {
        (self.parts, self.type, self.changed, self.source) = (parts, type, changed, source)
        tag = String(SHA256.hash(Array(parts.joined(separator: [0]))).prefix(16))
    }

    /// The length of the text without the addresses.
    var bytes: Int { parts.reduce(0) { $0 + $1.count } }

    func size(withOrigin origin: String) -> Int64 { Int64(bytes + (parts.count - 1) * origin.utf8.count) }

    /// Copies the text from a place on, as much as fits; returns 0 at its end.
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
    /// Sends the text, or says that the client has it already. Either way clients share its bytes: of a short text there is
    /// one ready answer, and other clients are sent the pieces of the text one after the other.
    func answer(
        to request: HTTPRequest, origin: String = "", _ headers: [(name: String, value: String)]
    ) -> HTTPAnswer? {
        let headers = [(name: "Content-Type", value: type)] + headers
        if let answer = readyAnswer(withOrigin: origin, headers) { return answer.answer(to: request) }
        let freshness = Freshness(self, origin: origin)
        return streamed(to: request, origin: origin, headers + freshness.headers, freshness)
    }

    private func readyAnswer(withOrigin origin: String, _ headers: [(name: String, value: String)]) -> CachedAnswer? {
        guard bytes <= Self.mostReadyBytes else { return nil }
        return ready.withLock { ready in
            if ready == nil {
                let whole = Array(parts.joined(separator: Array(origin.utf8)))
                let freshness = Freshness(self, origin: origin)
                ready = CachedAnswer(.bytes(whole), headers: headers, freshness: freshness).map { (origin, $0) }
            }
            return ready.flatMap { $0.origin == origin ? $0.answer : nil }
        }
    }

    private func streamed(
        to request: HTTPRequest, origin: String, _ headers: [(name: String, value: String)], _ freshness: Freshness
    ) -> HTTPAnswer? {
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
