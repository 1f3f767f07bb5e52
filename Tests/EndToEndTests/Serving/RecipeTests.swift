import Foundation
import SampleNASA
import Testing

/// The recipes of docs/serve.md, as they stand there, but for addresses that a test cannot have.
@Suite(.needsBinary) struct RecipeTests {
    private static let publicURL = "https://apod.example.org"

    /// A proxy's answers must be the mirror's own, and its addresses those that the world knows.
    private func expectMirror(behind port: UInt16, of served: ServedMirror, _ proxy: Child) async throws {
        try await eventually("a proxy that listens") {
            if proxy.hasEnded { throw HarnessError("the proxy ended: \(proxy.errors.text)") }
            return (try? Connection(port: port)) != nil
        }
        let entry = try await ServedMirror.ask("/planetary/apod", at: port)
        #expect(entry.status == 200 && entry.text.contains("\"hdurl\":\"\(Self.publicURL)/"), "\(entry.text)")
        #expect(try await ServedMirror.ask("/", at: port).body == served.get("/").body)
        let part = try await ServedMirror.ask("/Today.jpg", at: port, headers: ["Range: bytes=0-9"])
        #expect(part.status == 206 && part.body.count == 10)
    }

    @Test(.needs(tool: "nginx")) func `nginx before it`() async throws {
        let served = try await ServedMirror.fresh(2, adding: ["--public-url", Self.publicURL])
        let (port, folder) = (try LastingPort.find(), served.program.folder)
        let server = try Recipe("nginx").blocks[0].replacing("443 ssl", with: "127.0.0.1:\(port)")
            .replacing("127.0.0.1:8095", with: served.address)
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \"\(folder)/\($0)\";" }
        try """
        daemon off; pid "\(folder)/pid"; error_log "\(folder)/errors"; events {}
        http { access_log off; \(places.joined(separator: " ")) \(server) }
        """.write(toFile: folder + "/nginx.conf", atomically: false, encoding: .utf8)
        let nginx = try Child(
            "/usr/sbin/nginx", ["-e", folder + "/errors", "-c", folder + "/nginx.conf"],
            environment: served.program.environment)
        defer { nginx.send(SIGTERM) }
        try await expectMirror(behind: port, of: served, nginx)
    }

    @Test(.needs(tool: "caddy")) func `Caddy before it`() async throws {
        let served = try await ServedMirror.fresh(2, adding: ["--public-url", Self.publicURL])
        let (port, folder) = (try LastingPort.find(), served.program.folder)
        // Without a name in the world there is no certificate for it.
        let site = try Recipe("Caddy").blocks[0].replacing("apod.example.org", with: "http://127.0.0.1:\(port)")
            .replacing("127.0.0.1:8095", with: served.address)
        try "{\n    admin off\n    auto_https off\n}\n\(site)".write(
            toFile: folder + "/Caddyfile", atomically: false, encoding: .utf8)
        let caddy = try Child(
            "/usr/bin/caddy", ["run", "--adapter", "caddyfile", "--config", folder + "/Caddyfile"],
            environment: served.program.environment)
        defer { caddy.send(SIGTERM) }
        try await expectMirror(behind: port, of: served, caddy)
    }

    @Test(.needs(tool: "gm")) func `a grey picture for a frame`() async throws {
        let served = try await ServedMirror.fresh(1)
        let line = try Recipe("An e-ink frame").blocks[0].replacing("nas.local:8095", with: served.address)
        let made = try await served.program.tool("sh", ["-euc", line])
        #expect(made.code == 0, "\(made.errors)")
        let told = try await served.program.tool("gm", ["identify", "-format", "%w %h %k %[type]", "frame.png"])
        let words = told.output.split(separator: " ")
        #expect(words.prefix(2) == ["800", "480"] && words.count >= 3 && (Int(words[2]) ?? .max) <= 16, "\(told)")
    }
}

/// Units of docs/serve.md, under a user's own systemd.
@Suite(.needsBinary, .needsSystemdBox, .needs(tool: "jq"), .serialized, .timeLimit(.minutes(15)))
struct ToldRecipeTests {
    @Test func `a word about each new picture`() async throws {
        let bench = try await ServiceBench()
        try await bench.box.shell("loginctl enable-linger anna")
        try await bench.box.eventually("anna's systemd", "[ -S /run/user/$(id -u anna)/systemd/private ]")
        let server = try await bench.serve(ServedDays.last(3), settings: "history: 3")
        defer { server.stop() }
        let blocks = try Recipe("ntfy").blocks
        try await bench.box.shell(
            """
            cat > /home/anna/sink.py <<'END'
            import http.server
            class Sink(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    words = self.rfile.read(int(self.headers["Content-Length"]))
                    open("/home/anna/told", "ab").write(words)
                    self.send_response(200)
                    self.end_headers()
            http.server.HTTPServer(("127.0.0.1", 8099), Sink).serve_forever()
            END
            systemd-run --uid anna --quiet /usr/bin/python3 /home/anna/sink.py
            """)
        try await bench.anna(
            """
            mkdir -p .config/systemd/user
            cat > .config/systemd/user/apod-told.path <<'END'
            \(blocks[0])
            END
            cat > .config/systemd/user/apod-told.service <<'END'
            \(blocks[1].replacing("https://ntfy.sh/MY-TOPIC", with: "http://127.0.0.1:8099/"))
            END
            systemctl --user daemon-reload
            systemctl --user enable --now apod-told.path
            apod-mirror setup --user
            """)
        try await bench.box.eventually(
            "a word about today's", "grep -qxF \"$(jq -r .title /home/anna/Pictures/APOD/Today.json)\" /home/anna/told")
    }
}
