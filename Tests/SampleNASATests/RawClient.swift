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
    /// The connection was cut off before the first byte, not closed.
    struct Reset: Error {}

    let port: UInt16

    init(_ server: SampleNASA) { port = server.port }

    func get(_ target: String, _ headers: [String: String] = [:], userAgent: String? = "test") throws -> Reply {
        try ask(target, headers, userAgent: userAgent).reply()
    }

    /// Sends a request and waits for nothing, so that a test can do something before it reads.
    func ask(_ target: String, _ headers: [String: String] = [:], userAgent: String? = "test") throws -> RawReader {
        var lines = headers.map { "\($0.key): \($0.value)" } + ["Host: 127.0.0.1", "Connection: close"]
        if let userAgent { lines.append("User-Agent: \(userAgent)") }
        let request = "GET \(target) HTTP/1.1\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n"
        let reader = RawReader()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(reader.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let bytes = Array(request.utf8)
        guard connected == 0, send(reader.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 else {
            throw NoReply()
        }
        return reader
    }
}
