import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// `status` tells how things are when it is asked, not how they were when something happened last.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct StatusNowTests {
    private static let history = ["APOD_MIRROR_HISTORY": "3"]

    private func mirror(_ place: [String: String] = [:]) async throws -> Program {
        let program = try Program(ServedDays.last(3))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "3", adding: place)
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        return program
    }

    private func place(_ disk: TinyDisk, keepingFree bytes: String) -> [String: String] {
        Self.history.merging([
            "APOD_MIRROR_MIRROR": disk.path + "/APOD", "APOD_MIRROR_MIN_FREE_BYTES": bytes,
        ]) { $1 }
    }

    /// Nothing happens beside it that a daemon would hear of.
    @Test(.needsMount, arguments: ["4 MB", "0"])
    func `a disk that is full is told at once, and so is room`(kept: String) async throws {
        let disk = try TinyDisk(size: "16m")
        let place = place(disk, keepingFree: kept)
        let program = try await mirror(place)
        let daemon = try await RunningDaemon(program, adding: place)
        try await daemon.says(#/today's is in/#)
        #expect(try await program.run("status", adding: place).code == 0)
        try disk.fill()
        let full = try await program.run("status", adding: place)
        #expect(full.code == 1)
        #expect(full.output.contains("Problem: ") && full.output.contains("min_free_bytes"), "\(full.output)")
        try disk.makeRoom()
        let roomy = try await program.run("status", adding: place)
        #expect(roomy.code == 0, "\(roomy.output)")
        #expect(await daemon.end().code == 0)
        try disk.fill()
        let alone = try await program.run("status", adding: place)
        #expect(alone.code == 1)
        #expect(alone.output.contains("min_free_bytes"), "\(alone.output)")
    }

    @Test(.needsMount)
    func `a sync that had no room goes on when status finds some, and is told no more`() async throws {
        let disk = try TinyDisk(size: "16m")
        let place = place(disk, keepingFree: "4 MB")
        let program = try await mirror(place)
        let months = try FileManager.default.subpathsOfDirectory(atPath: disk.path + "/APOD")
        let picture = try #require(months.first { $0.contains("/\(ServedDays.ago(1)) ") })
        let daemon = try await RunningDaemon(program, adding: place)
        try disk.fill()
        #expect(unlink("\(disk.path)/APOD/\(picture)") == 0)
        daemon.child.send(SIGUSR1)
        try await eventually("the pass that had no room") { daemon.child.errors.text.contains("min_free_bytes") }
        #expect(try await program.run("status", adding: place).code == 1)
        try disk.makeRoom()
        let roomy = try await program.run("status", adding: place)
        #expect(roomy.code == 0, "\(roomy.output)")
        try await eventually("the picture is back") {
            FileManager.default.fileExists(atPath: "\(disk.path)/APOD/\(picture)")
        }
        #expect(await daemon.end().code == 0)
    }

    @Test(.needsMount)
    func `favorites that share their bytes for want of room get their own when status finds some`() async throws {
        let disk = try TinyDisk(size: "16m")
        let place = place(disk, keepingFree: "4 MB")
        let program = try await mirror(place)
        let root = disk.path + "/APOD"
        let files = try FileManager.default.subpathsOfDirectory(atPath: root)
        let picture = try #require(files.first { $0.contains("/\(ServedDays.ago(1)) ") })
        let name = (picture as NSString).lastPathComponent
        func names(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")[.referenceCount] as? Int
        }
        let daemon = try await RunningDaemon(program, adding: place)
        try await daemon.says(#/today's is in/#)
        // Little is left, and enough for a link.
        try disk.fill()
        let filler = try FileHandle(forWritingTo: URL(filePath: disk.path + "/filler"))
        try filler.truncate(atOffset: filler.seekToEnd() - 2_000_000)
        try filler.close()
        #expect(symlink("../\(picture)", root + "/favorites/a.jpg") == 0)
        try await eventually("status tells that it shares its bytes") {
            let told = try await program.run("status", adding: place)
            return told.code == 1 && told.output.contains("The second copies of 1 favorite share their bytes")
        }
        #expect(try names(picture) == 2)
        try disk.makeRoom()
        let roomy = try await program.run("status", adding: place)
        #expect(roomy.code == 0 && !roomy.output.contains("share their bytes"), "\(roomy.output)")
        try await eventually("it has bytes of its own") {
            try names(picture) == 1 && names(".apod-mirror/vault/\(name)") == 1
        }
        #expect(await daemon.end().code == 0)
    }

    @Test func `what a pass found wrong with a month is told no more once it is put right`() async throws {
        let program = try await mirror()
        let ahead = "2999-01-01 Ahead.jpg"
        let month = program.root + "/2999/2999-01"
        try FileManager.default.createDirectory(atPath: month, withIntermediateDirectories: true)
        try Data("no picture".utf8).write(to: URL(filePath: "\(month)/\(ahead)"))
        let daemon = try await RunningDaemon(program, adding: Self.history)
        daemon.child.send(SIGUSR1)
        try await eventually("the pass tells") { daemon.child.errors.text.contains("a day that has not come yet") }
        #expect(try await program.run("status").code == 1)
        try FileManager.default.removeItem(atPath: program.root + "/2999")
        let right = try await program.run("status")
        #expect(right.code == 0, "\(right.output)")
        #expect(await daemon.end().code == 0)
    }

    @Test(.enabled(if: Abilities.immutability, "needs chattr, and root, who can make a folder immutable"))
    func `a month in which nothing can be stored is told of as long as that is so`() async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        let month = (program.root + "/" + picture.path as NSString).deletingLastPathComponent
        #expect(unlink(program.root + "/" + picture.path) == 0)
        #expect(Command.succeeds("chattr", "+i", month))
        defer { _ = Command.succeeds("chattr", "-i", month) }
        let daemon = try await RunningDaemon(program, adding: Self.history)
        daemon.child.send(SIGUSR1)
        try await eventually("the pass tells") { daemon.child.errors.text.contains("cannot be written to") }
        let told = try await program.run("status")
        #expect(told.code == 1 && told.output.contains("Problem: \(month) cannot be written to"), "\(told.output)")
        #expect(Command.succeeds("chattr", "-i", month))
        let right = try await program.run("status")
        #expect(!right.output.contains("cannot be written to"), "\(right.output)")
        #expect(await daemon.end().code == 0)
    }

    @Test(arguments: [["verify"], ["verify", "--repair"]])
    func `what a look for damage found is told right after it`(words: [String]) async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        try Data("spoiled".utf8).write(to: URL(filePath: program.root + "/" + picture.path))
        program.server.setFault(.status(404), for: .media(ServedDays.ago(1)))
        let daemon = try await RunningDaemon(program, adding: Self.history)
        #expect(try await program.start(words).end().code == 1)
        let told = try await program.run("status")
        #expect(told.code == 1)
        #expect(told.output.contains(picture.name), "\(told.output)")
        // Another start knows of it, too.
        #expect(await daemon.end().code == 0)
        let again = try await RunningDaemon(program, adding: Self.history)
        #expect(try await program.run("status").code == 1)
        program.server.clearFaults()
        #expect(try await program.run("verify", "--repair").code == 0)
        #expect(try await program.run("status").code == 0)
        #expect(await again.end().code == 0)
        #expect(!(try await program.run("status").output.contains("Problem")))
    }

    @Test func `a repair without a daemon is remembered, too`() async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        try Data("spoiled".utf8).write(to: URL(filePath: program.root + "/" + picture.path))
        program.server.setFault(.status(404), for: .media(ServedDays.ago(1)))
        #expect(try await program.run("verify", "--repair").code == 1)
        #expect(try await program.run("status").output.contains("Problem: \(program.root)/\(picture.path)"))
        program.server.clearFaults()
        #expect(try await program.run("verify", "--repair").code == 0)
        #expect(!(try await program.run("status").output.contains("Problem")))
    }

    @Test(.enabled(if: Machine.hasNamespaces, "needs user namespaces"))
    func `favorites are counted from the first word on, also where there is no watch to be had`() async throws {
        let program = try await mirror()
        #expect(try await program.run("favorites", "add", ServedDays.ago(1)).code == 0)
        let daemon = try program.start(["daemon"], adding: Self.history, through: Machine.withoutWatches)
        var told: Child.Ended?
        try await eventually("a daemon that answers", every: .milliseconds(20)) {
            told = try await program.run("status")
            return told?.code == 1
        }
        #expect(told?.output.contains("Favorites: 1 favorite") == true, "\(told?.output ?? "")")
        daemon.send(SIGTERM)
        #expect(await daemon.end().code == 0)
    }

    /// More questions than the daemon's socket holds for it.
    @Test func `a daemon that stands still is said to, and what is on disk is told`() async throws {
        let program = try await mirror()
        let daemon = try await RunningDaemon(program, adding: Self.history)
        daemon.child.send(SIGSTOP)
        for _ in 0..<12 {
            let told = try await program.run("status")
            #expect(told.code == 1)
            #expect(told.errors == "")
            #expect(told.output.contains("3 pictures"))
            #expect(
                told.output.contains(#/Problem: The daemon .*stands still: it has not answered within a second\./#),
                "\(told.output)")
        }
        let json = try await program.run("status", "--json")
        #expect(json.code == 1 && json.output.contains("stands still"))
        daemon.child.send(SIGCONT)
        #expect(try await program.run("status").code == 0)
        #expect(await daemon.end().code == 0)
    }
}
