import Foundation
import Glibc
import SampleNASA

/// A real proxy before a served mirror, as docs/serve.md sets it up, but for addresses that a test cannot have.
struct Proxy {
    let port: UInt16
    private let child: Child

    /// - Parameter change: changes the lines of the page.
    static func nginx(before served: ServedMirror, change: (String) -> String = { $0 }) async throws -> Proxy {
        let (port, folder) = (try LastingPort.find(), served.program.folder + "/nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let server = try change(Recipe("nginx").blocks[0]).replacing("443 ssl", with: "127.0.0.1:\(port)")
            .replacing("127.0.0.1:8095", with: served.address)
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \"\(folder)/\($0)\";" }
        try """
        daemon off; pid "\(folder)/pid"; error_log "\(folder)/errors"; events {}
        http { access_log off; \(places.joined(separator: " ")) \(server) }
        """.write(toFile: folder + "/nginx.conf", atomically: false, encoding: .utf8)
        return try await Proxy(
            "/usr/sbin/nginx", ["-e", folder + "/errors", "-c", folder + "/nginx.conf"], at: port, before: served)
    }

    static func caddy(before served: ServedMirror) async throws -> Proxy {
        let (port, folder) = (try LastingPort.find(), served.program.folder)
        // Without a name in the world there is no certificate for it.
        let site = try Recipe("Caddy").blocks[0].replacing("apod.example.org", with: "http://:\(port)")
            .replacing("127.0.0.1:8095", with: served.address)
        try "{\n    admin off\n    auto_https off\n    default_bind 127.0.0.1\n}\n\(site)".write(
            toFile: folder + "/Caddyfile", atomically: false, encoding: .utf8)
        return try await Proxy(
            "/usr/bin/caddy", ["run", "--adapter", "caddyfile", "--config", folder + "/Caddyfile"], at: port,
            before: served)
    }

    /// Returns when it listens.
    private init(_ program: String, _ words: [String], at port: UInt16, before served: ServedMirror) async throws {
        let child = try Child(program, words, environment: served.program.environment)
        (self.port, self.child) = (port, child)
        try await eventually("a proxy that listens") {
            if child.hasEnded { throw HarnessError("the proxy ended: \(child.errors.text)") }
            return (try? Connection(port: port)) != nil
        }
    }

    func end() { child.send(SIGTERM) }
}
