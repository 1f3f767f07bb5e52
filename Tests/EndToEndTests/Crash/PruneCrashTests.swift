import Foundation
import Glibc
import Testing

/// A day that goes is whole or gone, and a favorite is whole: whenever the prune is killed, and whatever is dropped then.
@Suite(.onlyInAll("crash loops"), .needsBinary, .needsCrashLibrary)
struct PruneCrashTests {
    private static let days = 12
    private static let keep = ["--history", "3", "--keep", "4"]
    /// One was a favorite before, the link of the other lies there and was never looked at.
    private static let favorites = [ServedDays.ago(8), ServedDays.ago(9)]
    /// Dropped when the prune has just been killed.
    private static let late = ServedDays.ago(6)
    private static let superseded = ServedDays.ago(5)

    @Test func `a prune may be killed before every call`() async throws {
        let bench = try await bench()
        let calls = try await bench.countCalls()
        #expect(calls > 50)
        print("a prune's calls: \(calls)")
        let pruned = try await MirrorFiles(bench.program)
        let stay = (0..<4).map(ServedDays.ago) + Self.favorites
        #expect(Set(pruned.visible.map(\.day)) == Set(stay))
        for call in TriedCalls(of: calls, some: 12).calls {
            let when: Comment = "killed before call \(call) of \(calls)"
            try await bench.reset()
            try await bench.crash(before: call)
            let files = try await MirrorFiles(bench.program)
            #expect(TreeCheck.afterCrash(files, bench.published).filter(Self.isNoLink).isEmpty, when)
            // Only a link to what is still there is sure to find it.
            let isSeen = files.picture(of: Self.late) != nil
            if isSeen { try Self.link(Self.late, files) }

            #expect(try await bench.program.run("favorites", "list").code == 0, when)
            let started = try await MirrorFiles(bench.program)
            #expect(Self.torn(started, bench.published).isEmpty, when)
            let mustStay = stay + (isSeen ? [Self.late] : [])
            #expect(mustStay.allSatisfy { started.picture(of: $0) != nil }, when)

            #expect(try await bench.program.start(["prune"] + Self.keep).end().code == 0, when)
            let ended = try await MirrorFiles(bench.program)
            #expect(Set(ended.visible.map(\.day)) == Set(mustStay), when)
            #expect(Self.torn(ended, bench.published).isEmpty, when)
            #expect(ended.superseded.isEmpty, when)
        }
    }

    /// From the moment the first JSON has left its month, somebody links whatever is still to be seen.
    @Test func `a prune may be killed while favorites are dropped`() async throws {
        let bench = try await bench()
        let program = bench.program
        let calls = try await bench.countCalls()
        var (kept, whole) = (0, 0)
        // What comes back makes more calls than what goes.
        for call in TriedCalls(of: calls + 60, some: 16).calls {
            let when: Comment = "killed before call \(call)"
            try await bench.reset()
            let before = try await MirrorFiles(program)
            let old = (4..<Self.days).map(ServedDays.ago).filter { !Self.favorites.contains($0) }
            let pictures = try old.map { day in (day: day, picture: try #require(before.picture(of: day))) }
            let child = try program.start(
                bench.arguments, adding: ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_AT": "\(call)"])
            let dropping = Fact<[String]>()
            Thread.detachNewThread {
                let first = "\(program.root)/.apod-mirror/pruned/metadata/\(old.min() ?? "").json"
                while access(first, F_OK) != 0, !child.hasEnded {}
                var dropped: [String] = []
                for (day, picture) in pictures {
                    let path = "\(program.root)/\(picture.path)"
                    if symlink(path, "\(program.root)/favorites/\(picture.name)") == 0, access(path, F_OK) == 0 {
                        dropped.append(day)
                    }
                }
                dropping.settle(dropped)
            }
            let ended = await child.end()
            #expect(ended.wasKilled || ended.code == 0, when)
            let dropped = try #require(await dropping.value(within: .seconds(60)))
            whole += ended.wasKilled ? 0 : 1
            let crashed = try await MirrorFiles(program)
            #expect(TreeCheck.afterCrash(crashed, bench.published).filter(Self.isNoLink).isEmpty, when)

            let listed = Set(try await program.listedFavorites().keys)
            let mustStay = (0..<4).map(ServedDays.ago) + Self.favorites + dropped
            let started = try await MirrorFiles(program)
            #expect(Self.torn(started, bench.published).isEmpty, when)
            #expect(mustStay.allSatisfy { started.picture(of: $0) != nil }, when)
            #expect(listed.isSuperset(of: dropped), when)
            #expect(try await program.start(["prune"] + Self.keep).end().code == 0, when)
            let last = try await MirrorFiles(program)
            #expect(mustStay.allSatisfy { last.picture(of: $0) != nil }, when)
            #expect(Self.torn(last, bench.published).isEmpty, when)
            kept += dropped.count
        }
        print("measured: \(kept) favorites were dropped in time, \(whole) prunes were not killed")
        #expect(kept > 0)
    }

    private func bench() async throws -> CrashBench {
        let program = try Program(ServedDays.last(Self.days))
        #expect(try await program.run("sync", "--create", "--history", "\(Self.days)").code == 0)
        #expect(try await program.run("favorites", "add", Self.favorites[0]).code == 0)
        let files = try await MirrorFiles(program)
        try Self.link(Self.favorites[1], files)
        let month = try #require(files.picture(of: Self.superseded)).folder
        let former = "\(program.root)/\(month)/metadata/superseded"
        try FileManager.default.createDirectory(atPath: former, withIntermediateDirectories: true)
        try Data("former".utf8).write(to: URL(filePath: "\(former)/\(Self.superseded) 01234567.jpg"))
        let beginning = try await CrashBench.beginning(of: program)
        return CrashBench(
            program: program, arguments: ["prune"] + Self.keep, published: Published(program.server),
            beginning: beginning)
    }

    private static func link(_ day: String, _ files: MirrorFiles) throws {
        let picture = try #require(files.picture(of: day))
        try FileManager.default.createSymbolicLink(
            atPath: "\(files.root)/favorites/\(picture.name)", withDestinationPath: "../\(picture.path)")
    }

    /// Links are what favorites are made of.
    private static func isNoLink(_ problem: String) -> Bool {
        !problem.contains("neither file nor folder: favorites/")
    }

    /// What is wrong with a tree that a start has mended: each day is whole or gone, and nothing is on its way.
    private static func torn(_ files: MirrorFiles, _ published: Published) -> [String] {
        let days = Set(files.visible.map(\.day) + files.metadata.map { String($0.name.prefix(10)) })
        let others = published.days.filter { !days.contains($0) }
        var problems = TreeCheck.afterCleanPass(files, others.reduce(published) { $0.without($1) })
        problems += files.files.keys.filter { $0.hasPrefix(".apod-mirror/pruned/") }.map { "left: \($0)" }
        return problems.filter(isNoLink)
    }
}
