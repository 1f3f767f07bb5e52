import Foundation
import SampleNASA
import Testing

/// `apod-mirror setup` on a machine with a real systemd.
@Suite(.needsBinary, .needsSystemdBox, .serialized, .timeLimit(.minutes(15))) struct SetupTests {
    /// With its own second run: what is as it should be is left as it is.
    private func setUp(_ bench: ServiceBench, _ words: String...) async throws {
        let line = "apod-mirror setup " + words.map { "'\($0)'" }.joined(separator: " ")
        let first = try await bench.box.run("bash", "-c", line)
        #expect(first.code == 0, "\(first.output)\(first.errors)")
        #expect(try await bench.isActive())
        let before = try await state(bench)
        let second = try await bench.box.run("bash", "-c", line)
        #expect(second.code == 0, "\(second.output)\(second.errors)")
        #expect(!second.output.contains("Wrote"))
        #expect(second.output.contains("It says: "), "\(second.output)")
        #expect(try await state(bench) == before)
    }

    /// Which run of the service it is, and every file that setup may write with the time it was written.
    private func state(_ bench: ServiceBench) async throws -> String {
        try await bench.property("InvocationID")
            + bench.box.shell("find /etc/apod-mirror /etc/systemd/system -printf '%p %T@ %i %m\\n' | sort")
    }

    @Test func `a fresh home that nobody else may enter, and no network`() async throws {
        let bench = try await ServiceBench()
        try await setUp(bench, "anna")
        let mirror = "/home/anna/Pictures/APOD"
        let owners = try await bench.box.shell("find /home/anna/Pictures -printf '%u:%g %m\\n' | sort -u")
        #expect(Set(owners.split(separator: "\n")).isSubset(of: ["anna:anna 755", "anna:anna 644"]), "\(owners)")
        #expect(bench.box.exists(mirror + "/.apod-mirror/mirror.json"))
        #expect(try bench.box.text("/etc/apod-mirror/anna.json5").contains("mirror: \"\(mirror)\","))
        let units = "\(ServiceBench.unit) apod-mirror-root@anna.service"
        // Of other units it complains with them or without.
        let complaints = try await bench.box.shell(
            """
            systemd-analyze verify --man=no basic.target >/tmp/others 2>&1 && others=0 || others=$?
            systemd-analyze verify --man=no \(units) >/tmp/ours 2>&1 && ours=0 || ours=$?
            test $ours = $others
            comm -13 <(sort -u /tmp/others) <(sort -u /tmp/ours)
            """)
        #expect(complaints == "")
        // Ready although nothing answers, and as the user whose mirror it is.
        #expect(try await bench.property("StatusText") != "")
        let process = try await bench.property("MainPID")
        #expect(try await bench.box.shell("stat --format %U /proc/\(process)") == "anna")
        try await bench.box.eventually(
            "a word about the network", "journalctl --unit \(ServiceBench.unit) | grep -q 'cannot be reached'")
        #expect(try await bench.isActive())
        let status = try await bench.anna("apod-mirror status --mirror \(mirror) || true")
        #expect(status.contains("cannot be reached"), "\(status)")
    }

    @Test func `a pictures folder with a name of its own`() async throws {
        let bench = try await ServiceBench()
        try await bench.anna(
            #"mkdir -p .config Bilder; echo 'XDG_PICTURES_DIR="$HOME/Meine Bilder %1"' > .config/user-dirs.dirs"#)
        // A group in which there is nobody but the user may write in a home.
        try await bench.anna("chmod 770 .")
        try await setUp(bench, "anna")
        let mirror = "/home/anna/Meine Bilder %1/APOD"
        #expect(try bench.box.text("/etc/apod-mirror/anna.json5").contains("mirror: \"\(mirror)\","))
        #expect(try await bench.inside("touch '\(mirror)/here'").code == 0)
        #expect(try await bench.box.shell("stat --format %U '\(mirror)/here'") == "anna")
    }

    @Test func `a folder of the machine, shared with a group`() async throws {
        let bench = try await ServiceBench()
        try await bench.box.shell("groupadd family; mkdir -m 750 /srv/closed")
        let missing = try await bench.setUp("anna", "--mirror", "/srv/APOD", "--share", "friends")
        #expect(missing.code == 64)
        #expect(missing.errors.contains("addgroup friends"), "\(missing.errors)")
        #expect(!bench.box.exists("/srv/APOD"))

        let first = try await bench.setUp("anna", "--mirror", "/srv/APOD", "--share", "family")
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.errors.contains("usermod -aG family anna"), "\(first.errors)")
        #expect(try await bench.box.shell("stat --format '%U:%G %a' /srv/APOD") == "anna:anna 755")
        try await bench.box.eventually(
            "a shared folder", "test \"$(stat --format '%G %a' /srv/APOD/favorites)\" = 'family 2775'")
        try await bench.box.shell("usermod -aG family anna")
        try await setUp(bench, "anna")
        #expect(try await bench.box.shell("cat /etc/apod-mirror/anna.json5").contains("share_group: \"family\""))

        let home = try await bench.setUp("anna", "--mirror", "/home/anna/APOD")
        #expect(home.code == 0)
        #expect(home.errors.contains("The members of family cannot enter /home/anna."), "\(home.errors)")
        #expect(home.errors.contains("chmod o+x /home/anna"))
    }

    @Test func `a path with all that a path may hold`() async throws {
        let bench = try await ServiceBench()
        let mark = try await bench.losesQuotationMarks ? "" : "\""
        let name = "/srv/a\(mark)b%c\\d:e ü  x"
        try await bench.box.shell("mkdir '\(name)'")
        for mirror in [name + "/APOD", "/home/anna" + name.dropFirst(4)] {
            try await setUp(bench, "anna", "--mirror", mirror)
            #expect(try await bench.inside("touch '\(mirror)/here'").code == 0)
            #expect(bench.box.exists(mirror + "/here"))
        }
    }

    @Test func `root makes nothing where a link of the user leads`() async throws {
        let bench = try await ServiceBench()
        try await bench.anna("ln -s /etc elsewhere; ln -s /etc/cron.d APOD")
        for mirror in ["/home/anna/elsewhere/APOD", "/home/anna/APOD", "/root/APOD", "/etc/passwd"] {
            let ended = try await bench.setUp("anna", "--mirror", mirror)
            #expect(ended.code == 73, "\(mirror): \(ended.output)\(ended.errors)")
        }
        #expect(!bench.box.exists("/etc/APOD"))
        #expect(!bench.box.exists("/etc/apod-mirror/anna.json5"))
        #expect(!bench.box.exists("/etc/systemd/system/\(ServiceBench.unit).d"))
        #expect(try await !bench.isActive())
    }

    @Test func `what cannot be is told, and nothing is changed`() async throws {
        let bench = try await ServiceBench()
        try await bench.box.shell("mkdir /srv/theses; touch /srv/theses/mine; chown -R anna: /srv/theses")
        try await bench.box.shell("mkdir /srv/roots")
        let cases: [([String], Int32, String)] = [
            (["nobodyhere"], 64, "adduser nobodyhere"),
            (["anna", "--mirror", "/srv/theses"], 73, "Choose an empty folder"),
            (["anna", "--mirror", "/srv/roots"], 73, "chown -R anna: /srv/roots"),
            (["anna", "--mirror", "/srv/a/b/APOD"], 73, "mkdir -p /srv/a/b"), ([], 64, "apod-mirror setup USER"),
            (["../x"], 64, "no unit for a user named"), (["anna", "--history", "year"], 64, "--history"),
        ]
        for (words, code, sentence) in cases {
            let line = words.map { "'\($0)'" }.joined(separator: " ")
            let told = try await bench.box.run("bash", "-c", "apod-mirror setup \(line)")
            #expect(told.code == code, "\(line): \(told.errors)")
            #expect(told.errors.contains(sentence), "\(line): \(told.errors)")
        }
        #expect(!bench.box.exists("/etc/apod-mirror/anna.json5"))
        #expect(!bench.box.exists("/etc/systemd/system/\(ServiceBench.unit).d"))
        let noRoot = try await bench.anna("apod-mirror setup --mirror /srv/APOD 2>&1 || test $? = 64")
        #expect(noRoot.contains("sudo apod-mirror setup anna --mirror /srv/APOD"), "\(noRoot)")
        let without = try await bench.box.run(
            "bash", "-c", "mount -t tmpfs none /run/systemd && apod-mirror setup anna")
        #expect(without.code == 69)
        #expect(without.errors.contains("systemd does not run here"), "\(without.errors)")
    }

    @Test func `an edited file stays, whatever is asked for`() async throws {
        let bench = try await ServiceBench()
        #expect(try await bench.setUp("anna", "--mirror", "/srv/APOD").code == 0)
        let file = "/etc/apod-mirror/anna.json5"
        try await bench.box.shell("sed -i 's/^}/    keep: \"forever\",\\n}/' \(file)")
        let edited = try bench.box.text(file)
        let ended = try await bench.setUp("anna", "--mirror", "/srv/Other")
        #expect(ended.code == 78)
        #expect(ended.errors.contains("Write mirror: \"/srv/Other\" in line 4"), "\(ended.errors)")
        #expect(try bench.box.text(file) == edited)
        #expect(!bench.box.exists("/srv/Other"))
        let removed = try await bench.setUp("anna", "--remove")
        #expect(removed.code == 0)
        #expect(removed.output.contains("\(file) was edited, so it stays."))
        #expect(try bench.box.text(file) == edited)
    }

    @Test func `what was set up goes again, and the pictures stay`() async throws {
        let bench = try await ServiceBench()
        let before = try await bench.box.shell("find /etc/systemd/system /etc/apod-mirror | sort")
        #expect(try await bench.setUp("anna", "--mirror", "/srv/APOD").code == 0)
        try await bench.anna("ln -s ../2026/2026-09/2026-09-16.jpg /srv/APOD/favorites/")
        try await bench.box.eventually("the page that is written last", "test -e /srv/APOD/credits.html")
        let files = "find /srv/APOD -path /srv/APOD/.apod-mirror -prune -o -print | sort"
        let mirror = try await bench.box.shell(files)
        let ended = try await bench.setUp("--remove", "anna")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("Pictures and favorites stay where they are in /srv/APOD."))
        #expect(try await !bench.isActive())
        #expect(try await bench.box.shell("find /etc/systemd/system /etc/apod-mirror | sort") == before)
        #expect(try await bench.box.shell(files) == mirror)
        #expect(try await bench.setUp("--remove", "anna").code == 0)

        // From a home to another place and away: no unit and no mount is left of it.
        #expect(try await bench.setUp("anna").code == 0)
        let unit = "/etc/systemd/system/apod-mirror-root@anna.service"
        #expect(bench.box.exists(unit) && bench.box.exists("/run/apod-mirror-roots/anna"))
        #expect(try await bench.setUp("anna", "--mirror", "/srv/APOD").code == 0)
        #expect(!bench.box.exists(unit) && !bench.box.exists("/run/apod-mirror-roots/anna"))
        #expect(try await bench.setUp("anna", "--mirror", "/home/anna/Pictures/APOD").code == 0)
        #expect(try await bench.setUp("--remove", "anna").code == 0)
        #expect(try await bench.box.shell("find /etc/systemd/system /etc/apod-mirror | sort") == before)
        #expect(!bench.box.exists("/run/apod-mirror-roots/anna"))
    }
}
