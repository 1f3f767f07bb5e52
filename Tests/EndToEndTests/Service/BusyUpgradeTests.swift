import Foundation
import SampleNASA
import TestSupport
import Testing

/// A newer package is installed while the service has everything in hand.
@Suite(.needsBinary, .needsPackage, .needsSystemdBox, .timeLimit(.minutes(10))) struct BusyUpgradeTests {
    private static let mirror = "/srv/APOD"
    private static let days = 12

    @Test func `downloads, thumbnails, a look for damage and requests go on behind an upgrade`() async throws {
        let bench = try await ServiceBench()
        let server = try await bench.serve(
            ServedDays.last(Self.days, .fixed(3_000_000)), settings: "history: \(Self.days)")
        defer { server.stop() }
        let film = Video(file: "film.mp4", folder: "sample", width: 1280, height: 720, bytes: 190_000_000)
        server.show(.video(film, poster: try #require(server.day(ServedDays.today)?.picture)), on: ServedDays.today)
        // The film takes longer than any machine takes to upgrade; the others come one by one, so that some are stored and
        // some are still to come.
        server.setFault(.slow(bytesPerSecond: 200_000), for: .media(ServedDays.today))
        for ago in 1..<Self.days {
            server.setFault(.slow(bytesPerSecond: 100_000), for: .media(ServedDays.ago(ago)))
        }
        #expect(try await bench.setUp("anna", "--mirror", Self.mirror, "--serve").code == 0)
        let part = "\(Self.mirror)/.apod-mirror/incoming/\(ServedDays.today).part"
        try await bench.box.eventually("a part of the film", "test $(stat --format %s '\(part)') -ge 100000")
        // Machines in which tests run may forbid packages to restart anything.
        try await bench.box.shell("rm -f /usr/sbin/policy-rc.d")

        let before = try await bench.property("MainPID")
        let met = try await bench.box.shell(busy(SystemdBox.brought(try #require(Package.file))))
        #expect(try await bench.property("MainPID") != before)
        #expect(try await bench.isActive())
        let (looks, answers) = (met.lines(after: "verify "), met.lines(after: "answer "))
        #expect(looks.count >= 3 && answers.count >= 10, "\(met)")
        // A look that the daemon could not end says so, and the next one looks again.
        #expect(Set(looks).isSubset(of: ["0", "75"]) && looks.last == "0", "\(met)")
        #expect(Set(answers.compactMap { $0.split(separator: " ").first }) == ["200"], "\(met)")
        let longest = answers.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }.max() ?? 0
        print("measured: the longest answer beside the upgrade took \(longest) s")

        server.clearFaults()
        // What still comes slowly is asked for once more, from where it was.
        try await bench.box.shell("systemctl restart \(ServiceBench.unit)")
        for ago in 0..<Self.days { _ = try await bench.picture(of: ServedDays.ago(ago), in: Self.mirror) }
        let asked = server.requests.filter { $0.path.hasSuffix("film.mp4") }
        #expect(asked.count > 1 && asked.dropFirst().allSatisfy { $0.status == 206 }, "\(asked.map(\.range))")
        try await bench.box.shell(
            """
            cd \(Self.mirror)
            for sums in 2*/*/metadata/SHA256SUMS; do (cd "${sums%/metadata/*}" && sha256sum --quiet -c metadata/SHA256SUMS); done
            """)
        try await bench.box.eventually(
            "a thumbnail of each picture",
            """
            cd \(Self.mirror)
            ls 2*/*/*.jpg >/dev/null
            for picture in 2*/*/*.jpg; do
                name=${picture##*/}
                find .apod-mirror/thumbnails -name "${name:0:10}*.320.jpg" | grep -q .
            done
            """)
        #expect(try await bench.anna("apod-mirror verify --mirror \(Self.mirror)").hasPrefix("All is well"))
    }

    /// Asks and verifies without a pause, and upgrades as soon as a thumbnail is being made; what came of each.
    private func busy(_ package: String) -> String {
        """
        cd /
        touch /run/busy
        trap 'rm -f /run/busy' EXIT
        while test -e /run/busy; do
            setpriv --reuid=anna --regid=anna --init-groups env HOME=/home/anna apod-mirror verify --mirror \(Self.mirror) \
                >/run/verify.log 2>&1 && code=0 || code=$?
            echo "verify $code"
            test $code = 0 || sed 's/^/  /' /run/verify.log
        done &
        while test -e /run/busy; do
            curl --silent --output /run/page --write-out 'answer %{http_code} %{time_total}\\n' \
                http://127.0.0.1:8095/planetary/apod || echo "answer none 0"
            sleep 0.02
        done &
        for attempt in $(seq 3000); do
            ! pgrep apod-mirror-thu >/run/worker || break
            sleep 0.02
        done
        test -s /run/worker
        dpkg --install '\(package)' >/run/dpkg.log 2>&1 || cat /run/dpkg.log
        sleep 3
        rm /run/busy
        wait
        """
    }
}

extension String {
    /// The rest of each line that begins so.
    fileprivate func lines(after start: String) -> [Substring] {
        split(separator: "\n").filter { $0.hasPrefix(start) }.map { $0.dropFirst(start.count) }
    }
}
