import Foundation
import SampleNASA
import Testing

/// An unmounted disk is never filled as a new mirror, and nobody else's folder becomes one.
@Suite(.needsBinary) struct RootTests {
    private static let disk = "Is its disk mounted?"

    @Test(arguments: ["sync", "show", "search x", "hide yesterday", "verify", "unhide yesterday", "verify --repair"])
    func `a missing root is refused with a word about the disk`(words: String) async throws {
        let program = try Program(ServedDays.last(3))
        let ended = try await program.start(words.split(separator: " ").map(String.init)).end()
        #expect(ended.code == 73)
        #expect(ended.errors.contains(Self.disk))
        #expect(!FileManager.default.fileExists(atPath: program.root))
        #expect(program.server.requests.isEmpty)
    }

    @Test func `an empty folder is refused with a word about the disk and stays empty`() async throws {
        let program = try Program(ServedDays.last(3))
        try FileManager.default.createDirectory(atPath: program.root, withIntermediateDirectories: false)
        let ended = try await program.run("sync")
        #expect(ended.code == 73)
        #expect(ended.errors.contains(Self.disk))
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.root) == [])
    }

    @Test func `create refuses a folder that holds something else, and changes nothing there`() async throws {
        let program = try Program(ServedDays.last(3))
        try FileManager.default.createDirectory(atPath: program.root, withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: URL(filePath: program.root + "/thesis.txt"))
        let ended = try await program.run("sync", "--create")
        #expect(ended.code == 73)
        #expect(ended.errors.contains("\(program.root) holds files that are not a mirror's"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.root) == ["thesis.txt"])
    }

    @Test func `create makes a folder with its parents, and changes nothing where there is a mirror`() async throws {
        let program = try Program(ServedDays.last(3))
        let root = program.folder + "/some/where/APOD"
        let arguments = ["sync", "--create", "--history", "3", "--mirror", root]
        #expect(try await program.start(arguments).end().code == 0)
        let identity = try Data(contentsOf: URL(filePath: root + "/.apod-mirror/mirror.json"))
        let again = try await program.start(arguments).end()
        #expect(again.code == 0)
        #expect(!again.output.contains("Made"))
        #expect(try Data(contentsOf: URL(filePath: root + "/.apod-mirror/mirror.json")) == identity)
    }

    @Test func `a mirror that lost its own folder becomes one again with all its pictures`() async throws {
        let program = try Program(ServedDays.last(5))
        let first = try await program.run("sync", "--create", "--history", "5")
        #expect(!first.output.contains("Pending"), "\(first.output)")
        try FileManager.default.removeItem(atPath: program.root + "/.apod-mirror")
        #expect(try await program.run("sync").code == 73)
        program.server.clearRequests()
        let ended = try await program.run("sync", "--create", "--history", "5")
        #expect(ended.code == 0)
        #expect(ended.output.contains("is a mirror again"))
        #expect(!program.server.requests.contains { $0.path.hasPrefix("/content/") })
        #expect(TreeCheck.afterCleanPass(try await MirrorFiles(program), Published(program.server)) == [])
    }

    @Test(.needs(tool: "flock")) func `a second instance waits for nobody and says who is at work`() async throws {
        let program = try Program(ServedDays.last(3))
        #expect(try await program.run("sync", "--create", "--history", "3").code == 0)
        let lock = program.root + "/.apod-mirror/lock"
        let ended = try await program.tool("flock", [lock, Program.binary, "sync"])
        #expect(ended.code == 75)
        #expect(ended.errors.contains("Another apod-mirror is at work in \(program.root)"))
        // Whoever only reads is not kept out.
        for words in [["show"], ["search", "the"], ["verify"], []] {
            #expect(try await program.tool("flock", [lock, Program.binary] + words).code == 0)
        }
    }

    @Test func `a source that cannot be reached leaves the tree as it is`() async throws {
        let program = try Program(ServedDays.last(3))
        #expect(try await program.run("sync", "--create", "--history", "3").code == 0)
        let before = try await MirrorFiles(program).lasting
        program.server.stop()
        let ended = try await program.run("sync")
        #expect(ended.code == 69)
        // One sentence that names the address once.
        #expect(ended.errors.hasPrefix("apod-mirror: \(program.server.apodBasicURL)?"))
        #expect(ended.errors.matches(of: #/https?:/#).count == 1)
        #expect(ended.errors.split(separator: "\n").count == 1)
        #expect(try await MirrorFiles(program).lasting == before)
        #expect(try await program.run("verify").code == 0)
    }

    @Test func `a source that answers with nothing but pages counts as unreachable`() async throws {
        let program = try Program(ServedDays.last(10))
        program.server.setFault(.html(), for: .entries)
        let ended = try await program.run("sync", "--create", "--history", "10")
        #expect(ended.code == 69)
        #expect(ended.errors.split(separator: "\n").count == 1)
        #expect(try await MirrorFiles(program).visible.isEmpty)
    }
}
