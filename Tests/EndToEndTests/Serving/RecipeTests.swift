import Foundation
import SampleNASA
import Testing

/// The recipes of docs/serve.md, as they stand there, but for addresses that a test cannot have.
@Suite(.needsBinary) struct RecipeTests {
    private static let publicURL = "https://apod.example.org"

    /// A proxy's answers must be the mirror's own, and its addresses those that the world knows.
    private func expectMirror(behind proxy: Proxy, of served: ServedMirror) async throws {
        let entry = try await ServedMirror.ask("/planetary/apod", at: proxy.port)
        #expect(entry.status == 200 && entry.text.contains("\"hdurl\":\"\(Self.publicURL)/"), "\(entry.text)")
        #expect(try await ServedMirror.ask("/", at: proxy.port).body == served.get("/").body)
        let part = try await ServedMirror.ask("/Today.jpg", at: proxy.port, headers: ["Range: bytes=0-9"])
        #expect(part.status == 206 && part.body.count == 10)
    }

    @Test(.needs(tool: "nginx")) func `nginx before it`() async throws {
        let served = try await ServedMirror.fresh(2, adding: ["--public-url", Self.publicURL])
        let nginx = try await Proxy.nginx(before: served)
        defer { nginx.end() }
        try await expectMirror(behind: nginx, of: served)
    }

    @Test(.needs(tool: "caddy")) func `Caddy before it`() async throws {
        let served = try await ServedMirror.fresh(2, adding: ["--public-url", Self.publicURL])
        let caddy = try await Proxy.caddy(before: served)
        defer { caddy.end() }
        try await expectMirror(behind: caddy, of: served)
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
