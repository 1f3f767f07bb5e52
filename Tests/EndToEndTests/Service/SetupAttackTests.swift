import Foundation
import Testing

/// `sudo apod-mirror setup anna` while anna, who owns nothing but her home, plays against it.
@Suite(.needsBinary, .needsSystemdBox, .serialized, .timeLimit(.minutes(15))) struct SetupAttackTests {
    private static let dropIn = "/etc/systemd/system/\(ServiceBench.unit).d/mirror.conf"

    /// Nothing of root's has changed.
    private func expectNothing(_ bench: ServiceBench) async throws {
        #expect(!bench.box.exists(Self.dropIn))
        #expect(!bench.box.exists("/etc/systemd/system/apod-mirror-root@anna.service"))
        #expect(!bench.box.exists("/etc/apod-mirror/anna.json5"))
        #expect(try await !bench.isActive())
        try await expectUnharmed(bench)
    }

    private func expectUnharmed(_ bench: ServiceBench) async throws {
        #expect(!bench.box.exists("/root/owned"))
        #expect(!bench.box.exists("/etc/systemd/system/ssh.service.d"))
        #expect(try await bench.box.changed(in: "/etc", "/usr", "/root", "/srv", where: "-user anna") == "")
        #expect(try await bench.box.shell("grep -rl evil.sh /etc || true") == "")
    }

    /// Where a script of anna's waits for what is to come.
    private func start(_ script: String, _ words: String, _ bench: ServiceBench) async throws {
        try await bench.box.shell("cat > /home/anna/attack.py <<'END'\n\(script)\nEND")
        try await bench.anna(
            """
            setsid python3 attack.py \(words) </dev/null >attack.log 2>&1 &
            until grep -q ready attack.log; do :; done
            """)
    }

    @Test func `a link to a folder whose name is a unit`() async throws {
        let bench = try await ServiceBench()
        try await bench.anna(
            """
            \(SetupAttacker.evil)
            mkdir -p Pictures '\(SetupAttacker.injection)'
            ln -s '/home/anna/\(SetupAttacker.injection)' Pictures/APOD
            """)
        let led = try await bench.setUp("anna")
        #expect(led.code == 73)
        #expect(led.errors.contains("/home/anna/Pictures/APOD is a link"), "\(led.errors)")
        #expect(led.errors.contains("--mirror DIR"))
        try await expectNothing(bench)
        // On the way, and without a link.
        try await bench.anna("rm Pictures/APOD; rmdir Pictures; ln -s '\(SetupAttacker.injection)' Pictures")
        let below = try await bench.setUp("anna")
        #expect(below.code == 73)
        #expect(below.errors.contains("/home/anna/Pictures is a link"), "\(below.errors)")
        let named = try await bench.setUp("anna", "--mirror", "/home/anna/\(SetupAttacker.injection)/APOD")
        #expect(named.code == 64)
        #expect(named.errors.contains("control character"), "\(named.errors)")
        try await bench.anna(
            """
            rm Pictures; mkdir -p .config
            printf 'XDG_PICTURES_DIR="/etc/systemd/system/ssh.service.d"\\n' > .config/user-dirs.dirs
            """)
        try await expectNothing(bench)
        // A file of anna's tells root of no place but below her home.
        #expect(try await bench.setUp("anna").code == 0)
        #expect(try bench.box.text("/etc/apod-mirror/anna.json5").contains("mirror: \"/home/anna/Pictures/APOD\","))
        try await expectUnharmed(bench)
    }

    /// It is there for a few milliseconds only, with every run.
    private static let untilCaught = "while apod-mirror setup anna && ! test -e /home/anna/caught; do :; done"

    @Test(.needs(tool: "python3")) func `nothing can be written into what root hears`() async throws {
        let bench = try await ServiceBench()
        try await start(SetupAttacker.catching, "go", bench)
        try await bench.box.shell(Self.untilCaught)
        let caught = try await bench.anna("cat caught")
        #expect(caught.split(separator: " ").dropFirst() == ["\(EPERM)", "hidden"], "\(caught)")
        #expect(try bench.box.text("/etc/apod-mirror/anna.json5").contains("mirror: \"/home/anna/Pictures/APOD\","))
        #expect(!(try bench.box.text(Self.dropIn)).contains("SupplementaryGroups"))
        try await expectUnharmed(bench)
    }

    @Test(.needs(tool: "python3"))
    func `the process that acts as the user has no terminal and nothing that is open`() async throws {
        let bench = try await ServiceBench()
        try await start(SetupAttacker.catching, "stay", bench)
        async let ended = bench.box.run(
            "script", "--quiet", "--return", "--command", Self.untilCaught, "/dev/null")
        try await bench.box.eventually("the process", "test -e /home/anna/caught")
        let facts = try await bench.box.shell(
            """
            read -r process rest < /home/anna/caught
            echo $rest
            stat --format %U /proc/$process/environ
            # Its session is its own, its terminal none.
            cut -d ' ' -f 6,7 /proc/$process/stat | sed "s/$process/own/"
            grep NoNewPrivs /proc/$process/status | cut -f 2
            readlink /proc/$process/cwd
            readlink /proc/$process/fd/0 /proc/$process/fd/1 /proc/$process/fd/2
            readlink /proc/$process/fd/* | grep -E '^(pipe|socket|/dev/(pts|tty))|^/(root|etc|run)' || true
            kill -CONT $process
            """)
        #expect(
            facts.split(separator: "\n") == [
                "\(EPERM) hidden", "root", "own 0", "1", "/", "/dev/null", "/dev/null", "/dev/null",
            ])
        #expect(try await ended.code == 0)
        try await expectUnharmed(bench)
    }

    /// Whatever becomes of each run: nothing is written that the folder's own path does not say.
    @Test(.needs(tool: "python3")) func `a link exchanged between look and use`() async throws {
        let bench = try await ServiceBench()
        try await bench.anna(
            """
            \(SetupAttacker.evil)
            mkdir -p Pictures/APOD '\(SetupAttacker.injection)'
            ln -s '/home/anna/\(SetupAttacker.injection)' Pictures/link
            """)
        try await start(SetupAttacker.swapping, "Pictures/APOD Pictures/link", bench)
        let allowed = ["", "\"/home/anna/Pictures/APOD\"", "\"-/home/anna/Pictures/APOD\""]
        for _ in 1...12 {
            let ended = try await bench.setUp("anna")
            #expect([0, 73, 74].contains(ended.code), "\(ended.errors)")
            guard bench.box.exists(Self.dropIn) else { continue }
            let lines = try bench.box.text(Self.dropIn).split(separator: "\n").filter { !$0.hasPrefix("#") }
            for key in ["RequiresMountsFor=", "ReadWritePaths="] {
                let values = lines.filter { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
                #expect(values.count == 1 && values.allSatisfy(allowed.contains), "\(values)")
            }
            #expect(!lines.contains { $0.hasPrefix("Exec") })
        }
        try await bench.anna("touch enough")
        try await expectUnharmed(bench)
    }

    @Test func `a link that comes later shows the service nothing, and it is told`() async throws {
        let bench = try await ServiceBench()
        let mirror = "/home/anna/Pictures/APOD"
        #expect(try await bench.setUp("anna").code == 0)
        try await bench.anna("mv \(mirror) elsewhere; ln -s /home/anna/elsewhere \(mirror)")
        _ = try await bench.box.run("systemctl", "restart", ServiceBench.unit)
        let word = "journalctl -u apod-mirror-root@anna"
        try await bench.box.eventually(
            "a word of the service's", "journalctl --unit \(ServiceBench.unit) | grep -q '\(word)'")
        #expect(try await bench.box.shell(word + " --output cat").contains("\(mirror) is a link"))
        try await bench.anna("rm \(mirror); mv elsewhere \(mirror)")
        try await bench.box.eventually("a service that is back", "systemctl is-active \(ServiceBench.unit)")
    }

    @Test(arguments: [
        ("chown bert /home/anna; chmod 777 /home/anna", "/home/anna belongs to bert"),
        ("chmod 777 /home/anna", "Everybody may write in /home/anna"),
        ("chgrp users /home/anna; chmod 770 /home/anna", "The members of users may write in /home/anna"),
        // Her own group, which is not hers alone any more.
        ("usermod -aG anna bert; chmod 770 /home/anna", "The members of anna may write in /home/anna"),
        ("usermod --home /home/bert anna; chmod 777 /home/bert", "/home/bert belongs to bert"),
        ("install -d -o bert -m 777 /home/anna/Pictures", "/home/anna/Pictures belongs to bert"),
        ("install -d -o bert -m 777 /home/anna/Pictures/APOD", "/home/anna/Pictures/APOD belongs to bert"),
        ("chown anna /etc/apod-mirror/config.json5", "config.json5 is to be a file that only root can change"),
    ])
    func `a home that belongs to somebody else`(script: String, sentence: String) async throws {
        try await expectRefusal(script, sentence)
    }

    /// What an access list lets others do, a mode does not show.
    @Test(
        .needs(tool: "setfacl"),
        arguments: [
            ("setfacl -m u:bert:rwx /home/anna", "bert may write in /home/anna and could"),
            ("setfacl -m g:bert:rwx /home/anna/Pictures", "The members of bert may write in /home/anna/Pictures and"),
            (
                "setfacl -m d:u:bert:rwx /home/anna/Pictures",
                "bert may write to whatever is made in /home/anna/Pictures, by its default access list"
            ),
            ("setfacl -m u:bert:rw /etc/apod-mirror/config.json5", "config.json5 is to be a file that only root"),
            ("setfacl -m u:bert:rwx /etc/apod-mirror", "bert may write in /etc/apod-mirror and"),
            ("setfacl -m d:u:bert:rw /etc/apod-mirror", "bert may write to whatever is made in /etc/apod-mirror"),
            (
                "setfacl -m d:u:bert:rwx /etc/systemd/system",
                "/etc/systemd/system is to be a folder in which only root can write"
            ),
        ])
    func `a home, or root's settings, that an access list gives to somebody else`(
        script: String, sentence: String
    ) async throws {
        try await expectRefusal(script, sentence)
    }

    @Test(.needs(tool: "setfacl"))
    func `an access list that gives nobody else a right to write is none of root's business`()
        async throws
    {
        let bench = try await ServiceBench()
        try await bench.box.shell(
            """
            useradd bert
            setfacl -m u:bert:rx,d:u:bert:rx,u:anna:rwx,d:u:anna:rwx /home/anna
            setfacl -m u:bert:r /etc/apod-mirror/config.json5
            """)
        let ended = try await bench.setUp("anna")
        #expect(ended.code == 0, "\(ended.errors)")
    }

    private func expectRefusal(_ script: String, _ sentence: String) async throws {
        let bench = try await ServiceBench()
        try await bench.anna("mkdir Pictures")
        try await bench.box.shell("useradd --create-home bert; " + script)
        let ended = try await bench.setUp("anna")
        #expect(ended.code == 73, "\(ended.output)\(ended.errors)")
        #expect(ended.errors.contains(sentence), "\(ended.errors)")
        #expect(ended.errors.split(separator: "\n").count == 1, "\(ended.errors)")
        #expect(!bench.box.exists(Self.dropIn))
        #expect(!bench.box.exists("/etc/apod-mirror/anna.json5"))
        #expect(try await bench.box.shell("find /home -name .apod-mirror") == "")
    }

    /// The others are in the next test, all in one path.
    @Test func `every byte that is no text is refused, and changes nothing`() async throws {
        let bench = try await ServiceBench()
        let wrong = try await bench.box.shell(
            #"""
            for byte in $(seq 1 31) 127 $(seq 128 255); do
                path=$(printf "/srv/a\\x$(printf %02x $byte)b.")
                code=0
                apod-mirror setup anna --mirror "${path%.}" >/tmp/said 2>&1 || code=$?
                test $code = 64 && grep -q 'no unit' /tmp/said && test "$(wc -l < /tmp/said)" = 1 || echo $byte $code
            done
            ls -A /srv
            """#)
        #expect(wrong == "")
        try await expectNothing(bench)
    }

    @Test func `every byte that is text, as systemd reads it`() async throws {
        let bench = try await ServiceBench()
        // An accent that follows a sign makes one character with it, but not for systemd.
        let signs = String(decoding: (UInt8(ascii: " ")...UInt8(ascii: "~")).filter { $0 != 0x2F }, as: UTF8.self)
        var mirror = "/srv/\(signs)/%\u{301}\"\u{301}\\\u{301}ü日本/ $HOME %h /APOD"
        if try await bench.losesQuotationMarks {
            for name in ["it'\"'\"'s", "a\"b"] {
                let refused = try await bench.box.run("bash", "-c", "apod-mirror setup anna --mirror '/srv/\(name)'")
                #expect(refused.code == 73)
                #expect(refused.errors.contains("holds a quotation mark"))
            }
            try await expectNothing(bench)
            // A mark and the accent after it are one character.
            mirror.unicodeScalars.removeAll { "'\"".unicodeScalars.contains($0) }
        }
        let quoted = mirror.replacing("'", with: #"'\''"#)
        try await bench.box.shell("mkdir -p '\((quoted as NSString).deletingLastPathComponent)'")
        let ended = try await bench.box.run("bash", "-c", "apod-mirror setup anna --mirror '\(quoted)'")
        #expect(ended.code == 0, "\(ended.errors)")
        // As systemctl writes a word.
        let shown = String(
            String.UnicodeScalarView(
                mirror.unicodeScalars.flatMap { ("\\\"$`".unicodeScalars.contains($0) ? ["\\"] : []) + [$0] }))
        for (property, prefix) in [("RequiresMountsFor", ""), ("ReadWritePaths", "-")] {
            let read = try await bench.property(property)
            #expect(read.utf8.firstRange(of: "\"\(prefix)\(shown)\"".utf8) != nil, "\(read)")
        }
        #expect(try await bench.inside("touch '\(quoted)/here'").code == 0)
        #expect(bench.box.exists(mirror + "/here"))
    }

    @Test(.needs(tool: "strace")) func `setup run while another is in the middle of it`() async throws {
        let bench = try await ServiceBench()
        #expect(try await bench.setUp("anna").code == 0)
        #expect(try await bench.setUp("anna", "--remove").code == 0)
        let line = "apod-mirror setup anna"
        let told = try await bench.box.shell(
            """
            # It waits before it gives the first file of its settings its place, and then for as long as we like.
            strace --follow-forks --quiet=all --output=/dev/null --trace=renameat \
                --inject=renameat:delay_enter=5s:when=1 \(line) >/tmp/first 2>&1 &
            until ls /etc/apod-mirror/anna.json5.new >/dev/null 2>&1; do :; done
            kill -STOP $!
            code=0
            \(line) >/tmp/second 2>&1 || code=$?
            echo $code
            kill -CONT $!
            code=0
            wait $! || code=$?
            echo $code
            cat /tmp/first /tmp/second
            """)
        #expect(told.hasPrefix("75\n0\n"), "\(told)")
        #expect(told.contains("Another apod-mirror setup is at work"))
        #expect(try await bench.isActive())
        #expect(try bench.box.text("/etc/apod-mirror/anna.json5").contains("mirror: \"/home/anna/Pictures/APOD\","))
    }

    @Test func `setup run thrice at once`() async throws {
        let bench = try await ServiceBench()
        for round in 1...2 {
            let told = try await bench.box.shell(
                """
                for run in 1 2 3; do
                    { code=0; apod-mirror setup anna >/tmp/said$run 2>&1 || code=$?; echo $code; } &
                done
                wait
                cat /tmp/said?
                """)
            let codes = told.split(separator: "\n").prefix(3).compactMap { Int($0) }
            #expect(codes.count == 3 && codes.contains(0) && codes.allSatisfy { [0, 75].contains($0) }, "\(told)")
            #expect(codes.contains(75) == told.contains("Another apod-mirror setup is at work"), "\(told)")
            #expect(try await bench.isActive())
            let files = "find /etc/apod-mirror /etc/systemd/system -name '*.new'"
            #expect(try await bench.box.shell(files) == "")
            if round < 2 { #expect(try await bench.setUp("anna", "--remove").code == 0) }
        }
        // Nobody but root can hold it up.
        let lock = "/run/apod-mirror-setup/lock"
        let held = try await bench.anna("flock --nonblock \(lock) true 2>/dev/null && echo held || true")
        #expect(held == "")
    }

    /// sudo may be told to keep the caller's XDG_RUNTIME_DIR, and the caller's folder is full of the caller's names.
    @Test func `a service of root's own from somebody else's session changes nothing of root's`() async throws {
        let bench = try await ServiceBench()
        try await bench.box.shell("loginctl enable-linger anna; loginctl enable-linger root")
        try await bench.box.eventually("anna's systemd", "[ -S /run/user/$(id -u anna)/systemd/private ]")
        try await bench.box.shell("mkdir -m 755 /srv/open")
        for name in ["apod-mirror-setup", "apod-mirror"] {
            try await bench.anna("ln -s /srv/open $XDG_RUNTIME_DIR/\(name)")
        }
        let foreign = try await bench.box.run(
            "bash", "-c", "XDG_RUNTIME_DIR=/run/user/$(id -u anna) apod-mirror setup --user --mirror /srv/APOD")
        #expect(foreign.code == 73 && foreign.errors.contains("belongs to anna and not to root"), "\(foreign.errors)")
        #expect(try await bench.box.shell("stat --format '%U %a' /srv/open; ls -A /srv/open") == "root 755")
        // Nor does a daemon of root's put its socket there.
        let daemon = try await bench.box.run(
            "bash", "-c",
            """
            export APOD_MIRROR_SOURCE=apod-basic=http://127.0.0.1:9/x
            mkdir /srv/APOD; apod-mirror sync --create --mirror /srv/APOD >/dev/null 2>&1
            XDG_RUNTIME_DIR=/run/user/$(id -u anna) timeout 20 apod-mirror daemon --mirror /srv/APOD
            """)
        #expect(daemon.code == 73 && daemon.errors.contains("belongs to anna and not to root"), "\(daemon.errors)")
        #expect(try await bench.box.shell("stat --format '%U %a' /srv/open; ls -A /srv/open") == "root 755")
        // In root's own, a link is not followed either.
        try await bench.box.eventually("root's systemd", "[ -S /run/user/0/systemd/private ]")
        let linked = try await bench.box.run(
            "bash", "-c",
            """
            ln -s /srv/open /run/user/0/apod-mirror-setup
            HOME=/root XDG_RUNTIME_DIR=/run/user/0 apod-mirror setup --user --mirror /srv/APOD
            """)
        #expect(linked.code == 73 && linked.errors.contains("apod-mirror-setup is a symbolic link"), "\(linked.errors)")
        #expect(try await bench.box.shell("stat --format '%U %a' /srv/open; ls -A /srv/open") == "root 755")
    }
}
