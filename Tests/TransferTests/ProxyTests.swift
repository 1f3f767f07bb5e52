import Glibc
import Testing

@testable import Transfer

/// The environment belongs to the whole process: each of these runs in one of its own.
@Suite struct `The environment's proxy` {
    @Test func `is used`() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try Server(["*": { connection, _ in connection.answer(200, [], Array("proxied".utf8)) }])
            setenv("http_proxy", proxy.url("/"), 1)
            let response = try await Transfer.forTests().data(.get("http://apod.invalid/a"))
            guard String(decoding: response.body, as: UTF8.self) == "proxied",
                proxy.ledger.facts.paths() == ["http://apod.invalid/a"]
            else { exit(1) }
        }
    }

    @Test func `is not used for the hosts of no_proxy`() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try Server(["*": { connection, _ in connection.answer(502) }])
            let server = try Server(["/a": { connection, _ in connection.answer() }])
            setenv("http_proxy", proxy.url("/"), 1)
            let response = try await Transfer.forTests().data(.get(server.url("/a")))
            guard response.status == 200, proxy.ledger.facts.accepted == 0 else { exit(1) }
        }
    }

    @Test func `is asked for a tunnel, whose own answer is not taken for the server's`() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = try Server(["*": { connection, _ in connection.answer(403, ["X-A: proxy"]) }])
            setenv("https_proxy", proxy.url("/"), 1)
            let request = Request.get("https://apod.invalid/a") {
                $0.secretHeader = SecretHeader(name: "X-Api-Key", value: "s3cret")
            }
            let error = await failure { () throws(TransferError) in try await Transfer.forTests().data(request) }
            // To newer versions of curl there was no connection.
            switch error {
            case .broken, .unconnected: break
            default: exit(1)
            }
            guard let tunnel = proxy.ledger.facts.requests.first, tunnel.method == "CONNECT",
                tunnel.header("x-api-key") == nil
            else { exit(1) }
        }
    }
}
