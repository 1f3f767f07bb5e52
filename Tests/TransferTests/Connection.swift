import Glibc

/// A request as it came over the wire.
struct Received: Sendable {
    var method: String
    var path: String
    var headers: [String: String]
    /// Which connection brought it, counted from 1.
    var connection: Int

    func header(_ name: String) -> String? { headers[name.lowercased()] }
}

/// The server's end of one connection.
final class Connection: Sendable {
    let number: Int
    private let descriptor: CInt

    init(_ descriptor: CInt, number: Int) {
        self.descriptor = descriptor
        self.number = number
        // A client that says nothing for so long, or takes nothing, has failed, and must not hold the test for ever.
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        for direction in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, direction, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// The next request, or `nil` when the client has gone.
    func receive() -> Received? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = lines[0].split(separator: " ")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        return Received(method: String(words[0]), path: String(words[1]), headers: headers, connection: number)
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// A whole answer with its length.
    func answer(_ status: Int = 200, _ headers: [String] = [], _ body: [UInt8] = []) {
        // In one piece: a second one would wait for the client's delayed acknowledgement of the first.
        send(lines(status, headers + ["Content-Length: \(body.count)"]) + body)
    }

    func head(_ status: Int = 200, _ headers: [String] = []) { send(lines(status, headers)) }

    private func lines(_ status: Int, _ headers: [String]) -> [UInt8] {
        Array(((["HTTP/1.1 \(status) Whatever"] + headers).map { $0 + "\r\n" }.joined() + "\r\n").utf8)
    }

    /// Blocks until the client has closed the connection.
    func waitForEnd() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) > 0 {}
    }

    func hangUp() { shutdown(descriptor, CInt(SHUT_RDWR)) }
}
