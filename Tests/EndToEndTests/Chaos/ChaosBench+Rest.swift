import Foundation
import SampleNASA

// When the storm is over.

extension ChaosBench {
    /// Undoes what only a hand can undo, and has one clean pass made over all of it.
    func comeToRest() async throws {
        tell("rest")
        program.server.clearFaults()
        try await undoAll()
        try await daemon.stop()
        // The hours are over for which a source that refused is left alone, the week for which a partial download may
        // be gone on with, and those until absent days have their turn.
        try await hand("rm -f .apod-mirror/schedule.json .apod-mirror/absent.json")
        try await hand("find .apod-mirror/incoming -name '*.part' -exec touch -d '8 days ago' {} +")
        try daemon.start()
        try await settle("a daemon that is ready") { daemon.isReady }
        for words in [["sync"], ["verify", "--repair"], ["sync"]] {
            let ended = try await command(words, patience: .seconds(240))
            if ended.code != 0 {
                problems.append("\(words) ended with \(ended.code) at rest: \(ended.output)\(ended.errors)")
            }
        }
        var found: [String] = []
        do {
            try await settle("favorites at rest") {
                observe()
                found = favoritesProblems()
                return found.isEmpty
            }
        } catch { problems += found + ["\(error)"] }
        try await settleTree()
    }

    /// Awaits something that a daemon does by itself, on a machine that is busy with other tests.
    private func settle(_ what: String, _ isSo: () throws -> Bool) async throws {
        let limit = ContinuousClock.now + .seconds(120)
        while try !isSo() {
            guard ContinuousClock.now < limit else {
                throw HarnessError("it never came: \(what)\n\(daemon.log.suffix(2_000))")
            }
            try await daemon.tend()
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Two looks that are farther apart than anything the daemon waits for find the same, and it has said nothing.
    private func settleTree() async throws {
        var before: [String: String]?
        var said = ""
        for _ in 0..<20 {
            let now = try await MirrorFiles(program).lasting
            if now == before, daemon.log == said { return }
            (before, said) = (now, daemon.log)
            try await Task.sleep(for: .seconds(3))
        }
        problems.append("the mirror does not come to rest: \(daemon.log.suffix(2_000))")
    }

    /// Whatever keeps the favorites from being as the owner left them.
    private func favoritesProblems() -> [String] {
        guard let found = try? Persisted(root: root) else { return ["favorites.json cannot be read"] }
        var problems = model.problems(
            persisted: found.favorites.mapValues(\.added), linked: Set(found.entries.values.compactMap(Self.day)))
        if !found.isSettled { problems.append("favorites.json and its marker do not belong together") }
        for (day, favorite) in found.favorites {
            if favorite.links.isEmpty { problems.append("\(day) has no link") }
            for link in favorite.links where found.entries[link] == nil {
                problems.append("\(day) has no link at \(link)")
            }
        }
        return problems
    }
}
