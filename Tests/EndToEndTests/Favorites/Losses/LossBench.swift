import Foundation
import Glibc
import SampleNASA
import Transfer

/// A mirror with favorites that were added long ago, a keeper that may be started and killed, and what must not get
/// lost whatever happens to `favorites/`.
///
/// One task at a time works with it.
final class LossBench: @unchecked Sendable {
    let program: Program
    /// Where the test sees the root. The keeper may see another disk there.
    let root: String
    /// Comes before the program's name.
    private let wrapper: [String]
    private(set) var keeper: Child?
    /// The mirrored files, by day, from the root on.
    private(set) var pictures: [String: String] = [:]
    /// When each favorite was added, by day.
    var added: [String: String] = [:]

    /// Started again when it died.
    var isKeptAlive = false
    /// When it is to be killed while something is awaited, the next one last.
    var kills: [ContinuousClock.Instant] = []

    /// A mirror of so many days, none of them a favorite.
    convenience init(days: Int, wrapper: [String] = [], seenBelow prefix: String = "") async throws {
        try await self.init(Program(ServedDays.last(days)), days: days, wrapper: wrapper, seenBelow: prefix)
    }

    init(_ program: Program, days: Int, wrapper: [String], seenBelow prefix: String) async throws {
        self.program = program
        self.wrapper = wrapper
        root = prefix + program.root
        try await run("sync", "--create", "--thumbnails", "false", "--history", "\(days)")
        try list()
    }

    /// The same mirror once more; copying the tree is the caller's.
    init(
        _ program: Program, copyOf other: LossBench, wrapper: [String] = [], seenBelow prefix: String = ""
    ) async throws {
        self.program = program
        self.wrapper = wrapper
        root = prefix + program.root
        added = other.added
        pictures = other.pictures
    }

    deinit { keeper?.send(SIGKILL) }

    func run(_ words: String...) async throws {
        let ended = try await start(words, [:]).end()
        guard ended.code == 0 else { throw HarnessError("\(words) ended with \(ended.code): \(ended.lastWords)") }
    }

    private func start(_ words: [String], by runner: [String] = [], _ variables: [String: String]) throws -> Child {
        // Set behind the runner: a preloaded library is for the keeper alone.
        let settings = variables.map { "\($0.key)=\($0.value)" }
        // A disk of a test is small.
        let all = wrapper + runner + ["env", "APOD_MIRROR_MIN_FREE_BYTES=0"] + settings + [Program.binary] + words
        return try Child("/usr/bin/env", all, environment: program.environment)
    }

    /// Finds the mirrored files.
    func list() throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
            let names = path.split(separator: "/")
            guard names.count == 3, names[0].count == 4, names[2].prefix(10).wholeMatch(of: #/[\d-]{10}/#) != nil else {
                continue
            }
            pictures[String(names[2].prefix(10))] = path
        }
    }

    // MARK: - The keeper

    func startKeeper(by runner: [String] = [], adding variables: [String: String] = [:]) throws {
        keeper = try start(["favorites", "watch"], by: runner, variables)
    }

    /// Ends it as the system would.
    /// - Returns: whether it lived until then.
    @discardableResult
    func stopKeeper(mayBeDead: Bool = false) async throws -> Bool {
        guard let keeper else { return true }
        self.keeper = nil
        keeper.send(SIGTERM)
        let ended = await keeper.end()
        // One that has only just begun does not know signals yet.
        let isNew = ended.code == 128 + SIGTERM
        if mayBeDead, ended.wasKilled || isNew { return false }
        guard ended.code == 0 || isNew else {
            throw HarnessError("the keeper ended with \(ended.code): \(ended.lastWords)")
        }
        return true
    }

    /// Kills it when its time has come, and starts it again if it is to live.
    func tendKeeper() throws {
        if let time = kills.last, ContinuousClock.now >= time {
            kills.removeLast()
            keeper?.send(SIGKILL)
        }
        guard let keeper, keeper.hasEnded else { return }
        guard isKeptAlive else { throw HarnessError("the keeper ended: \(keeper.errors.text)") }
        try startKeeper()
    }

    func killKeeper() async {
        keeper?.send(SIGKILL)
        _ = await keeper?.end()
        keeper = nil
    }

    // MARK: - By hand

    /// Does something by a shell's script, in the root as the keeper sees it.
    func shell(_ script: String) async throws {
        let words = wrapper + ["sh", "-euc", "cd \"$1\"\n" + script, "sh", program.root]
        let ended = try await Child("/usr/bin/env", words, environment: program.environment).end()
        guard ended.code == 0 else { throw HarnessError("\(script): \(ended.errors)\(ended.output)") }
    }

    /// Where a link from an album to a day's picture points.
    func target(of day: String, from album: String = "") -> String {
        let depth = album.isEmpty ? 1 : album.split(separator: "/").count + 1
        return String(repeating: "../", count: depth) + (pictures[day] ?? day)
    }

    /// Drops a link and awaits that it is persisted; from then on it must not get lost.
    func drop(_ day: String, in album: String = "") async throws {
        try link(day, in: album)
        added[day] = try await settled("\(day) is a favorite") { $0.favorites[day] != nil }.favorites[day]?.added
    }

    func link(_ day: String, in album: String = "", as name: String? = nil) throws {
        let name = name ?? (pictures[day].map { ($0 as NSString).lastPathComponent } ?? day)
        let folder = root + "/favorites/" + album
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/" + name, withDestinationPath: target(of: day, from: album))
    }
}
