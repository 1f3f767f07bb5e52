import FoundationEssentials
import Glibc
import SampleNASA

/// A client that hides nothing: it shows what came over the wire, byte by byte, also where that breaks the protocol.
struct RawClient {
    struct Reply {
        let status: Int
        /// Names in lower case.
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: Data(body))
        }
    }

    struct NoReply: Error {}

    let port: UInt16

    init(_ server: SampleNASA) { port = server.port }

    /// Reads until the server closes, as it was asked to.
    func get(_ target: String, _ headers: [String: String] = [:], userAgent: String? = "test") throws -> Reply {
        var lines = headers.map { "\($0.key): \($0.value)" } + ["Host: 127.0.0.1", "Connection: close"]
        if let userAgent { lines.append("User-Agent: \(userAgent)") }
        let request = "GET \(target) HTTP/1.1\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n"
        let bytes = try exchange(Array(request.utf8))
        let mark = Array("\r\n\r\n".utf8)
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else { throw NoReply() }
        let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        guard let status = head.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw NoReply()
        }
        let fields = head.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
        let named = fields.filter { $0.count == 2 }.map { ($0[0].lowercased(), $0[1]) }
        return Reply(
            status: status, headers: Dictionary(named) { _, last in last },
            body: Array(bytes[(end + mark.count)...]))
    }

    private func exchange(_ request: [UInt8]) throws -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0, send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) > 0 else {
            throw NoReply()
        }
        var reply = [UInt8]()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return reply }
            reply += buffer[..<count]
        }
    }
}
