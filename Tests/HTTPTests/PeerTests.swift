import Glibc
import Testing

@testable import HTTP

@Suite struct PeerTests {
    private func peer(_ host: String, port: UInt16 = 4_711) throws -> Peer? {
        var (four, six) = (in_addr(), in6_addr())
        let number = [UInt8(port >> 8), UInt8(truncatingIfNeeded: port)]
        if inet_pton(AF_INET, host, &four) == 1 {
            let address = withUnsafeBytes(of: four) { Array($0) }
            return Peer(address: [2, 0] + number + address + [UInt8](repeating: 0, count: 8), family: AF_INET)
        }
        try #require(inet_pton(AF_INET6, host, &six) == 1)
        let address = withUnsafeBytes(of: six) { Array($0) }
        return Peer(address: [10, 0] + number + [0, 0, 0, 0] + address + [0, 0, 0, 0], family: AF_INET6)
    }

    @Test(
        "An address is one peer, whatever port it comes from, and a household's network of IPv6 is one",
        arguments: [
            ("192.168.1.5", "192.168.1.5", true), ("192.168.1.5", "192.168.1.6", false),
            ("127.0.0.1", "127.0.0.2", false), ("192.168.1.5", "::ffff:192.168.1.5", true),
            ("::ffff:192.168.1.5", "::ffff:192.168.1.6", false), ("2001:db8::1", "2001:db8::2", true),
            ("2001:db8:0:1::1", "2001:db8:0:2::1", false), ("fe80::1", "fe80::2", true), ("::1", "::2", true),
            ("0.0.0.0", "::", false),
        ])
    func sameness(one: String, other: String, isSame: Bool) throws {
        let (first, second) = (try #require(try peer(one)), try #require(try peer(other, port: 80)))
        #expect((first == second) == isSame)
    }

    @Test(
        "The network around a peer has 256 addresses of IPv4, or is what a provider gives to one customer",
        arguments: [
            ("192.168.1.5", "192.168.1.250", true), ("192.168.1.5", "192.168.2.5", false),
            ("::ffff:192.168.1.5", "192.168.1.6", true), ("2001:db8:1:1::1", "2001:db8:1:ffff::1", true),
            ("2001:db8:1::1", "2001:db8:2::1", false), ("0.0.0.1", "::1", false),
        ])
    func network(one: String, other: String, isSame: Bool) throws {
        let (first, second) = (try #require(try peer(one)), try #require(try peer(other)))
        #expect((first.networkName == second.networkName) == isSame)
    }

    @Test func `what comes from no address is no peer`() {
        #expect(Peer(address: [1, 0], family: AF_UNIX) == nil)
        #expect(Peer(address: [], family: AF_INET) == nil)
        #expect(Peer(address: [2, 0, 0, 80, 127], family: AF_INET) == nil)
    }
}
