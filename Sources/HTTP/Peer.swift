internal import Glibc

/// The origin of a connection, by which connections are counted: an IPv4 address, or the first half of an IPv6 address.
/// That half is the network of one household, which has as many second halves as it likes.
struct Peer: Hashable, Sendable {
    private let network: UInt64
    private let isIPv6: Bool

    /// `nil` for a connection that comes from no address.
    init?(of socket: CInt) {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let bytes = withUnsafeMutableBytes(of: &address) { storage -> [UInt8] in
            let isKnown = storage.withMemoryRebound(to: sockaddr.self) { getpeername(socket, $0.baseAddress, &length) }
            return isKnown == 0 ? Array(storage.prefix(Int(length))) : []
        }
        self.init(address: bytes, family: CInt(address.ss_family))
    }

    /// - Parameter address: as the system writes it, family and port included.
    init?(address: [UInt8], family: CInt) {
        func number(_ place: Range<Int>) -> UInt64 { address[place].reduce(0) { $0 << 8 | UInt64($1) } }
        switch family {
        case AF_INET where address.count >= 8:
            (network, isIPv6) = (number(4..<8), false)
        case AF_INET6 where address.count >= 24:
            // An IPv4 client of a dual-stack socket is written as ::ffff:192.0.2.1.
            let isMapped = number(8..<16) == 0 && number(16..<20) == 0xFFFF
            (network, isIPv6) = isMapped ? (number(20..<24), false) : (number(8..<16), true)
        default: return nil
        }
    }
}
