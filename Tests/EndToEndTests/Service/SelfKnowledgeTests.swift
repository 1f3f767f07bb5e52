import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// What a daemon says of itself is so.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct SelfKnowledgeTests {
    private func mirror(_ days: Int = 5) async throws -> Program {
        let program = try Program(ServedDays.last(days))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "\(days)")
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        return program
    }

    private static let history = ["APOD_MIRROR_HISTORY": "5"]

    @Test(.enabled(if: Machine.hasNamespaces, "needs user namespaces"))
    func `a watch that cannot be had is told, and favorites are scanned all the same`() async throws {
        let program = try await mirror()
        let daemon = try await RunningDaemon(program, adding: Self.history, through: Machine.withoutWatches)
        try await eventually("status tells") {
            let told = try await program.run("status")
            return told.code == 1 && told.output.contains("inotify")
        }
        let watch = (try await daemon.json()["favorites"] as? [String: Any])?["watch"] as? String
        #expect(watch == "a scan every 15 seconds")
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        #expect(symlink("../" + picture.path, program.root + "/favorites/a.jpg") == 0)
        try await eventually("the link is a favorite") {
            try String(contentsOfFile: program.root + "/favorites.json", encoding: .utf8).contains("a.jpg")
        }
        // As soon as there is one to be had, it is taken.
        let given = try await program.tool(
            "nsenter",
            [
                "--target", "\(daemon.child.pid)", "--user", "--preserve-credentials", "sh", "-c",
                "echo 9 >/proc/sys/user/max_inotify_instances",
            ])
        #expect(given.code == 0, "\(given.errors)")
        try await eventually("all is well") { try await program.run("status").code == 0 }
        #expect(await daemon.end().code == 0)
    }

    @Test func `a month that is moved away is not counted any more`() async throws {
        let program = try await mirror()
        let daemon = try await RunningDaemon(program, adding: Self.history)
        let before = try #require(try await daemon.json()["days"] as? [String: Any])
        #expect(before["present"] as? Int == 5)
        let months = try await MirrorFiles(program).months
        for month in months {
            #expect(rename(program.root + "/" + month, program.folder + "/" + month.suffix(7)) == 0)
        }
        let told = try await daemon.json()
        let days = try #require(told["days"] as? [String: Any])
        #expect(days["present"] as? Int == 0)
        #expect(told["bytes"] as? Int == 0)
        #expect(days["missing"] as? Int ?? 0 >= 4)
        #expect(await daemon.end().code == 0)
    }

    @Test func `pictures that are missing while the server cannot be reached are not well`() async throws {
        let program = try await mirror()
        for file in try await MirrorFiles(program).visible { #expect(unlink(program.root + "/" + file.path) == 0) }
        program.server.setFault(.status(503), for: .everything)
        let daemon = try await RunningDaemon(program, adding: Self.history)
        #expect(try await program.run("sync").code == 69)
        let told = try await program.run("status")
        #expect(told.code == 1)
        #expect(told.output.contains("5 pictures of the mirror's days are missing"), "\(told.output)")
        #expect(await daemon.end().code == 0)
    }

    @Test func `without a daemon it tells what is on disk`() async throws {
        let program = try await mirror()
        let told = try await program.run("status")
        #expect(told.code == 3)
        #expect(told.output.contains("No daemon runs for"))
        #expect(told.output.contains("5 pictures"))
        let json = try await program.run("status", "--json")
        #expect(json.code == 3)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect((object["days"] as? [String: Any])?["present"] as? Int == 5)
        #expect(object["process"] == nil)
    }

    /// A pass that fails for want of room is made once; then there is one small question every few seconds until there is
    /// some, and no pause that doubles.
    @Test(.needsMount, .needs(tool: "strace"))
    func `links that are dropped on a full disk count as soon as there is room`() async throws {
        let disk = try TinyDisk(size: "16m")
        let program = try Program(ServedDays.last(3))
        let place = ["APOD_MIRROR_MIRROR": disk.path + "/APOD", "APOD_MIRROR_MIN_FREE_BYTES": "0"]
        let made = try await program.run("sync", "--create", "--quiet", "--history", "3", adding: place)
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        let trace = program.folder + "/trace"
        let strace = [
            "/usr/bin/strace", "-D", "-f", "-qq", "-e", "trace=renameat,renameat2,openat,openat2,fstatfs", "-o", trace,
        ]
        let daemon = try await RunningDaemon(program, adding: place, through: strace)
        let picture = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: disk.path + "/APOD").first {
                $0.contains("/\(ServedDays.today) ")
            })
        try disk.fill()
        #expect(symlink("../\(picture)", disk.path + "/APOD/favorites/today") == 0)
        try await eventually("the word of the full disk") { daemon.child.errors.text.contains("the disk is full") }
        func traced(_ word: String) throws -> Int {
            try String(contentsOfFile: trace, encoding: .utf8).components(separatedBy: word).count - 1
        }
        // Three of the small questions, which come every few seconds.
        let asked = try traced("fstatfs(")
        try await eventually("it looks for room") { try traced("fstatfs(") >= asked + 3 }
        let written = try traced("favorites.json.new")
        #expect(written <= 3, "it tried to write favorites.json \(written) times")
        try disk.makeRoom()
        try await daemon.says(#/, 1 favorite/#)
        #expect(await daemon.end().code == 0)
    }
}
