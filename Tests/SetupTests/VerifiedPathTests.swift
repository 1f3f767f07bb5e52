import Folder
import Glibc
import Testing

@testable import Settings
@testable import Setup

@Suite("A path that root walks", .needsTrustBench) struct VerifiedPathTests {
    private let bench: TrustBench

    init() throws { bench = try TrustBench() }

    private func walk(_ name: String) throws -> VerifiedPath {
        try VerifiedPath(UnitPath(bench.path + "/" + name), for: bench.account)
    }

    private func refusal(_ name: String) -> UntrustedPath? {
        do {
            _ = try walk(name)
            return nil
        } catch {
            return error as? UntrustedPath
        }
    }

    @Test func `it ends at what is there and names what is missing`() throws {
        try bench.own("home", TrustBench.ada, mode: 0o700)
        try bench.own("home/Pictures", TrustBench.ada)
        let way = try walk("home/Pictures/APOD/x")
        #expect(way.missing == ["APOD", "x"] && !way.isThere && !way.isRootsAlone)
        #expect(way.folder.path == bench.path + "/home/Pictures")
        #expect(try walk("home/Pictures").isThere)
    }

    @Test func `a link of the user's is refused by name, wherever it leads`() throws {
        try bench.own("home", TrustBench.ada)
        try bench.own("home/real", TrustBench.ada)
        try bench.link("home/APOD", to: "real", owner: TrustBench.ada)
        try bench.link("home/etc", to: "/etc", owner: TrustBench.ada)
        // Also one that somehow came to be root's.
        try bench.link("home/roots", to: "real", owner: 0)
        for name in ["APOD", "etc", "roots"] {
            for below in ["", "/x/APOD"] {
                #expect(refusal("home/\(name)\(below)") == .link(bench.path + "/home/" + name))
            }
        }
    }

    @Test func `a link that only root can have made is the way it leads`() throws {
        // The temporary folder itself lies where everybody may make names, so a folder of root's alone is needed.
        let way = try VerifiedPath(UnitPath("/proc/self/../1"), for: nil)
        #expect(way.real.text == "/proc/1")
        let name = "apod-mirror-link-\(getpid())"
        try #require(symlink("/srv", "/run/" + name) == 0)
        defer { unlink("/run/" + name) }
        let led = try VerifiedPath(UnitPath("/run/\(name)/APOD-\(name)/x"), for: bench.account)
        #expect(led.real.text == "/srv/APOD-\(name)/x")
        #expect(led.missing.count == 2 && led.isRootsAlone)
    }

    @Test func `a folder of somebody else's is refused by name`() throws {
        try bench.own("home", TrustBench.bert)
        try bench.own("home/Pictures", TrustBench.ada)
        let home = bench.path + "/home"
        #expect(refusal("home/Pictures") == .stranger(home, .owner(TrustBench.bert), user: "ada"))
        try bench.own("home", TrustBench.ada, mode: 0o777)
        #expect(refusal("home/Pictures/APOD") == .stranger(home, .writer(.everybody), user: "ada"))
        // As in /tmp others may make names, and what was made by the person stays theirs.
        try bench.own("home", TrustBench.ada, mode: 0o1777)
        #expect(refusal("home/Pictures/APOD") == nil)
        try bench.own("home/Pictures", TrustBench.bert)
        #expect(refusal("home/Pictures/APOD") != nil)
    }

    @Test func `a file in a folder's place is refused`() throws {
        try bench.file("home", "x", owner: TrustBench.ada)
        #expect(refusal("home") == .noFolder(bench.path + "/home"))
        #expect(refusal("home/APOD") == .noFolder(bench.path + "/home"))
    }
}
