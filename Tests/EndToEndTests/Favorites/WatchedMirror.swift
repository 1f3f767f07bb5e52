import Foundation
import Glibc

/// A mirror whose `favorites/` the real program is watching.
final class WatchedMirror: Sendable {
    let program: Program
    let keeper: Child
    /// Every day's picture, by its path from the root.
    let pictures: [String]

    /// Returns when the folder is trusted: from then on a removal counts.
    init(days: Int) async throws {
        program = try Program(ServedDays.last(days))
        let ended = try await program.run(
            "sync", "--create", "--quiet", "--thumbnails", "false", "--history", "\(days)")
        guard ended.code == 0 else { throw HarnessError("the sync ended with \(ended.code): \(ended.lastWords)") }
        let root = program.root
        pictures = try FileManager.default.subpathsOfDirectory(atPath: root)
            .filter { path in
                let parts = path.split(separator: "/")
                return parts.count == 3 && parts.allSatisfy { $0.first?.isNumber == true } && path.contains(".")
            }.sorted()
        // One day in thirty years has none.
        guard pictures.count >= days - 1 else { throw HarnessError("\(pictures.count) of \(days) days have a picture") }
        keeper = try program.start(["favorites", "watch", "--quiet"])
        try await settled()
    }

    deinit {
        keeper.send(SIGKILL)
    }

    /// Ends the keeper as a service manager does.
    func end() async -> Child.Ended {
        keeper.send(SIGTERM)
        return await keeper.end()
    }

    /// The day of a picture by its number.
    func day(of number: Int) -> String { Self.day((pictures[number] as NSString).lastPathComponent) }

    private static func day(_ name: String) -> String { String(name.prefix(10)) }

    // MARK: What the owner does

    /// A link as file managers make it: absolute.
    func drop(_ path: String, picture number: Int) throws {
        let target = "\(program.root)/\(pictures[number % pictures.count])"
        try check(symlink(target, inFavorites(path)), "symlink \(path)")
    }

    func remove(_ path: String) throws {
        try check(unlink(inFavorites(path)), "unlink \(path)")
    }

    func makeAlbum(_ path: String) throws {
        try check(mkdir(inFavorites(path), 0o777), "mkdir \(path)")
    }

    func inFavorites(_ path: String) -> String { "\(program.root)/favorites/\(path)" }

    private func check(_ code: CInt, _ what: String) throws {
        guard code == 0 else { throw HarnessError("\(what): \(String(cString: strerror(errno)))") }
    }

    // MARK: What is there

    /// The links in the folder, and the day that each leads to.
    func folder() throws -> [String: String] {
        let favorites = program.root + "/favorites"
        var links: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: favorites) {
            // What is being tidied has a hidden name for a moment.
            guard let target = program.favorite(path), !(path as NSString).lastPathComponent.hasPrefix(".") else {
                continue
            }
            links[path] = Self.day((target as NSString).lastPathComponent)
        }
        return links
    }

    /// The links that `favorites.json` names, and the day that each stands for.
    func persisted() throws -> [String: String] {
        var links: [String: String] = [:]
        for favorite in try record("favorites.json")["favorites"] as? [[String: Any]] ?? [] {
            for link in favorite["links"] as? [String] ?? [] { links[link] = favorite["date"] as? String }
        }
        return links
    }

    private func record(_ path: String) throws -> [String: Any] {
        let bytes = try Data(contentsOf: URL(filePath: program.root + "/" + path))
        return try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
    }

    // MARK: Waiting

    /// Until `favorites.json` says what the folder says.
    func agreed(_ what: String) async throws {
        let isTrue = Expected(try folder())
        try await isTrue.eventually(what, of: self)
    }

    /// Until the marker holds the sum of what was written last, and the keeper's own note says so.
    func settled() async throws {
        try await eventually("a trusted folder") {
            guard let kept = try? record(".apod-mirror/favorites.json")["sha256"] as? String, !kept.isEmpty,
                let marker = try? String(contentsOfFile: inFavorites(".apod-mirror"), encoding: .utf8)
            else { return false }
            return marker == kept + "\n"
        }
    }

    /// Until no thread of the keeper has run for longer than it waits between two times that it writes pages.
    func rested(within patience: Duration = .seconds(180)) async throws {
        var (runs, since) = (try switches(), ContinuousClock.now)
        try await eventually("rest", within: patience) {
            let now = try switches()
            if now != runs { (runs, since) = (now, ContinuousClock.now) }
            return since + .milliseconds(1_500) < .now
        }
    }

    /// How often its threads were given a processor.
    private func switches() throws -> Int {
        let tasks = "/proc/\(keeper.pid)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
            // A thread may have ended since it was listed.
            let text = (try? String(contentsOfFile: "\(tasks)/\(task)/schedstat", encoding: .utf8)) ?? ""
            return sum + (text.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0)
        }
    }

    /// What its own pages take, in kilobytes.
    func memory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(keeper.pid)/status", encoding: .utf8)
        guard let size = status.firstMatch(of: #/RssAnon:\s+(\d+) kB/#)?.output.1 else {
            throw HarnessError("no RssAnon")
        }
        return Int(size) ?? 0
    }
}

/// What `favorites.json` is to say; read only when it was written anew, since reading a long one takes its time.
private final class Expected {
    let links: [String: String]
    /// The file that was read last, and when it got its name: an inode alone may be used again.
    private var seen: (UInt, Int, Int) = (0, 0, 0)

    init(_ links: [String: String]) {
        self.links = links
    }

    func eventually(_ what: String, of mirror: WatchedMirror) async throws {
        try await EndToEndTests.eventually(what) {
            var status = stat()
            guard stat("\(mirror.program.root)/favorites.json", &status) == 0 else { return false }
            let named = (status.st_ino, status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
            if named == seen { return false }
            seen = named
            return try mirror.persisted() == links
        }
    }
}

extension WatchedMirror {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// From a moment to the one when `favorites.json` got its name, by the file's own clock, which a rename sets.
    func secondsUntilPersisted(since moment: Double) throws -> String {
        var status = stat()
        stat("\(program.root)/favorites.json", &status)
        let named = Double(status.st_ctim.tv_sec) + Double(status.st_ctim.tv_nsec) / 1e9
        return String(format: "%.2f s", named - moment)
    }
}
