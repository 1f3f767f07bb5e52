import Foundation
import Glibc

/// Another mirror that leads each request first to an address of its own, and from there to another server of this machine.
struct RedirectingPeer {
    let origin: String
    private let child: Child

    private static let script = """
        import http.server, sys
        class Peer(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                rest = self.path.removeprefix("/here")
                self.send_response(302)
                self.send_header("Location", "/here" + rest if rest == self.path else sys.argv[1] + rest)
                self.end_headers()
        server = http.server.HTTPServer(("127.0.0.1", 0), Peer)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    init(to served: ServedMirror) async throws {
        let child = try Child(
            "/usr/bin/python3", ["-c", Self.script, served.origin], environment: served.program.environment)
        self.child = child
        try await eventually("a peer") { child.output.lineCount > 0 || child.hasEnded }
        origin = "http://127.0.0.1:" + child.output.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func end() { child.send(SIGTERM) }
}
