import Foundation
import SampleNASA
import Testing

/// What the service may do, tried from inside its sandbox, and what it may not.
@Suite(.needsBinary, .needsSystemdBox, .serialized, .timeLimit(.minutes(15))) struct SandboxTests {
    /// Whatever succeeds is named. The mirror's own must; a home may be one that the sandbox made up.
    private static func attempts(mirror: String) -> String {
        """
        try() { if "$@" >/dev/null 2>&1; then echo "$*"; fi; }
        touch "$HOME/intruder" "$HOME/Pictures/intruder" "$HOME/.ssh/intruder" 2>/dev/null
        try touch /etc/intruder; try touch /usr/intruder; try touch /var/lib/intruder; try touch /srv/intruder
        try cat "$HOME/.ssh/id_test"; try ls "$HOME/Documents"; try cat /home/bert/letter; try cat /root/.profile
        try touch "\(mirror)/here"; try cat "\(mirror)/favorites.json"
        """
    }

    private static func allowed(mirror: String) -> String {
        "touch \(mirror)/here\ncat \(mirror)/favorites.json"
    }

    /// Nothing of what was tried has come to the disk.
    private func expectNoIntruder(_ bench: ServiceBench) async throws {
        #expect(try await bench.box.changed(in: "/etc", "/home", "/srv", "/usr", "/var", where: "-name intruder") == "")
    }

    private func furnish(_ bench: ServiceBench) async throws {
        try await bench.box.shell("mkdir /home/bert; echo Dear > /home/bert/letter")
        try await bench.anna("mkdir .ssh Documents Pictures; echo secret > .ssh/id_test")
    }

    @Test(arguments: ["/home/anna/Pictures/APOD", "/srv/APOD"])
    func `the machine's service sees and changes the mirror alone`(mirror: String) async throws {
        let bench = try await ServiceBench()
        try await furnish(bench)
        #expect(try await bench.setUp("anna", "--mirror", mirror).code == 0)
        // Outside it can be done, so that it is the sandbox that refuses.
        try await bench.anna("cat .ssh/id_test; touch intruder; rm intruder; cat /home/bert/letter")
        let ended = try await bench.inside(Self.attempts(mirror: mirror))
        #expect(ended.output == Self.allowed(mirror: mirror) + "\n", "\(ended.errors)")
        try await expectNoIntruder(bench)
        let process = try await bench.property("MainPID")
        let status = try await bench.box.shell("cat /proc/\(process)/status")
        let anna = try await bench.box.shell("id -u anna")
        #expect(status.contains("Uid:" + String(repeating: "\t\(anna)", count: 4) + "\n"))
        for fact in [
            #/CapEff:\s+0000000000000000/#, #/CapBnd:\s+0000000000000000/#, #/NoNewPrivs:\s+1/#, #/Seccomp:\s+2/#,
        ] {
            #expect(status.contains(fact))
        }
    }

    @Test func `a link in the mirror's place shows nothing that its user could not see anyway`() async throws {
        let bench = try await ServiceBench()
        let mirror = "/home/anna/Pictures/APOD"
        #expect(try await bench.setUp("anna").code == 0)
        try await bench.box.shell(
            """
            mkdir -p /home/bert/Documents; echo Dear > /home/bert/Documents/letter
            chmod 700 /home/bert; chmod 755 /home/bert/Documents
            # Whatever starts in the service's place stays long enough to be looked into.
            printf '[Service]\\nType=exec\\nExecStart=\\nExecStart=/usr/bin/sleep 1000\\n' \
                > /etc/systemd/system/apod-mirror@.service.d/sleep.conf
            systemctl daemon-reload
            """)
        try await bench.anna("mv \(mirror) elsewhere; ln -s /home/bert/Documents \(mirror)")
        try await bench.box.shell("systemctl restart \(ServiceBench.unit)")
        let ended = try await bench.inside("cat \(mirror)/letter")
        #expect(ended.code != 0 && ended.output == "")
        // The same with a link that leads to what is theirs: root follows none, and says so.
        try await bench.anna("ln -sfn /home/anna/elsewhere \(mirror)")
        try await bench.box.shell("systemctl restart \(ServiceBench.unit)")
        #expect(try await bench.inside("cat \(mirror)/favorites.json").code != 0)
        try await bench.box.eventually(
            "a word about the link",
            "journalctl --unit apod-mirror-root@anna.service | grep -qF '\(mirror) is a link'")
        try await bench.anna("rm \(mirror); mv elsewhere \(mirror)")
        try await bench.box.shell("systemctl restart \(ServiceBench.unit)")
        #expect(try await bench.inside("cat \(mirror)/favorites.json").code == 0)
        // Nobody comes to the mirror by the way that was made for the sandbox.
        let shown = try await bench.box.run("setpriv", "--reuid=65534", "ls", "/run/apod-mirror-roots/anna")
        #expect(shown.code != 0)
        try await bench.box.shell("systemctl stop \(ServiceBench.unit)")
        try await bench.box.eventually(
            "nothing that stays mounted", "test -z \"$(ls /run/apod-mirror-roots)\"")
    }

    @Test func `a user's own service runs without a login, in a sandbox of its own`() async throws {
        let bench = try await ServiceBench()
        try await furnish(bench)
        let server = try await bench.serve(ServedDays.last(3), settings: "history: 3")
        defer { server.stop() }
        let early = try await bench.anna("apod-mirror setup --user 2>&1 || test $? = 69")
        #expect(early.contains("loginctl enable-linger anna"), "\(early)")
        try await bench.box.shell("loginctl enable-linger anna")
        try await bench.box.eventually("a systemd of anna's", "test -S /run/user/$(id -u anna)/systemd/private")
        let mirror = "/home/anna/Pictures/APOD"
        let shared = try await bench.anna("apod-mirror setup --user --share users 2>&1 || test $? = 64")
        #expect(shared.contains("sudo apod-mirror setup anna --share users"), "\(shared)")
        let line = "apod-mirror setup --user"
        let first = try await bench.anna(line)
        #expect(first.contains("Wrote the settings: /home/anna/.config/apod-mirror/config.json5"), "\(first)")
        #expect(!first.contains("enable-linger"))
        let run = "systemctl --user show -P InvocationID apod-mirror.service"
        let invocation = try await bench.anna(run)
        let second = try await bench.anna(line)
        #expect(!second.contains("Wrote"), "\(second)")
        #expect(try await bench.anna(run) == invocation)

        let process = try await bench.anna("systemctl --user show -P MainPID apod-mirror.service")
        #expect(try await bench.box.shell("stat --format %U /proc/\(process)") == "anna")
        let script = Self.attempts(mirror: mirror).replacing("'", with: #"'\''"#)
        let tried = try await bench.anna(
            "nsenter --target \(process) --user --mount --preserve-credentials sh -c '\(script)'")
        #expect(tried == Self.allowed(mirror: mirror))
        try await expectNoIntruder(bench)

        let picture = try await bench.picture(of: ServedDays.ago(1), in: mirror)
        try await bench.anna("ln -s \"\(picture)\" \(mirror)/favorites/")
        try await bench.awaitFavorite(ServedDays.ago(1), in: mirror)
        let removed = try await bench.anna("apod-mirror setup --user --remove")
        #expect(removed.contains("Pictures and favorites stay where they are in \(mirror)."), "\(removed)")
        #expect(try await bench.anna("systemctl --user is-active apod-mirror.service || true") == "inactive")
        #expect(try await bench.anna("find .config -type f -o -type l") == "")
    }
}
