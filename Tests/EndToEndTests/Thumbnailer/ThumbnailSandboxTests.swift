import Foundation
import Testing

/// The cage is built inside the sandbox that systemd has built for the service: without one there is no answer.
@Suite(.needsThumbnailer, .needsSystemdBox, .serialized, .timeLimit(.minutes(15))) struct ThumbnailSandboxTests {
    /// Asks for a thumbnail as the daemon does, in the daemon's place.
    private static let script = """
        import os, socket, subprocess
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        child = subprocess.Popen(["/usr/libexec/apod-mirror/apod-mirror-thumbnailer"], stdin=there)
        there.close()
        assert here.recv(4096) == b"ready"
        picture, thumbnail = os.memfd_create("picture"), os.memfd_create("thumbnail")
        os.write(picture, bytes.fromhex(
            "47494638396101000100800000000000ffffff2c00000000010001000002024401003b"))
        socket.send_fds(here, [b"320"], [picture, thumbnail])
        answer = here.recv(4096).decode()
        here.close()
        print("answered:", answer, "ended:", child.wait(), flush=True)
        """
    private static let expected = "answered: made 1x1 ended: 0"

    private func askInItsPlace(_ bench: ServiceBench, _ folder: String) async throws {
        try await bench.box.shell(
            """
            cat > /usr/local/bin/ask <<'END'
            \(Self.script)
            END
            mkdir -p \(folder)
            printf '[Service]\\nType=exec\\nRestart=no\\nExecStart=\\nExecStart=/usr/bin/python3 /usr/local/bin/ask\\n' \
                > \(folder)/zz-ask.conf
            """)
    }

    @Test func `the machine's service can start it`() async throws {
        let bench = try await ServiceBench()
        #expect(try await bench.setUp("anna").code == 0)
        try await askInItsPlace(bench, "/etc/systemd/system/apod-mirror@anna.service.d")
        try await bench.box.shell("systemctl daemon-reload; systemctl restart \(ServiceBench.unit)")
        try await bench.box.eventually(
            "an answer", "journalctl --no-pager --output cat --unit \(ServiceBench.unit) | grep -q '^answered:'")
        #expect(try await bench.journal().contains(Self.expected))
    }

    @Test func `a user's own service can start it`() async throws {
        let bench = try await ServiceBench()
        try await bench.box.shell("loginctl enable-linger anna")
        try await bench.box.eventually("a systemd of anna's", "test -S /run/user/$(id -u anna)/systemd/private")
        try await askInItsPlace(bench, "/etc/systemd/user/apod-mirror.service.d")
        try await bench.anna("systemctl --user daemon-reload; systemctl --user restart apod-mirror.service")
        try await bench.box.eventually("an answer", "journalctl --no-pager --output cat | grep -q '^answered:'")
        #expect(try await bench.box.shell("journalctl --no-pager --output cat").contains(Self.expected))
    }
}
