import Foundation
import SampleNASA
import Testing

/// The service at work, under a real systemd.
@Suite(.needsBinary, .needsSystemdBox, .serialized, .timeLimit(.minutes(15))) struct ServiceRunTests {
    private static let mirror = "/srv/APOD"

    /// A running service of three days, all of them there.
    private func running(_ bench: ServiceBench) async throws -> SampleNASA {
        let server = try await bench.serve(ServedDays.last(3), settings: "history: 3")
        let ended = try await bench.setUp("anna", "--mirror", Self.mirror)
        guard ended.code == 0 else { throw HarnessError("setup ended with \(ended.code): \(ended.lastWords)") }
        _ = try await bench.picture(of: ServedDays.ago(2), in: Self.mirror)
        return server
    }

    private func link(_ picture: String, _ bench: ServiceBench) async throws {
        try await bench.anna("ln -s \"\(picture)\" \(Self.mirror)/favorites/")
    }

    @Test func `a link that the user drops becomes a favorite`() async throws {
        let bench = try await ServiceBench()
        let server = try await running(bench)
        defer { server.stop() }
        let picture = try await bench.picture(of: ServedDays.ago(1), in: Self.mirror)
        try await link(picture, bench)
        try await bench.awaitFavorite(ServedDays.ago(1), in: Self.mirror)
        let name = (picture as NSString).lastPathComponent
        try await bench.box.eventually(
            "a relative link", "test \"$(readlink \"\(Self.mirror)/favorites/\(name)\")\" != \"\(picture)\"")
        try await bench.box.eventually(
            "a word in the status", "systemctl show -P StatusText \(ServiceBench.unit) | grep -q '1 favorite'")
    }

    @Test func `a stop in the middle of a large film keeps what has come, and the next start goes on`() async throws {
        let bench = try await ServiceBench()
        let size = 190_000_000
        let server = try await bench.serve(ServedDays.last(1), settings: "history: 1")
        defer { server.stop() }
        let film = Video(file: "film.mp4", folder: "sample", width: 1280, height: 720, bytes: size)
        server.show(.video(film, poster: try #require(server.day(ServedDays.today)?.picture)), on: ServedDays.today)
        server.setFault(.slow(bytesPerSecond: 2_500_000), for: .media(ServedDays.today))
        #expect(try await bench.setUp("anna", "--mirror", Self.mirror).code == 0)
        let part = "\(Self.mirror)/.apod-mirror/incoming/\(ServedDays.today).part"
        try await bench.box.eventually("a part of the film", "test $(stat --format %s '\(part)') -ge 2000000")

        try await bench.box.shell("systemctl stop \(ServiceBench.unit)")
        // Of its own accord: not killed when its time was over.
        #expect(try await bench.property("Result") == "success")
        #expect(try await bench.property("ExecMainStatus") == "0")
        let kept = try #require(Int(try await bench.box.shell("stat --format %s '\(part)'")))
        #expect(kept >= 2_000_000 && kept < size)

        server.clearFaults()
        server.clearRequests()
        try await bench.box.shell("systemctl start \(ServiceBench.unit)")
        let path = try await bench.picture(of: ServedDays.today, in: Self.mirror)
        #expect(try Data(contentsOf: URL(filePath: bench.box.disk + path)) == Data(server.video(for: ServedDays.today)))
        let asked = server.requests.filter { $0.path.hasSuffix("film.mp4") }
        #expect(asked.map(\.range) == ["bytes=\(kept)-"])
        #expect(asked.map(\.status) == [206])
    }

    @Test func `the journal knows what matters how much`() async throws {
        let bench = try await ServiceBench()
        #expect(try await bench.setUp("anna", "--mirror", Self.mirror).code == 0)
        let line = "journalctl --unit \(ServiceBench.unit) --identifier apod-mirror --output json --no-pager"
        try await bench.box.eventually("a warning", "\(line) --priority 0..4 | grep -q 'cannot be reached'")
        let lines = try await bench.box.shell(line).split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let texts = lines.map { ($0["PRIORITY"] as? String, $0["MESSAGE"] as? String ?? "") }
        #expect(texts.contains { $0.0 == "6" && $0.1.contains("keeps \(Self.mirror)") })
        #expect(texts.allSatisfy { !$0.1.hasPrefix("<") })
    }

    @Test(arguments: ["/srv/APOD", "/home/anna/Pictures/APOD"])
    func `a root that is renamed away and back is taken up again`(mirror: String) async throws {
        let bench = try await ServiceBench()
        let server = try await bench.serve(ServedDays.last(3), settings: "history: 3")
        defer { server.stop() }
        #expect(try await bench.setUp("anna", "--mirror", mirror).code == 0)
        let picture = try await bench.picture(of: ServedDays.ago(1), in: mirror)
        try await bench.box.shell("mv '\(mirror)' '\(mirror) elsewhere'")
        // It notices when something is to be done there, at the latest.
        _ = try await bench.box.run("systemctl", "kill", "--signal", "USR1", ServiceBench.unit)
        try await bench.box.eventually(
            "a service that was started again", "test $(systemctl show -P NRestarts \(ServiceBench.unit)) -gt 1")
        // What a start says, and the signal may have ended one of them that had not yet begun.
        try await bench.box.eventually(
            "a word about the disk", "journalctl --unit \(ServiceBench.unit) | grep -q 'Is its disk mounted?'")
        #expect(!bench.box.exists(mirror))
        // It is not started again and again: the second start in vain waits.
        try await bench.box.eventually(
            "a wait", "systemctl show -P StatusText \(ServiceBench.unit) | grep -q 'is looked for again'")
        let starts = try await bench.property("NRestarts")
        #expect(Int(starts).map { $0 <= 4 } == true, "\(starts) starts")
        try await bench.box.shell("mv '\(mirror) elsewhere' '\(mirror)'")
        try await bench.box.eventually("a service that is back", "systemctl is-active \(ServiceBench.unit)")
        try await bench.anna("ln -s \"\(picture)\" '\(mirror)/favorites/'")
        try await bench.awaitFavorite(ServedDays.ago(1), in: mirror)
    }

    @Test(arguments: ["systemctl stop mnt-my\\\\x20disk.mount", "umount '/mnt/my disk'"])
    func `a disk that is unmounted and mounted again is taken up again`(away: String) async throws {
        let bench = try await ServiceBench()
        let server = try await bench.serve(ServedDays.last(3), settings: "history: 3")
        defer { server.stop() }
        let disk = "/mnt/my disk"
        let mirror = disk + "/APOD"
        // A disk that keeps what is on it while it is not mounted there.
        try await bench.box.shell(
            """
            mkdir /var/disk '\(disk)'
            mount -t tmpfs none /var/disk
            mount --make-private /var/disk
            printf '[Mount]\\nWhat=/var/disk\\nWhere=\(disk)\\nOptions=bind\\n' > '/etc/systemd/system/mnt-my\\x20disk.mount'
            systemctl daemon-reload
            systemctl start 'mnt-my\\x20disk.mount'
            """)
        #expect(try await bench.setUp("anna", "--mirror", mirror).code == 0)
        let picture = try await bench.picture(of: ServedDays.ago(1), in: mirror)
        try await bench.box.shell(away)
        try await bench.box.eventually(
            "a service that let go", "systemctl is-active \(ServiceBench.unit) | grep -q inactive")
        #expect(try await bench.box.shell("ls -A '\(disk)'") == "")
        let refused = try await bench.setUp("anna")
        #expect(refused.code == 73)
        #expect(refused.errors.contains("not mounted"), "\(refused.errors)")
        #expect(try await bench.box.shell("ls -A '\(disk)'") == "")
        try await bench.box.shell("mount --bind /var/disk '\(disk)'")
        try await bench.box.eventually("a service that is back", "systemctl is-active \(ServiceBench.unit)")
        try await bench.anna("ln -s \"\(picture)\" '\(mirror)/favorites/'")
        try await bench.awaitFavorite(ServedDays.ago(1), in: mirror)
    }

    private static let blocking = ProcessInfo.processInfo.environment["APOD_BLOCKING_LIBRARY"]

    @Test(
        .enabled(
            if: blocking != nil, "needs the library that blocks: run Tests/run, or name it in APOD_BLOCKING_LIBRARY"))
    func `a step that hangs has the service killed and started again`() async throws {
        let library = try #require(Self.blocking)
        let bench = try await ServiceBench(bringing: [library])
        try await bench.box.shell(
            """
            install -m 755 '\(SystemdBox.brought(library))' /usr/local/lib/blocking.so
            printf '[Service]\\nWatchdogSec=4s\\nEnvironment=LD_PRELOAD=/usr/local/lib/blocking.so BLOCKING=/srv/blocking\\n' \
                > /etc/systemd/system/apod-mirror@.service.d/blocking.conf
            """)
        let server = try await running(bench)
        defer { server.stop() }
        let picture = try await bench.picture(of: ServedDays.ago(1), in: Self.mirror)
        try await bench.box.shell("touch /srv/blocking")
        try await link(picture, bench)
        try await bench.box.eventually(
            "a word of the watchdog", "journalctl --unit \(ServiceBench.unit) | grep -q 'Watchdog timeout'")
        try await bench.box.shell("rm /srv/blocking")
        try await bench.box.eventually(
            "a service that was started again",
            "test $(systemctl show -P NRestarts \(ServiceBench.unit)) -gt 0 && systemctl is-active \(ServiceBench.unit)"
        )
        try await bench.awaitFavorite(ServedDays.ago(1), in: Self.mirror)
    }
}
