import Folder
import Glibc
import Testing

@testable import Transfer

/// What a public server names does not lead to this machine, nor into the home network.
@Suite struct AddressPolicyTests {
    @Test(
        "Numbers of this machine and of home networks are known for what they are",
        arguments: [
            ("127.0.0.1", true, true), ("127.255.255.254", true, true), ("0.0.0.0", true, true),
            ("0.1.2.3", true, true),
            ("::1", true, true), ("::", true, true), ("::ffff:127.0.0.1", true, true), ("::127.0.0.1", true, true),
            ("10.0.0.1", true, false), ("172.16.0.1", true, false), ("172.31.255.255", true, false),
            ("192.168.178.1", true, false), ("169.254.169.254", true, false), ("100.64.0.1", true, false),
            ("100.127.255.255", true, false), ("192.0.0.8", true, false), ("224.0.0.251", true, false),
            ("239.255.255.250", true, false), ("255.255.255.255", true, false), ("240.0.0.1", true, false),
            ("fe80::1", true, false), ("fe80::1%eth0", true, false), ("fec0::1", true, false), ("fc00::1", true, false),
            ("fd12:3456::1", true, false), ("ff02::1", true, false), ("::ffff:192.168.0.1", true, false),
            ("64:ff9b::10.0.0.1", true, false), ("64:ff9b:1::1", true, true), ("64:ff9b:1::10.0.0.1", true, false),
            ("2002:c0a8:0001::1", true, false),
            ("2002:7f00:0001::1", true, true), ("localhost", true, true), ("printer.localhost", true, true),
            ("8.8.8.8", false, false), ("172.15.255.255", false, false), ("172.32.0.1", false, false),
            ("192.167.255.255", false, false), ("192.169.0.1", false, false), ("100.63.255.255", false, false),
            ("100.128.0.1", false, false), ("169.253.0.1", false, false), ("11.0.0.1", false, false),
            ("198.18.0.1", false, false), ("223.255.255.255", false, false), ("192.0.2.1", false, false),
            ("2001:db8::1", false, false), ("2606:4700::6810", false, false), ("::ffff:8.8.8.8", false, false),
            ("64:ff9b::8.8.8.8", false, false), ("64:ff9b:1::8.8.8.8", false, false),
            ("2002:0808:0808::1", false, false), ("fb00::1", false, false),
        ])
    func numbers(text: String, isAtHome: Bool, isThisMachine: Bool) throws {
        let address = try #require(NetworkAddress(text))
        #expect(address.isAtHome == isAtHome)
        #expect(address.isThisMachine == isThisMachine)
    }

    @Test(arguments: ["science.nasa.gov", "localhost.example.org", "127.0.0.1.example.org", "", "1.2.3", "0x7f000001"])
    func `a name is no number`(name: String) {
        #expect(NetworkAddress(name) == nil)
    }

    /// However the number is written, or the name resolved: the connection is what counts.
    @Test(arguments: ["localhost", "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::ffff:127.0.0.1]"])
    func `a public server's address does not lead to this machine`(host: String) async throws {
        let server = try Server(["*": { connection, _ in connection.answer() }])
        for source in ["https://science.nasa.gov/apod", "https://clone.example.org/"] {
            let addressPolicy = AddressPolicy(source: source)
            let transfer = Transfer(userAgent: "tests", addressPolicy: addressPolicy)
            let url = "http://\(host):\(server.port)/a"
            let error = await failure { () throws(TransferError) in try await transfer.data(.get(url)) }
            guard case .atHome(_, let address, true) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(["127.0.0.1", "::1", "::ffff:127.0.0.1"].contains(address))
            #expect(error?.description.contains("an address of this machine") == true)
        }
        #expect(server.ledger.facts.accepted == 0, "nobody knocked")
    }

    @Test func `what was refused may be asked for by another transfer, over the same connections`() async throws {
        let server = try Server(["*": { connection, _ in connection.answer() }])
        let transfer = Transfer.forTests()
        for _ in 0..<3 { #expect(try await transfer.data(.get(server.url("/a"))).status == 200) }
        #expect(server.ledger.facts.accepted == 1)
    }

    @Test(
        "A source is at home by what its owner wrote",
        arguments: [
            "http://127.0.0.1:8095/x", "http://localhost:8095", "http://nas/planetary/apod", "http://nas.local/",
            "http://192.168.1.5:8095/", "http://[fd00::5]:8095/", "https://apod.home.arpa/x", "http://NAS.lan",
        ])
    func sourceAtHome(base: String) {
        #expect(AddressPolicy(source: base) == .everywhere)
    }

    @Test(arguments: [
        "https://science.nasa.gov/apod", "http://8.8.8.8/x", "https://apod.example.org", "http://lan.org/",
    ])
    func `any other may lead to the Internet, and to itself`(base: String) {
        guard case .publicServers(let name) = AddressPolicy(source: base) else {
            Issue.record("\(base) is at home")
            return
        }
        #expect(base.contains(name))
    }

    /// As where the names of a home are asked of a server at home: only that name may lead there.
    @Test func `a source whose name leads home may not lead to others at home`() async throws {
        let other = try Server(["*": { connection, _ in connection.answer() }])
        let target = "http://127.0.0.1:\(other.port)/b"
        let source = try Server(["*": { connection, _ in connection.answer(302, ["Location: \(target)"]) }])
        let transfer = Transfer(userAgent: "tests", addressPolicy: .publicServers(besides: "localhost"))
        let error = await failure { () throws(TransferError) in
            try await transfer.data(.get("http://localhost:\(source.port)/a"))
        }
        guard case .atHome(_, "127.0.0.1", true) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(source.ledger.facts.accepted == 1 && other.ledger.facts.accepted == 0)
    }

    @Test func `a server that was named leads to itself, and to no other port or name`() async throws {
        let other = try Server(["*": { connection, _ in connection.answer() }])
        let server = try Server([
            "/own": { connection, _ in connection.answer(302, ["Location: /end"]) },
            "/end": { connection, _ in connection.answer() },
            "/port": { connection, _ in connection.answer(302, ["Location: http://127.0.0.1:\(other.port)/b"]) },
            "/name": { connection, _ in connection.answer(302, ["Location: http://localhost:\(other.port)/b"]) },
            "/scheme": { connection, _ in connection.answer(302, ["Location: https://127.0.0.1:\(other.port)/b"]) },
        ])
        let transfer = Transfer(userAgent: "tests", addressPolicy: .namedServer)
        #expect(try await transfer.data(.get(server.url("/own"))).url == server.url("/end"))
        for path in ["/port", "/name", "/scheme"] {
            let error = await failure { () throws(TransferError) in try await transfer.data(.get(server.url(path))) }
            guard case .redirected(server.url(path), _) = error else {
                Issue.record("\(path): \(String(describing: error))")
                continue
            }
        }
        #expect(other.ledger.facts.accepted == 0, "nobody knocked")
    }

    @Test(arguments: [
        ("203.0.113.7", "203.0.113.200", "255.255.255.0", true), ("203.0.113.7", "203.0.114.7", "255.255.255.0", false),
        ("203.0.113.7", "203.0.113.7", "255.255.255.255", true), ("203.0.113.7", "8.8.8.8", "0.0.0.0", false),
        ("2001:db8:1:2::7", "2001:db8:1:2:3::9", "ffff:ffff:ffff:ffff::", true),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", "ffff:ffff:ffff:ffff::", false),
        ("203.0.113.7", "2001:db8::1", "255.255.255.0", false),
    ])
    func `numbers of the Internet may be those of a network at home`(
        own: String, other: String, mask: String, isIn: Bool
    ) throws {
        let (own, other) = (try #require(NetworkAddress(own)), try #require(NetworkAddress(other)))
        #expect(other.isInNetwork(of: own, try #require(NetworkAddress(mask))) == isIn)
    }

    @Test func `this machine knows its own numbers`() throws {
        #expect(try #require(NetworkAddress("127.3.2.1")).isInNetworkOfThisMachine)
        #expect(try !#require(NetworkAddress("198.51.100.1")).isInNetworkOfThisMachine)
    }

    @Test(arguments: [
        ("http://127.0.0.1:3128/", true), ("127.0.0.1:3128", true), ("socks5h://127.0.0.1:3128", true),
        ("http://[::1]:3128", false), ("http://127.0.0.1:3129", false), ("http://127.0.0.2:3128", false), ("", false),
    ])
    func `a proxy is known by its number and its port`(proxy: String, isThere: Bool) {
        let places = EnvironmentProxies.places(of: proxy)
        #expect(places.contains(NetworkAddress([127, 0, 0, 1], port: 3128)) == isThere)
    }

    @Test func `a connection to the environment's proxy leads nowhere by itself`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try Server(["*": { connection, _ in connection.answer(200, [], Array("proxied".utf8)) }])
            setenv("http_proxy", proxy.url("/"), 1)
            let transfer = Transfer(
                userAgent: "tests", addressPolicy: AddressPolicy(source: "https://clone.example.org"))
            let response = try await transfer.data(.get("http://science.nasa.gov/a"))
            guard String(decoding: response.body, as: UTF8.self) == "proxied" else { exit(1) }
            // What is written as a number is refused before the proxy is asked.
            for address in ["http://192.168.178.1/", "http://[fd00::1]/", "http://3232235777/", "http://%33232235777/"]
            {
                let error = await failure { () throws(TransferError) in try await transfer.data(.get(address)) }
                guard case .atHome(address, _, false) = error else { exit(2) }
            }
            for address in ["http://localhost/", "http://%30x7f000001/", "http://%32130706433/"] {
                let error = await failure { () throws(TransferError) in try await transfer.data(.get(address)) }
                guard case .atHome(address, _, true) = error else { exit(4) }
            }
            guard proxy.ledger.facts.requests.count == 1 else { exit(3) }
        }
    }
}

/// Only the beginning of an answer.
@Suite struct BeginningTests {
    private func request(_ url: String) -> Request {
        .get(url) {
            $0.maximumBytes = 512
            $0.takesBeginning = true
        }
    }

    @Test(arguments: [10, 511, 512, 513, 100_000, 5_000_000])
    func `no more of an answer is taken than was asked for`(size: Int) async throws {
        let body = pattern(size)
        let server = try Server(["*": { connection, _ in connection.answer(200, [], body) }])
        let response = try await Transfer.forTests().data(request(server.url("/a")))
        #expect(response.status == 200)
        #expect(response.body == Array(body.prefix(512)))
    }
}

/// A file that there may be no room for.
@Suite struct RoomTests {
    @Test func `room is asked for before the first byte, and with each megabyte`() async throws {
        let server = try Server(["*": { connection, _ in connection.answer(200, [], pattern(3_500_000)) }])
        let asked = Monitor<[Int64]>([])
        let file = ScratchFile()
        _ = try await Transfer.forTests().file(
            .get(server.url("/a")), to: file.descriptor,
            mayGrow: { bytes, length in
                asked.withLock { $0.append(bytes) }
                return length == 3_500_000
            })
        let steps = asked.withLock { $0 }
        #expect(steps.first == 0 && steps.count >= 4)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $1 - $0 < Transfer.growth })
    }

    @Test(arguments: [0, 1_500_000] as [Int64])
    func `without room the transfer ends, and writes no further`(room: Int64) async throws {
        let server = try Server(["*": { connection, _ in connection.answer(200, [], pattern(3_500_000)) }])
        let file = ScratchFile()
        let error = await failure { () throws(TransferError) in
            try await Transfer.forTests().file(
                .get(server.url("/a")), to: file.descriptor, mayGrow: { bytes, _ in bytes < room })
        }
        #expect(error == .noRoom(url: server.url("/a")))
        #expect(file.bytes.count < Int(room) + Int(Transfer.growth))
        if room == 0 { #expect(file.bytes.isEmpty) }
    }
}
