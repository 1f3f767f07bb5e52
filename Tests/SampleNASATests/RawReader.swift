import Glibc

/// The reading side of a connection on which a request was sent.
final class RawReader {
    private static let mark = Array("\r\n\r\n".utf8)

    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    private var bytes: [UInt8] = []

    init() {
        // A server that says nothing for so long has failed, and must not hold the test for ever.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Reads until so much of the body is there.
    func awaitBody(_ count: Int) throws {
        while (start.map { bytes.count - $0 } ?? -1) < count {
            guard try readMore() else { throw RawClient.NoReply() }
        }
    }

    /// Reads until the server closes, as it was asked to.
    func reply() throws -> RawClient.Reply {
        while try readMore() {}
        guard let start else { throw RawClient.NoReply() }
        let head = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
        guard let status = head.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw RawClient.NoReply()
        }
        let fields = head.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
        let named = fields.filter { $0.count == 2 }.map { ($0[0].lowercased(), $0[1]) }
        return RawClient.Reply(
            status: status, headers: Dictionary(named) { _, last in last }, body: Array(bytes[start...]))
    }

    /// Where the body begins.
    private var start: Int? {
        bytes.indices.first { bytes[$0...].starts(with: Self.mark) }.map { $0 + Self.mark.count }
    }

    private func readMore() throws(RawClient.Reset) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == ECONNRESET, bytes.isEmpty { throw RawClient.Reset() }
        bytes += buffer.prefix(max(0, count))
        return count > 0
    }
}
