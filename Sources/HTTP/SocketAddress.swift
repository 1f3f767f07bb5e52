internal import Glibc

/// A network address and a port, as people write them: `127.0.0.1:8095`, `[::1]:8095`.
public struct SocketAddress: Equatable, Sendable, CustomStringConvertible {
    /// The IP address, without brackets.
    public let host: String
    public let port: UInt16

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads an address with a port, or a port alone, which means this machine only.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = UInt16(text) else { return nil }
            (host, self.port) = ("127.0.0.1", port)
            return
        }
        guard let port = UInt16(text[text.index(after: colon)...]) else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard Self.isNumeric(String(host)) else { return nil }
        self.host = String(host)
        self.port = port
    }

    /// Whether the text is an IP address and not a name.
    public static func isNumeric(_ host: String) -> Bool {
        var room = in6_addr()
        // C reads a text up to its first zero, whatever stands behind it.
        guard !host.utf8.contains(0) else { return false }
        return inet_pton(AF_INET, host, &room) == 1 || inet_pton(AF_INET6, host, &room) == 1
    }

    /// The bytes of an IP address: four, or sixteen; none of a name.
    private static func bytes(_ host: String) -> [UInt8] {
        var room = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, host, &room) == 1 { return Array(room.prefix(4)) }
        return inet_pton(AF_INET6, host, &room) == 1 ? room : []
    }

    /// Whether only this machine itself reaches a socket that listens there.
    public var isLoopback: Bool {
        let bytes = Self.bytes(host)
        return switch bytes.count {
        case 4: bytes[0] == 127
        case 16: bytes.prefix(8).allSatisfy { $0 == 0 } && (bytes[15] == 1 || bytes[12] == 127)
        default: false
        }
    }

    /// Whether other machines can reach this one by the address: it is neither loopback nor unspecified, also not as IPv6
    /// writes addresses of IPv4.
    public var isOfNetwork: Bool {
        let bytes = Self.bytes(host)
        return bytes.count == 4 ? bytes[0] != 0 && bytes[0] != 127 : bytes.prefix(8).contains { $0 != 0 }
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The local address of a connection, or of a socket that listens.
    static func local(_ socket: CInt) -> SocketAddress? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> SocketAddress? in
                guard getsockname(socket, pointer, &length) == 0 else { return nil }
                var host = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN) + 1)
                var port = [CChar](repeating: 0, count: 8)
                let flags = CInt(NI_NUMERICHOST | NI_NUMERICSERV)
                guard
                    getnameinfo(
                        pointer, length, &host, socklen_t(host.count), &port, socklen_t(port.count), flags) == 0
                else { return nil }
                let name = text(host)
                // A dual-stack socket writes the address of an IPv4 connection as ::ffff:192.0.2.1.
                let mapped = "::ffff:"
                let plain = name.hasPrefix(mapped) ? String(name.dropFirst(mapped.count)) : name
                return UInt16(text(port)).map { SocketAddress(host: plain, port: $0) }
            }
        }
    }
}
