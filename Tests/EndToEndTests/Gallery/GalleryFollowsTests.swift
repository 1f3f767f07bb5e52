import Foundation
import Glibc
import SampleNASA
import Testing

/// The pages as they follow a mirror that the real program keeps.
@Suite("The gallery follows the mirror", .needsBinary, .timeLimit(.minutes(15)))
struct GalleryFollowsTests {
    private func full(_ days: Int = 4, settings: [String] = []) async throws -> Program {
        let program = try Program(ServedDays.last(days))
        let ended = try await program.start(["sync", "--create", "--quiet", "--history", "\(days)"] + settings).end()
        guard ended.code == 0 else { throw HarnessError("the sync ended with \(ended.code): \(ended.lastWords)") }
        return program
    }

    private func text(_ path: String, _ program: Program) -> String {
        (try? String(contentsOfFile: "\(program.root)/\(path)", encoding: .utf8)) ?? ""
    }

    private func month(_ day: String, _ program: Program) -> String {
        text("\(day.prefix(4))/\(day.prefix(7))/index.html", program)
    }

    private func data(_ day: String, _ program: Program) -> String {
        text("\(day.prefix(4))/gallery.js", program)
    }

    private func retitle(_ day: String, _ title: String, _ program: Program) throws {
        var sample = try #require(program.server.day(day))
        sample.title = title
        program.server.update(sample)
    }

    @Test func `a new day, a correction, a favorite and its end show while the daemon runs`() async throws {
        let program = try Program(ServedDays.last(3, upTo: 1))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "4").code == 0)
        #expect(!month(ServedDays.today, program).contains(ServedDays.today))
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "4"])

        program.server.publish(through: ServedDays.today)
        try retitle(ServedDays.ago(1), "Quite Another Title", program)
        daemon.child.send(SIGUSR1)
        try await eventually("the new day in its month") {
            month(ServedDays.today, program).contains("id=\"\(ServedDays.today)\"")
        }
        try await eventually("the new title") {
            month(ServedDays.ago(1), program).contains("Quite Another Title")
                && data(ServedDays.ago(1), program).contains("Quite Another Title")
                && text("index.html", program).contains("Quite Another Title")
        }

        try FileManager.default.createDirectory(
            atPath: program.root + "/favorites/Nice", withIntermediateDirectories: true)
        let day = ServedDays.ago(2)
        let picture = "\(day.prefix(4))/\(day.prefix(7))/\(try await program.pictureName(of: day))"
        let link = program.root + "/favorites/Nice/it"
        #expect(symlink("../../\(picture)", link) == 0)
        try await eventually("the favorite") {
            text("favorites.js", program).contains("Nice")
        }
        // The folder is trusted after a while; from then on a removal counts.
        try await eventually("a folder that is trusted") {
            let marker = try? Data(contentsOf: URL(filePath: program.root + "/favorites/.apod-mirror"))
            return marker?.isEmpty == false
        }
        #expect(unlink(link) == 0)
        try await eventually("no favorite any more") {
            !text("favorites.js", program).contains("Nice")
        }

        let hidden = try await program.run("hide", ServedDays.ago(3))
        #expect(hidden.code == 0)
        try await eventually("a hidden day is gone") {
            !month(ServedDays.ago(3), program).contains("id=\"\(ServedDays.ago(3))\"")
        }
        #expect(await daemon.end().code == 0)
        #expect(try await MirrorFiles(program).incoming.isEmpty)
    }

    @Test func `commands without a daemon bring the pages up to date`() async throws {
        let program = try await full()
        #expect(try await program.run("favorites", "add", ServedDays.ago(1), "--album", "Nice").code == 0)
        #expect(text("favorites.js", program).contains("Nice"))
        #expect(try await program.run("favorites", "remove", ServedDays.ago(1)).code == 0)
        #expect(!text("favorites.js", program).contains("Nice"))
        #expect(try await program.run("hide", ServedDays.ago(2)).code == 0)
        #expect(!data(ServedDays.ago(2), program).contains(ServedDays.ago(2)))
    }

    @Test func `what was deleted comes back with the next sync, and with the next daemon`() async throws {
        let program = try await full()
        let before = try await MirrorFiles(program).lasting.filter { $0.key.hasSuffix("index.html") }
        for path in before.keys { try FileManager.default.removeItem(atPath: "\(program.root)/\(path)") }
        #expect(try await program.run("sync", "--quiet").code == 0)
        #expect(try await MirrorFiles(program).lasting.filter { $0.key.hasSuffix("index.html") } == before)
        for path in before.keys { try FileManager.default.removeItem(atPath: "\(program.root)/\(path)") }
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "4"])
        try await eventually("all pages") {
            before.keys.allSatisfy { FileManager.default.fileExists(atPath: "\(program.root)/\($0)") }
        }
        #expect(await daemon.end().code == 0)
        #expect(try await MirrorFiles(program).lasting.filter { $0.key.hasSuffix("index.html") } == before)
    }

    @Test func `gallery makes all of it anew, also beside a daemon`() async throws {
        let program = try await full()
        let before = try await MirrorFiles(program).lasting
        func damage() throws {
            for path in before.keys where path.hasSuffix("index.html") {
                try Data("damaged".utf8).write(to: URL(filePath: "\(program.root)/\(path)"))
            }
        }
        try damage()
        let alone = try await program.run("gallery")
        #expect(alone.code == 0)
        let months = Set((0..<4).map { ServedDays.ago($0).prefix(7) }).count
        #expect(alone.output.contains(#/^Made \d+ days? with thumbnails, /#))
        #expect(alone.output.hasSuffix(", the pages of \(months) month\(months == 1 ? "" : "s").\n"))
        #expect(try await MirrorFiles(program).lasting == before)
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "4"])
        try damage()
        let asked = try await program.run("gallery")
        #expect(asked.code == 0)
        #expect(asked.output == alone.output)
        #expect(try await MirrorFiles(program).lasting == before)
        #expect(await daemon.end().code == 0)
    }

    @Test func `without a gallery in the settings there is none, and gallery has only thumbnails to make`() async throws
    {
        let program = try await full(2, settings: ["--gallery", "false"])
        #expect(try await MirrorFiles(program).pages.isEmpty)
        let none = try await program.run("gallery", "--gallery", "false", "--thumbnails", "false")
        #expect(none.code == 1)
        #expect(
            none.errors == "apod-mirror: The settings gallery and thumbnails are both off; there is nothing to make.\n")
    }

    @Test func `a month that is pruned has no page and no thumbnails any more, and a year without months no data`()
        async throws
    {
        let program = try await full(400)
        let kept = ["--history", "3", "--keep", "3"]
        #expect(try await program.start(["prune", "--quiet"] + kept).end().code == 0)
        let files = try await MirrorFiles(program)
        let days = (0..<3).map(ServedDays.ago)
        let months = Set(days.map { "\($0.prefix(4))/\($0.prefix(7))/index.html" })
        #expect(Set(files.pages.map(\.path)) == months.union(["index.html"]))
        #expect(Set(files.galleryData.map(\.path)) == Set(days.map { "\($0.prefix(4))/gallery.js" }))
        #expect(Set(files.thumbnails.map(\.day)).isSubset(of: days))
        #expect(!text("index.html", program).contains(ServedDays.ago(390).prefix(7)))
    }

    /// A page that many days share is not written for each of them.
    @Test(.needs(tool: "strace")) func `in bulk the first page is written once a second at most`() async throws {
        let program = try Program(ServedDays.last(300))
        let log = program.folder + "/strace"
        let ended = try await program.tool(
            "strace",
            ["-f", "-qq", "-ttt", "-e", "trace=renameat,renameat2", "-e", "signal=none", "-o", log]
                + [Program.binary, "sync", "--create", "--quiet", "--history", "300", "--thumbnails", "false"])
        #expect(ended.code == 0)
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        // Months have pages of the same name; theirs are placed in folders of their own, at the same moments.
        let times = lines.filter { $0.contains("\"gallery.js\"") && !$0.contains("resumed") }.compactMap { line in
            line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        }
        let seconds = Set(times.map { Int($0) })
        #expect(!times.isEmpty)
        #expect(lines.count > 500, "it saw what it is to judge")
        // Each writing may place the data of two years; the last one comes without waiting.
        #expect(times.count <= 2 * (seconds.count + 2), "\(times.count) in \(seconds.count) s")
        #expect(
            try await MirrorFiles(program).pages.count == Set((0..<300).map { ServedDays.ago($0).prefix(7) }).count + 1)
    }
}
