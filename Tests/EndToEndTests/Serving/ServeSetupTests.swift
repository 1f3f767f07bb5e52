import Foundation
import SampleNASA
import Testing

/// A mirror that answers, on a machine with a real systemd.
@Suite(.needsBinary, .needsSystemdBox, .serialized, .timeLimit(.minutes(15))) struct ServeSetupTests {
    private static let service = "apod-mirror-serve@anna.service"
    private static let socket = "apod-mirror-serve@anna.socket"

    /// A request, asked by the box's own shell; the status line and the body.
    private func ask(_ bench: ServiceBench, _ target: String, port: Int = 8095) async throws -> String {
        try await bench.box.shell(
            """
            exec 3<>/dev/tcp/127.0.0.1/\(port)
            printf 'GET \(target) HTTP/1.1\\r\\nHost: 192.168.1.5\\r\\nConnection: close\\r\\n\\r\\n' >&3
            cat <&3
            """)
    }

    @Test func `somebody knocks, and the mirror answers from a closed home`() async throws {
        let bench = try await ServiceBench()
        let server = try await bench.serve(ServedDays.last(3), settings: "history: 3")
        #expect(try await bench.setUp("anna").code == 0)
        try await bench.box.eventually(
            "three pictures", "[ $(find /home/anna/Pictures/APOD/20* -name '*.jpg' | wc -l) = 3 ]")
        server.stop()
        let daemon = try await bench.property("InvocationID")
        let made = try await bench.setUp("anna", "--serve")
        #expect(made.code == 0, "\(made.errors)")
        #expect(made.output.contains("answers at http://127.0.0.1:8095/"), "\(made.output)")
        // The daemon knows nothing of it.
        #expect(try await bench.property("InvocationID") == daemon)
        #expect(try await bench.box.shell("systemctl is-enabled \(Self.socket)") == "enabled")
        #expect(try await bench.box.shell("systemctl is-active \(Self.service) || true") == "inactive")

        let day = try await ask(bench, "/planetary/apod")
        #expect(day.hasPrefix("HTTP/1.1 200 OK") && day.contains(ServedDays.today), "\(day)")
        #expect(try await ask(bench, "/").contains("<!doctype html>"))
        #expect(try await ask(bench, "/favorites.json").hasPrefix("HTTP/1.1 404"))
        // What it sees: no home but the mirror, nothing that it could write to, and no network. It ends when nobody asks for
        // a minute, so all is looked at in one go, right after a question.
        _ = try await ask(bench, "/")
        let seen = try await bench.box.shell(
            """
            process=$(systemctl show --property MainPID --value \(Self.service))
            stat --format %U /proc/$process
            nsenter --target $process --mount --net setpriv --reuid=anna --regid=anna --clear-groups bash -c '
                ls -A /home/anna; ls -A /home/anna/Pictures
                touch /home/anna/Pictures/APOD/x || touch /tmp/../var/tmp/../../etc/x || echo nothing written
                tail -n +3 /proc/net/dev | grep -vc lo: || true'
            """)
        #expect(seen == "anna\nPictures\nAPOD\nnothing written\n0")

        // Again, elsewhere, and not any more.
        let again = try await bench.setUp("anna")
        #expect(again.code == 0 && !again.output.contains("Wrote") && again.output.contains("127.0.0.1:8095"))
        #expect(try await bench.setUp("anna", "--serve", "127.0.0.1:8096").code == 0)
        #expect(try await ask(bench, "/planetary/apod", port: 8096).hasPrefix("HTTP/1.1 200 OK"))
        let off = try await bench.setUp("anna", "--serve", "no")
        #expect(off.code == 0, "\(off.errors)")
        #expect(
            try await bench.box.shell("systemctl is-active \(Self.socket) \(Self.service) || true")
                == "inactive\ninactive")
        #expect(try await bench.box.shell("find /etc/systemd -name '*serve*'") == "")
        #expect(try await bench.property("InvocationID") == daemon)
        #expect(try await bench.setUp("anna", "--serve").code == 0)
        #expect(try await bench.setUp("anna", "--remove").code == 0)
        #expect(
            try await bench.box.shell("find /etc/systemd -name '*apod-mirror*' -not -path '*test.conf' -type f") == "")
    }

    /// A star that is pressed on the page, as a browser sends it; the answer with its headers.
    private func press(_ bench: ServiceBench, _ wish: String) async throws -> String {
        try await bench.box.shell(
            """
            token=$(exec 3<>/dev/tcp/127.0.0.1/8095
                printf 'GET / HTTP/1.1\\r\\nHost: 192.168.1.5\\r\\nConnection: close\\r\\n\\r\\n' >&3
                sed -n 's/.*<meta name="star" content="\\([^"]*\\)">.*/\\1/p' <&3)
            exec 3<>/dev/tcp/127.0.0.1/8095
            printf 'POST /star?wish=%s HTTP/1.1\\r\\nHost: 192.168.1.5\\r\\nOrigin: http://192.168.1.5\\r\\n' '\(wish)' >&3
            printf "X-Star: $token\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n" >&3
            cat <&3
            """)
    }

    /// What the process that answers anna's clients sees and can do, right after a question.
    private func seen(_ bench: ServiceBench) async throws -> String {
        _ = try await ask(bench, "/")
        return try await bench.box.shell(
            """
            process=$(systemctl show --property MainPID --value \(Self.service))
            nsenter --target $process --mount setpriv --reuid=anna --regid=anna --clear-groups bash -c '
                find /run/apod-mirror* -type s 2>/dev/null
                touch /home/anna/Pictures/APOD/favorites/x 2>/dev/null && echo written || echo nothing written'
            """)
    }

    @Test func `a star makes and ends a favorite, by the daemon, of which what answers reaches no more`() async throws {
        let bench = try await ServiceBench()
        let server = try await bench.serve(ServedDays.last(3), settings: "history: 3")
        let early = try await bench.setUp("anna", "--favorites-by-web")
        #expect(early.code == 64 && early.errors.contains("Add --serve"), "\(early.errors)")
        #expect(try await bench.setUp("anna").code == 0)
        try await bench.box.eventually(
            "three pictures", "[ $(find /home/anna/Pictures/APOD/20* -name '*.jpg' | wc -l) = 3 ]")
        server.stop()
        for address in ["127.0.0.1:8095", "127.0.0.5:8095", "[::1]:8095"] {
            let refused = try await bench.setUp("anna", "--serve", address, "--favorites-by-web")
            #expect(refused.code == 64 && refused.errors.contains("--serve 0.0.0.0:8095"), "\(refused.errors)")
            #expect(try await bench.box.shell("find /etc/systemd -name '*serve*'") == "")
        }
        let made = try await bench.setUp("anna", "--serve", "0.0.0.0:8095", "--favorites-by-web")
        #expect(made.code == 0 && made.output.contains("may change favorites"), "\(made.output)\(made.errors)")
        let (day, place) = (ServedDays.ago(1), "/run/apod-mirror-star/anna")
        #expect(try await bench.box.shell("stat --format '%U %a' \(place) \(place)/wish") == "anna 700\nanna 600")
        let kept = try await press(bench, "%2B\(day)")
        #expect(kept.hasPrefix("HTTP/1.1 200") && kept.contains("\"kept\""), "\(kept)")
        let links = "ls /home/anna/Pictures/APOD/favorites"
        #expect(try await bench.box.shell(links).hasPrefix(day))
        // Of the daemon's two sockets, which are both there, it sees one.
        #expect(try await bench.box.shell("test -S /run/apod-mirror/anna/control && echo there") == "there")
        #expect(try await seen(bench) == "\(place)/wish\nnothing written")
        let ended = try await press(bench, "-\(day)")
        #expect(ended.contains("\"removed\""), "\(ended)")
        #expect(try await bench.box.shell(links) == "")
        // The daemon comes and goes.
        try await bench.box.shell("systemctl stop apod-mirror@anna.service")
        #expect(try await press(bench, "%2B\(day)").contains("daemon down"))
        try await bench.box.shell("systemctl start apod-mirror@anna.service")
        #expect(try await press(bench, "%2B\(day)").contains("\"kept\""))
        // Run again it stays, and it goes by itself or with what answers.
        let again = try await bench.setUp("anna")
        #expect(again.code == 0 && !again.output.contains("Wrote") && again.output.contains("may change favorites"))
        let closed = try await bench.setUp("anna", "--serve")
        #expect(closed.code == 64 && closed.errors.contains("--favorites-by-web no"), "\(closed.errors)")
        let off = try await bench.setUp("anna", "--favorites-by-web", "no")
        #expect(off.code == 0 && off.output.contains("changed by web no more"), "\(off.output)\(off.errors)")
        #expect(!(try await ask(bench, "/").contains("name=\"star\"")))
        #expect(try await seen(bench) == "nothing written")
        #expect(try await bench.setUp("anna", "--favorites-by-web").code == 0)
        #expect(try await bench.setUp("anna", "--serve", "no").code == 0)
        #expect(try await bench.box.shell("find /etc/systemd -name '*apod-mirror*serve*'") == "")
    }

    @Test func `in a user's own systemd, too, a star makes and ends a favorite`() async throws {
        let bench = try await ServiceBench()
        let server = try await bench.serve(ServedDays.last(3), settings: "history: 3")
        try await bench.box.shell("loginctl enable-linger anna")
        try await bench.box.eventually("a systemd of anna's", "test -S /run/user/$(id -u anna)/systemd/private")
        let made = try await bench.anna("apod-mirror setup --user --serve 0.0.0.0:8095 --favorites-by-web")
        #expect(made.contains("may change favorites"), "\(made)")
        try await bench.box.eventually(
            "three pictures", "[ $(find /home/anna/Pictures/APOD/20* -name '*.jpg' | wc -l) = 3 ]")
        // The page, which has the token of the stars, comes after them.
        try await bench.box.eventually("the first page", "test -e /home/anna/Pictures/APOD/index.html")
        server.stop()
        let day = ServedDays.ago(1)
        let kept = try await press(bench, "%2B\(day)")
        #expect(kept.hasPrefix("HTTP/1.1 200") && kept.contains("\"kept\""), "\(kept)")
        let links = "ls Pictures/APOD/favorites"
        #expect(try await bench.anna(links).hasPrefix(day))
        _ = try await ask(bench, "/")
        let seen = try await bench.anna(
            """
            test -S $XDG_RUNTIME_DIR/apod-mirror/control
            process=$(systemctl --user show -P MainPID apod-mirror-serve.service)
            nsenter --target $process --user --mount --preserve-credentials sh -c '
                find /run/user/'$UID' -type s
                touch /home/anna/Pictures/APOD/favorites/x 2>/dev/null && echo written || echo nothing written'
            """)
        let user = try await bench.anna("echo $UID")
        #expect(seen == "/run/user/\(user)/apod-mirror-star/daemon/wish\nnothing written")
        #expect(try await press(bench, "-\(day)").contains("\"removed\""))
        #expect(try await bench.anna(links) == "")
        // The daemon comes and goes.
        try await bench.anna("systemctl --user stop apod-mirror.service")
        #expect(try await press(bench, "%2B\(day)").contains("daemon down"))
        try await bench.anna("systemctl --user start apod-mirror.service")
        #expect(try await press(bench, "%2B\(day)").contains("\"kept\""))
        // What version 1.0 set up goes with the next setup.
        try await bench.anna(
            """
            mkdir -p .config/systemd/user/apod-mirror-star.service.d .config/systemd/user/sockets.target.wants
            echo '[Unit]' > .config/systemd/user/apod-mirror-star.service.d/mirror.conf
            ln -s /usr/lib/systemd/user/apod-mirror-star.socket .config/systemd/user/sockets.target.wants
            """)
        let off = try await bench.anna("apod-mirror setup --user --favorites-by-web no")
        #expect(off.contains("changed by web no more"), "\(off)")
        #expect(!(try await ask(bench, "/").contains("name=\"star\"")))
        try await bench.anna("apod-mirror setup --user --remove")
        #expect(try await bench.anna("find .config -type f -o -type l") == "")
    }

    // MARK: - What version 1.0 set up

    /// The units of the process that took stars then, and what its `setup` wrote beside the drop-ins of today.
    private static let formerUnits = """
        former() {
            printf '[Socket]\\nListenSequentialPacket=/run/apod-mirror-star/%%i/socket\\nSocketUser=%%i\\nRemoveOnStop=yes\\n' \
                > "$1/apod-mirror-star@.socket"
            printf '[Service]\\nUser=%%i\\nExecStart=/usr/bin/apod-mirror star\\n' > "$1/apod-mirror-star@.service"
            printf '[Install]\\nWantedBy=sockets.target\\n' >> "$1/apod-mirror-star@.socket"
        }
        former_setup() {
            mkdir -p /etc/systemd/system/apod-mirror-star@anna.service.d
            head -n 5 \(dropIn) > /etc/systemd/system/apod-mirror-star@anna.service.d/mirror.conf
            sed -i '/^InaccessiblePaths=/d' \(dropIn)
            printf '\\n[Unit]\\nAfter=apod-mirror-star@anna.socket\\n' >> \(dropIn)
            systemctl daemon-reload
            systemctl enable --quiet --now apod-mirror-star@anna.socket
        }
        """
    private static let dropIn = "/etc/systemd/system/\(service).d/mirror.conf"
    private static let leftovers = """
        find /etc/systemd -name '*apod-mirror-star*'
        systemctl is-active apod-mirror-star@anna.socket apod-mirror-star@anna.service || true
        """

    private func starred(_ bench: ServiceBench) async throws {
        let server = try await bench.serve(ServedDays.last(2), settings: "history: 2")
        #expect(try await bench.setUp("anna", "--serve", "0.0.0.0:8095", "--favorites-by-web").code == 0)
        try await bench.box.eventually(
            "two pictures", "[ $(find /home/anna/Pictures/APOD/20* -name '*.jpg' | wc -l) = 2 ]")
        server.stop()
    }

    @Test func `setup removes the units of the process that took stars before`() async throws {
        let bench = try await ServiceBench()
        try await starred(bench)
        try await bench.box.shell("\(Self.formerUnits)\nformer /usr/lib/systemd/system; former_setup")
        #expect(try await bench.box.shell(Self.leftovers).hasSuffix("active\ninactive"))
        let again = try await bench.setUp("anna")
        #expect(again.code == 0 && again.output.contains("may change favorites"), "\(again)")
        #expect(try await bench.box.shell(Self.leftovers) == "inactive\ninactive")
        #expect(try await press(bench, "%2B\(ServedDays.ago(1))").contains("\"kept\""))
    }

    @Test(.needsPackage) func `an upgrade removes them, too, and stars go on`() async throws {
        let bench = try await ServiceBench()
        let package = SystemdBox.brought(try #require(Package.file))
        // The same package as an older version that had the units.
        try await bench.box.shell(
            """
            \(Self.formerUnits)
            dpkg-deb --raw-extract '\(package)' /root/former
            former /root/former/usr/lib/systemd/system
            sed -i 's/^Version: .*/Version: 1.0.0/' /root/former/DEBIAN/control
            dpkg-deb --build /root/former /root/former.deb >/dev/null
            dpkg --install --force-downgrade /root/former.deb >/dev/null
            rm -f /usr/sbin/policy-rc.d
            """)
        try await starred(bench)
        let after = try await bench.box.shell("cat \(Self.dropIn)")
        // The folder was root's then.
        try await bench.box.shell("\(Self.formerUnits)\nrm -rf /run/apod-mirror-star; former_setup")
        #expect(try await bench.box.shell("cat \(Self.dropIn)") != after)
        try await bench.box.shell("dpkg --install '\(package)' >/dev/null")
        #expect(try await bench.box.shell(Self.leftovers) == "inactive\ninactive")
        #expect(try await bench.box.shell("cat \(Self.dropIn)") == after)
        #expect(try await press(bench, "%2B\(ServedDays.ago(1))").contains("\"kept\""))
        let seen = try await seen(bench)
        #expect(seen == "/run/apod-mirror-star/anna/wish\nnothing written")
    }

    /// Until the process is gone: one that is dying may take a connection with it.
    private static func end(by signal: String) -> String {
        """
        process=$(systemctl show --property MainPID --value \(service))
        systemctl kill --signal \(signal) \(service)
        while [ -e "/proc/$process" ]; do sleep 0.02; done
        """
    }

    /// systemd holds the socket for all starts, also for those that end badly.
    @Test(.needsPackage) func `the socket outlives every end of what answers, and every upgrade`() async throws {
        let bench = try await ServiceBench()
        let server = try await bench.serve(ServedDays.last(2), settings: "history: 2")
        #expect(try await bench.setUp("anna", "--serve").code == 0)
        try await bench.box.eventually("a picture", "ls /home/anna/Pictures/APOD/20*/*/*.jpg")
        server.stop()
        // Machines in which tests run may forbid packages to restart anything.
        try await bench.box.shell("rm -f /usr/sbin/policy-rc.d")
        let package = SystemdBox.brought(try #require(Package.file))
        let ends = [
            "systemctl stop \(Self.service)", "systemctl restart \(Self.service)", Self.end(by: "KILL"),
            Self.end(by: "TERM"), Self.end(by: "SEGV"), "dpkg --install '\(package)'", "systemctl daemon-reload",
        ]
        for _ in 1...3 {
            for end in ends {
                let answer = try await ask(bench, "/planetary/apod")
                #expect(answer.hasPrefix("HTTP/1.1 200 OK"), "before \(end): \(answer)")
                try await bench.box.shell("{ \(end); } >/dev/null")
                #expect(try await bench.box.shell("systemctl is-active \(Self.socket) || true") == "active", "\(end)")
            }
        }
        // A client that is just being served does not make it another end.
        try await bench.box.shell(
            """
            for round in $(seq 20); do
                exec 3<>/dev/tcp/127.0.0.1/8095
                printf 'GET /planetary/apod HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' >&3
                head -c 1 <&3 >/dev/null
                systemctl stop \(Self.service)
                systemctl is-active --quiet \(Self.socket)
                exec 3>&-
            done
            """)
        #expect(try await ask(bench, "/planetary/apod").hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test func `a setting that is wrong ends with its mending, and the socket was there all the time`() async throws {
        let bench = try await ServiceBench()
        let server = try await bench.serve(ServedDays.last(2), settings: "history: 2")
        #expect(try await bench.setUp("anna", "--serve").code == 0)
        try await bench.box.eventually("a picture", "ls /home/anna/Pictures/APOD/20*/*/*.jpg")
        server.stop()
        let file = "/etc/apod-mirror/config.json5"
        let folder = "/etc/systemd/system/\(Self.service).d"
        let line = "ExecStart=/usr/bin/apod-mirror serve --public-url apod.example.org"
        let mistakes = [
            ("cp \(file) /root/right; echo '{ nonsense: 1 }' > \(file)", "cp /root/right \(file)"),
            (
                "mkdir -p \(folder); printf '[Service]\\nExecStart=\\n\(line)\\n' > \(folder)/line.conf; "
                    + "systemctl daemon-reload",
                "rm \(folder)/line.conf; systemctl daemon-reload"
            ),
        ]
        for (mistake, mending) in mistakes {
            try await bench.box.shell(mistake)
            try await bench.box.shell("systemctl stop \(Self.service)")
            for _ in 1...8 {
                // A connection that ends without an answer; a shell that writes to one that has ended is ended, too.
                let answer = try await bench.box.shell(
                    """
                    (exec 3<>/dev/tcp/127.0.0.1/8095; printf 'GET / HTTP/1.1\\r\\n\\r\\n' >&3; cat <&3) 2>/dev/null || true
                    """)
                #expect(answer == "", "\(mistake)")
                let state = try await bench.box.shell("systemctl is-active \(Self.socket) || true")
                #expect(state == "active", "\(mistake)")
            }
            try await bench.box.shell(mending)
            #expect(try await ask(bench, "/planetary/apod").hasPrefix("HTTP/1.1 200 OK"), "\(mending)")
        }
    }
}
