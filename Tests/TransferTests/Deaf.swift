import Glibc

/// A listener whose queue is full: connecting to it gets no answer at all.
final class Deaf: Sendable {
    let port: UInt16
    private let descriptors: [CInt]

    init() throws {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        var descriptors = [listener]
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(listener, address, size) + listen(listener, 0) + getsockname(listener, address, &size)
                for _ in 0..<4 {
                    let client = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
                    _ = fcntl(client, F_SETFL, O_NONBLOCK)
                    connect(client, address, size)
                    descriptors.append(client)
                }
            }
        }
        self.descriptors = descriptors
        port = UInt16(bigEndian: address.sin_port)
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
