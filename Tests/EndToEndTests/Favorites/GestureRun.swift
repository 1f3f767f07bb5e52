import Foundation
import Glibc
import SampleNASA
import Testing

/// One gesture from its beginning to where nothing moves any more.
struct GestureRun {
    let gesture: Gesture
    let mirror: KeptMirror
    private let root: String

    init(_ gesture: Gesture) async throws {
        self.gesture = gesture
        mirror = try await KeptMirror()
        root = mirror.program.root
    }

    func perform(whileDown: Bool) async throws {
        try mirror.startKeeper()
        // One favorite from the start: once it is known, the watch is armed.
        try await mirror.shell(#"ln -s "$PWD/$LAST" favorites/"# + "\n" + gesture.before)
        try await mirror.expect(expected(gesture.linksBefore))
        let before = try FavoritesFile(root: root).favorites
        // `added` counts seconds: one that was added anew must show.
        try await eventually("another second") { time(nil) > Self.seconds(before[KnownDay.last.date]?.added) }
        if whileDown { #expect(try await mirror.stopKeeper() == []) }

        gesture.news?(mirror.program.server)
        try await mirror.shell(gesture.act)
        if whileDown { try mirror.startKeeper() }
        var state = expected(gesture.links, gesture)
        try await mirror.expect(state)

        // Whatever waits to be concluded is concluded by the time that this is: removals need two looks that found
        // the same in a folder that is trusted.
        try await mirror.shell(#"rm "favorites/$LAST_NAME""#)
        state.entries[KnownDay.last.name] = nil
        state.favorites[KnownDay.last.date] = nil
        state.removed.insert(KnownDay.last.date)
        try await mirror.expect(state)
        try await eventually("a word about \(gesture.refused.keys)") {
            gesture.refused.keys.allSatisfy { mirror.keeper?.errors.text.contains(Self.beginning($0)) ?? false }
        }
        // A picture that was taken out of its month comes back when its folder has been quiet for a while.
        try await eventually("the pictures of \(gesture.links.keys)") {
            gesture.links.values.allSatisfy { FileManager.default.fileExists(atPath: root + "/" + $0.path) }
        }
        let told = try await mirror.stopKeeper()
        check(told)
        let after = try FavoritesFile(root: root)
        for (day, entry) in before {
            #expect((after.favorites[day] ?? after.removed[day])?.added == entry.added, "\(day) kept its moment")
        }
        try await checkTree()
    }

    private func expected(_ links: [String: KnownDay], _ gesture: Gesture? = nil) -> FavoritesState {
        var state = FavoritesState()
        for (path, known) in links.merging([KnownDay.last.name: .last], uniquingKeysWith: { $1 }) {
            let path = KnownDay.expanded(path)
            state.entries[path] = "-> " + FavoritesState.link(at: path, to: known)
            state.favorites[known.date, default: []].insert(path)
        }
        for (path, content) in gesture?.untouched ?? [:] {
            state.entries[KnownDay.expanded(path)] = KnownDay.expanded(content, root: root)
        }
        for (path, known) in gesture?.favorites ?? [:] {
            state.favorites[known.date, default: []].insert(KnownDay.expanded(path))
        }
        state.removed = Set((gesture?.removed ?? []).map(\.date))
        return state
    }

    /// Every refusal once and, fetched days aside, nothing else.
    private func check(_ told: [String]) {
        for (path, reason) in gesture.refused {
            let named = told.filter { $0.contains(Self.beginning(path)) }
            #expect(named.count == 1, "\(named.joined(separator: "\n"))")
            #expect(named.allSatisfy { $0.contains(reason) }, "\(named.joined(separator: "\n"))")
        }
        let all = told.filter { $0.contains("favorites/") || $0.contains(root) }
        #expect(all.count == gesture.refused.count, "\(told.joined(separator: "\n"))")
    }

    private static func beginning(_ path: String) -> String {
        "favorites/\(KnownDay.expanded(path)) is no favorite: "
    }

    private func checkTree() async throws {
        let program = mirror.program
        #expect(try await program.tool("jq", ["-e", ".version == 1", root + "/favorites.json"]).code == 0)
        for known in KnownDay.allCases where known.isMirrored || gesture.links.values.contains(known) {
            let bytes = try Data(contentsOf: URL(filePath: root + "/" + known.path))
            if let published = known.published(at: program.server) { #expect(bytes == Data(published), "\(known)") }
        }
        for (path, known) in gesture.links {
            // Through the link, as everybody reads it.
            let link = URL(filePath: root + "/favorites/" + KnownDay.expanded(path))
            let bytes = try Data(contentsOf: link)
            #expect(try bytes == Data(contentsOf: URL(filePath: root + "/" + known.path)))
            let kept = root + "/.apod-mirror/vault/" + known.name
            #expect(try bytes == Data(contentsOf: URL(filePath: kept)))
        }
        #expect(
            try Data(contentsOf: URL(filePath: root + "/Today.jpg"))
                == Data(program.server.picture(for: ServedDays.today)))
        for month in Set(KnownDay.allCases.map(\.month))
        where FileManager.default.fileExists(atPath: root + "/" + month) {
            let ended = try await program.tool(
                "sha256sum", ["--check", "--strict", "--quiet", "metadata/SHA256SUMS"], in: root + "/" + month)
            #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
        }
    }

    private static func seconds(_ moment: String?) -> Int {
        let date = moment.flatMap { try? Date($0, strategy: .iso8601) }
        return date.map { Int($0.timeIntervalSince1970) } ?? 0
    }
}
