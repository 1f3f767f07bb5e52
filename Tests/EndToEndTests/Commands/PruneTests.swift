import Foundation
import Glibc
import SampleNASA
import Testing

/// `keep` in the hands of its owner.
@Suite(.needsBinary) struct PruneTests {
    private static let keep = ["--history", "4", "--keep", "5"]

    private func mirror(_ count: Int = 14) async throws -> Program {
        let program = try Program(ServedDays.last(count))
        #expect(try await program.run("sync", "--create", "--history", "\(count)").code == 0)
        return program
    }

    private func prune(_ program: Program, _ words: String...) async throws -> Child.Ended {
        try await program.start(["prune"] + words + Self.keep).end()
    }

    /// Every name, with what a change of any kind would change.
    private func everything(_ program: Program) async throws -> String {
        let words = [program.root, "-printf", "%P %y %i %n %s %m %T@ %C@ %l\n"]
        return try await program.tool("find", words).output.split(separator: "\n").sorted().joined(separator: "\n")
    }

    private func expectSound(_ program: Program, location: SourceLocation = #_sourceLocation) async throws {
        let files = try await MirrorFiles(program)
        for month in files.months where files.files["\(month)/metadata/SHA256SUMS"] != nil {
            let check = try await program.tool(
                "sha256sum", ["--check", "--strict", "--quiet", "metadata/SHA256SUMS"], in: program.root + "/" + month)
            #expect(check.code == 0, "\(check.output)\(check.errors)", sourceLocation: location)
        }
        let listed = files.sums.flatMap { String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n") }
        #expect(
            Set(listed.map { String($0.dropFirst(66)) })
                == Set(files.visible.filter { $0.suffix != "html" }.map(\.name)), sourceLocation: location)
        #expect(Set(files.metadata.map { String($0.name.prefix(10)) }) == Set(files.visible.map(\.day)))
        #expect(files.files.keys.filter { $0.hasPrefix(".apod-mirror/pruned/") }.isEmpty, sourceLocation: location)
    }

    @Test func `old pictures go, a line each, and favorites stay`() async throws {
        let program = try await mirror()
        let (added, dropped) = (ServedDays.ago(9), ServedDays.ago(11))
        #expect(try await program.run("favorites", "add", added).code == 0)
        let name = try await program.pictureName(of: dropped)
        let before = try await MirrorFiles(program)
        try FileManager.default.createSymbolicLink(
            atPath: program.root + "/favorites/mine", withDestinationPath: before.picture(of: dropped)?.path ?? "")
        try FileManager.default.removeItem(atPath: program.root + "/favorites/mine")
        try FileManager.default.createSymbolicLink(
            atPath: program.root + "/favorites/\(name)",
            withDestinationPath: program.root + "/" + (before.picture(of: dropped)?.path ?? ""))

        let ended = try await prune(program)
        #expect(ended.code == 0)
        #expect(ended.errors == "")
        let lines = ended.output.split(separator: "\n").map(String.init)
        let gone = (5..<14).map(ServedDays.ago).filter { $0 != added && $0 != dropped }.sorted()
        #expect(lines.dropLast().map { String($0.prefix(10)) } == gone)
        #expect(lines.dropLast().allSatisfy { $0.wholeMatch(of: #/[\d-]{10} \S.* \(\d[\d.]* \w+\)/#) != nil })
        #expect(lines.last?.wholeMatch(of: #/Pruned: 7 days, \d[\d.]* \w+\./#) != nil)

        let files = try await MirrorFiles(program)
        #expect(Set(files.visible.map(\.day)) == Set((0..<5).map(ServedDays.ago) + [added, dropped]))
        for file in files.visible { #expect(file.sha256 == before.files[file.path]?.sha256) }
        try await expectSound(program)
        #expect(try await program.listedFavorites().keys.sorted() == [dropped, added].sorted())

        let again = try await prune(program)
        #expect(again.code == 0)
        #expect(again.output == "Nothing to prune: keep is 5 days.\n")
    }

    @Test func `a dry run tells the same and changes nothing at all`() async throws {
        let program = try await mirror()
        let before = try await everything(program)
        let asked = try await prune(program, "--dry-run")
        #expect(asked.code == 0)
        #expect(try await everything(program) == before)
        let did = try await prune(program)
        #expect(asked.output.split(separator: "\n").dropLast() == did.output.split(separator: "\n").dropLast())
        #expect(asked.output.contains("Would go: 9 days, "))
        #expect(asked.output.hasSuffix("To let them go: apod-mirror prune\n"))
    }

    @Test func `with keep forever it tells how to set keep`() async throws {
        let program = try await mirror(3)
        for words in [["prune"], ["prune", "--dry-run"]] {
            let ended = try await program.start(words).end()
            #expect(ended.code == 0)
            #expect(ended.output.contains("keep is forever"))
            #expect(ended.output.contains("apod-mirror prune --dry-run --keep 365"))
        }
        #expect(try await MirrorFiles(program).visible.count == 3)
    }

    @Test func `a sync prunes after its pass, and the next ones find nothing to do`() async throws {
        let program = try await mirror()
        let first = try await program.start(["sync"] + Self.keep).end()
        #expect(first.code == 0)
        #expect(first.output.contains("Pruned: 9 days, "))
        let left = try await MirrorFiles(program).lasting
        program.server.clearRequests()
        for _ in 0..<3 {
            let ended = try await program.start(["sync"] + Self.keep).end()
            #expect(ended.code == 0)
            #expect(!ended.output.contains("Pruned"))
            #expect(ended.errors == "")
        }
        #expect(try await MirrorFiles(program).lasting == left)
        #expect(!program.server.requests.contains { $0.path.hasPrefix("/content/") })
        try await expectSound(program)
    }

    @Test func `into an empty mirror nothing is fetched that would go at once`() async throws {
        let program = try Program(ServedDays.last(20))
        let ended = try await program.run("sync", "--create", "--history", ServedDays.ago(19), "--keep", "5")
        #expect(ended.code == 0)
        #expect(!ended.output.contains("Pruned"))
        #expect(Set(try await MirrorFiles(program).visible.map(\.day)) == Set((0..<5).map(ServedDays.ago)))
        let fetched = program.server.requests.filter { $0.path.hasPrefix("/content/") && $0.status == 200 }
        let old = (6..<20).map { "_" + ServedDays.ago($0).dropFirst(2).filter { $0 != "-" } + "." }
        #expect(fetched.allSatisfy { request in !old.contains { request.path.contains($0) } })
    }

    @Test func `a day that is asked for by name stays until the next pass`() async throws {
        let program = try await mirror()
        #expect(try await prune(program).code == 0)
        let day = ServedDays.ago(10)
        let asked = try await program.start(["sync", "--since", day, "--until", day] + Self.keep).end()
        #expect(asked.code == 0)
        #expect(try await MirrorFiles(program).picture(of: day) != nil)
        #expect(try await program.start(["sync"] + Self.keep).end().output.contains("Pruned: 1 day, "))
        #expect(try await MirrorFiles(program).picture(of: day) == nil)
        try await expectSound(program)
    }

    @Test func `a day that waits for its picture goes too, and is not asked for again`() async throws {
        let program = try Program(ServedDays.last(14))
        let day = ServedDays.ago(10)
        program.server.setFault(.status(404), for: .media(day))
        #expect(try await program.run("sync", "--create", "--history", "14").code == 1)
        #expect(try await MirrorFiles(program).record(of: day)?.state == "pending")
        #expect(try await program.start(["sync"] + Self.keep).end().code == 0)
        program.server.clearFaults()
        program.server.clearRequests()
        #expect(try await program.start(["sync"] + Self.keep).end().code == 0)
        #expect(try await MirrorFiles(program).record(of: day) == nil)
        #expect(!program.server.requests.contains { $0.path.hasPrefix("/content/") })
        try await expectSound(program)
    }

    @Test func `a former favorite stays, and so does a hidden day`() async throws {
        let program = try await mirror()
        let (former, hidden) = (ServedDays.ago(8), ServedDays.ago(9))
        #expect(try await program.run("favorites", "add", former).code == 0)
        #expect(try await program.run("favorites", "remove", former).code == 0)
        #expect(try await program.run("hide", hidden).code == 0)
        #expect(try await prune(program).output.contains("Pruned: 7 days, "))
        let files = try await MirrorFiles(program)
        #expect(files.picture(of: former) != nil)
        #expect(files.record(of: hidden)?.state == "hidden")
    }

    @Test func `beside a daemon it is the daemon that prunes, also after a sync`() async throws {
        let program = try await mirror()
        let daemon = try program.start(["daemon"] + Self.keep)
        defer { daemon.send(SIGTERM) }
        let lock = program.root + "/.apod-mirror/lock"
        try await eventually("the daemon says where it is to be met") {
            try !Data(contentsOf: URL(filePath: lock)).isEmpty
        }
        let asked = try await prune(program)
        #expect(asked.code == 0)
        #expect(asked.errors == "")
        #expect(asked.output.contains("Pruned: 9 days, "))
        let day = ServedDays.ago(10)
        #expect(try await program.run("sync", "--since", day, "--until", day).code == 0)
        #expect(try await program.run("sync").output.contains("Pruned: 1 day, "))
        daemon.send(SIGTERM)
        #expect(await daemon.end().code == 0)
        #expect(try await MirrorFiles(program).visible.count == 5)
        try await expectSound(program)
    }

    @Test(.needsFaultLibrary) func `nothing goes while an album cannot be read`() async throws {
        let program = try await mirror()
        let album = program.root + "/favorites/Moons"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        let switched = program.folder + "/unreadable"
        try Data().write(to: URL(filePath: switched))
        let blind = [
            "LD_PRELOAD": Program.faultLibrary ?? "", "UNREADABLE": "/favorites/Moons", "UNREADABLE_WHILE": switched,
        ]
        for words in [["prune"], ["prune", "--dry-run"]] {
            let ended = try await program.start(words + Self.keep, adding: blind).end()
            #expect(ended.code == 1)
            #expect(ended.errors.contains("favorites/Moons"))
            #expect(ended.output == "")
        }
        #expect(try await MirrorFiles(program).visible.count == 14)
        #expect(try await prune(program).output.contains("Pruned: 9 days, "))
    }

    @Test func `a keep that is shorter than the history is refused`() async throws {
        let program = try await mirror(3)
        let short = try await program.run("prune", "--keep", "2", adding: ["APOD_MIRROR_HISTORY": "3"])
        #expect(short.code == 64)
        #expect(short.errors.contains("shorter than history"))
        #expect(try await program.run("prune", "today").code == 64)
    }
}
