import Glibc
import Testing

@testable import MirrorTree
@testable import NASA
@testable import Settings
@testable import Setup

@Suite("What root reads of a person", .needsTrustBench) struct MachineSettingsTests {
    private let bench: TrustBench

    init() throws {
        bench = try TrustBench()
        try bench.own("etc", 0)
        try bench.own("home", TrustBench.ada, mode: 0o700)
        try bench.own("home/.config", TrustBench.ada)
    }

    private func load() throws -> Configuration {
        try MachineSettings(account: bench.account, etc: bench.path + "/etc").load()
    }

    private func propose(_ folder: String) throws -> String {
        try bench.file("home/.config/user-dirs.dirs", "XDG_PICTURES_DIR=\"\(folder)\"\n", owner: TrustBench.ada)
        let mirror = try load().mirror
        #expect(mirror.hasPrefix(bench.path + "/home/"))
        return String(mirror.dropFirst(bench.path.count + 6))
    }

    @Test func `the person's pictures folder is a proposal as long as it lies in their home`() throws {
        #expect(try load().mirror == bench.path + "/home/Pictures/APOD")
        for (folder, mirror) in [
            ("$HOME/Meine Bilder", "Meine Bilder/APOD"), ("\(bench.path)/home/x/y", "x/y/APOD"),
            ("$HOME/a\u{7}b", "Pictures/APOD"), ("$HOME/../bert", "Pictures/APOD"), ("/etc", "Pictures/APOD"),
            ("/etc/systemd/system/ssh.service.d", "Pictures/APOD"), ("$HOME", "Pictures/APOD"),
        ] {
            #expect(try propose(folder) == mirror)
        }
    }

    @Test func `a proposal behind a link, or in somebody else's folder, is none`() throws {
        try bench.own("home/real", TrustBench.ada)
        try bench.file("home/real/user-dirs.dirs", "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n", owner: TrustBench.ada)
        try bench.link("home/.config/user-dirs.dirs", to: "../real/user-dirs.dirs", owner: TrustBench.ada)
        #expect(try load().mirror == bench.path + "/home/Pictures/APOD")
        #expect(rmdir(bench.path + "/home/.config") != 0 && unlink(bench.path + "/home/.config/user-dirs.dirs") == 0)
        #expect(try propose("$HOME/Bilder") == "Bilder/APOD")
        try bench.own("home/.config", TrustBench.bert)
        #expect(try load().mirror == bench.path + "/home/Pictures/APOD")
    }

    @Test func `settings that only root can write are followed`() throws {
        try bench.file("etc/config.json5", "{ mirror: '/srv/all', keep: 40 }", owner: 0)
        #expect(try load().mirror == "/srv/all")
        try bench.file("etc/ada.json5", "{ mirror: '/srv/ada' }", owner: 0)
        #expect(try load().mirror == "/srv/ada")
    }

    @Test func `the mirror's note of its source is read where nobody else can change the way to it`() throws {
        let note = #"{ "moved_source": "https://x", "moved_to": "apod-basic" }"#
        try bench.own("home/APOD", TrustBench.ada)
        try bench.own("home/APOD/.apod-mirror", TrustBench.ada)
        try bench.file("home/APOD/.apod-mirror/schedule.json", note, owner: TrustBench.ada)
        let machine = MachineSettings(account: bench.account, etc: bench.path + "/etc")
        let mirror = try UnitPath(bench.path + "/home/APOD")
        #expect(machine.sourceState(of: mirror)?.otherForm(of: "https://x", remedy: { $0 })?.source == "apod-basic")
        #expect(try machine.sourceState(of: UnitPath(bench.path + "/home/none")) == nil)
        // A link that the person placed leads root nowhere.
        try bench.own("home/b", TrustBench.ada)
        try bench.link("home/b/.apod-mirror", to: "../APOD/.apod-mirror", owner: TrustBench.ada)
        let linked = try machine.sourceState(of: UnitPath(bench.path + "/home/b"))
        #expect(linked?.otherForm(of: "https://x", remedy: { $0 }) == nil)
    }

    @Test func `settings that others could write are not`() throws {
        for (owner, mode) in [(TrustBench.ada, 0o644), (0, 0o666), (0, 0o664)] as [(UInt32, mode_t)] {
            try bench.file("etc/ada.json5", "{ mirror: '/srv/x' }", owner: owner, mode: mode)
            // Its group is root's, in which others may be.
            #expect(throws: UntrustedPath.file(bench.path + "/etc/ada.json5")) { try load() }
        }
        #expect(unlink(bench.path + "/etc/ada.json5") == 0)
        try bench.link("etc/ada.json5", to: "../home/.config/x", owner: 0)
        #expect(throws: UntrustedPath.file(bench.path + "/etc/ada.json5")) { try load() }
        #expect(unlink(bench.path + "/etc/ada.json5") == 0)
        try bench.own("etc", TrustBench.ada)
        #expect(throws: UntrustedPath.self) { try load() }
    }
}
