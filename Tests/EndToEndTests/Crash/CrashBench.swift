import Foundation
import SampleNASA

/// A place to crash syncs in, again and again from the same beginning.
struct CrashBench {
    let program: Program
    let arguments: [String]
    var published: Published
    /// The tree every pass begins with; `nil` for none.
    var beginning: String?
    /// Pictures that NASA replaced, by day: they must never be gone.
    var former: [String: Data] = [:]
    /// Stories that NASA has emptied by accident, by day: the stored ones stay, and the words are disputed.
    var heldStories: [String: String] = [:]

    /// Nothing yet, and forty days to fetch.
    static func empty() throws -> CrashBench {
        let program = try Program(ServedDays.last(40))
        return CrashBench(
            program: program, arguments: ["sync", "--create", "--history", "40"], published: Published(program.server))
    }

    /// The mirror as it is now, for every pass to begin with.
    static func beginning(of program: Program) async throws -> String {
        let copy = program.folder + "/beginning"
        // With times and attributes: the mirror goes by both.
        let ended = try await program.tool("cp", ["--archive", "--", program.root, copy])
        guard ended.code == 0 else { throw HarnessError("cp: \(ended.errors)") }
        return copy
    }

    /// Puts everything back as it was at the beginning. `favorites/` stays the folder that it is where nothing came of it:
    /// a mirror knows a copy from the folder that it left, and gives it seconds to be whole.
    func reset() async throws {
        guard let beginning else {
            try? FileManager.default.removeItem(atPath: program.root)
            return
        }
        let script = """
            find . -mindepth 1 -maxdepth 1 ! -name favorites -exec rm -rf {} +
            find "$1" -mindepth 1 -maxdepth 1 ! -name favorites -exec cp --archive --target-directory . {} +
            diff -rq --no-dereference "$1/favorites" favorites >&2 || {
                rm -rf favorites
                cp --archive "$1/favorites" .
            }
            """
        let ended = try await program.tool("bash", ["-euc", script, "reset", beginning], in: program.root)
        guard ended.code == 0 else { throw HarnessError("reset: \(ended.errors)") }
    }

    /// Ends a pass before its Nth call, if it has so many.
    func crash(before call: Int) async throws {
        let ended = try await program.start(
            arguments, adding: ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_AT": String(call)]
        ).end()
        guard ended.wasKilled || ended.code <= 1 else {
            throw HarnessError("call \(call) was to be the last, but it ended with \(ended.code): \(ended.lastWords)")
        }
    }

    /// How many calls a whole pass makes.
    func countCalls() async throws -> Int {
        try await reset()
        return try await program.measure(arguments, endingWith: [0, 1]).calls
    }

    /// What is wrong with the tree as a crash left it.
    func problemsAfterCrash() async throws -> [String] {
        let files = try await MirrorFiles(program)
        return TreeCheck.afterCrash(files, published) + lost(files)
    }

    /// What is wrong after a clean pass over what crashes left.
    func problemsAfterCleanPass() async throws -> [String] {
        let before = try await MirrorFiles(program)
        program.server.clearRequests()
        let ended = try await program.start(arguments).end()
        guard ended.code <= 1 else { return ["the clean pass ended with \(ended.code): \(ended.lastWords)"] }
        let files = try await MirrorFiles(program)
        var problems = sentAgain(before) + TreeCheck.afterCleanPass(files, published) + lost(files)
        let bytes = files.files[".apod-mirror/days.json"]?.bytes ?? Data()
        let notes = (try? JSONSerialization.jsonObject(with: bytes)) as? [String: Any]
        let disputes = (notes?["disputes"] as? [String: Any])?["words"] as? [String: Any] ?? [:]
        problems += heldStories.keys.filter { disputes[$0] == nil }.map { "the words of \($0) are not disputed" }
        for month in files.months {
            let check = try await program.tool(
                "sha256sum", ["--check", "--strict", "--quiet", "metadata/SHA256SUMS"], in: program.root + "/" + month)
            if check.code != 0 { problems.append("sha256sum in \(month): \(check.output)\(check.errors)") }
            let records = try await program.tool(
                "sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"],
                in: program.root + "/" + month + "/metadata/published")
            if records.code != 0 {
                problems.append("sha256sum of \(month)'s records: \(records.output)\(records.errors)")
            }
        }
        return problems
    }

    private func lost(_ files: MirrorFiles) -> [String] {
        let pictures = former.filter { day, bytes in
            !(files.visible + files.superseded).contains { $0.day == day && $0.bytes == bytes }
        }
        let stories = heldStories.filter { day, story in files.record(of: day)?.story != story }
        return pictures.map { "the former picture of \($0.key) is gone" }
            + stories.map { "the story of \($0.key) is gone" }
    }

    /// Nothing that lay whole on this disk before a pass, under its visible name or on the way there, may be sent again
    /// in it. (That the server had sent it all does not count: it may have died with the process in a socket.)
    func sentAgain(_ before: MirrorFiles) -> [String] {
        let bodies = program.server.requests.filter { $0.status == 200 && $0.bodyBytesSent > 0 }
        let newest = published.newest
        let lay = Dictionary(grouping: before.visible + before.incoming, by: \.day)
        return newest.daysWithFile.filter { day in
            let isWhole = lay[day]?.contains { newest.allows($0.bytes, on: day) } ?? false
            return isWhole && bodies.contains { $0.path.hasPrefix("/content/") && $0.path.contains(Self.mark(of: day)) }
        }.map { "\($0) lay whole on this disk and was sent again" }
    }

    /// How the sample server's file names tell their day: `…_261120.jpg`.
    private static func mark(of day: String) -> String {
        "_" + day.dropFirst(2).filter { $0 != "-" } + "."
    }
}
