import Days
import Foundation
import SampleNASA
import Testing

@testable import MirrorTree

// When the storm is over.

extension ChaosBench {
    /// Undoes what only a hand can undo, and has one clean pass made over all of it.
    func comeToRest() async throws {
        tell("rest")
        recover()
        program.server.publish(through: ServedDays.today)
        try await undoAll()
        // A daemon that lived through it keeps favorites as ever, without being started anew.
        try daemon.start()
        try await settle("a daemon that is ready") { daemon.isReady }
        try await command(["sync"], patience: .seconds(240))
        try await settleFavorites()

        try await daemon.stop()
        // The hours are over for which a source that refused is left alone, the week for which a partial download may
        // be gone on with, and those until absent days have their turn.
        try await hand("rm -f .apod-mirror/schedule.json")
        try await hand(
            #"sed -i -z -E 's/"(absent|not_yet|reasons)" : \{[^}]*\}/"\1" : {}/g' .apod-mirror/days.json || true"#)
        // The day is over, too, on which NASA changed a picture back and forth: what it says now is taken, and all is asked for.
        try await hand(
            #"sed -i -E 's/\?[0-9]{4}-[0-9]{2}-[0-9]{2}/?2000-01-01/g; s/("last" : ")[0-9]{4}/\12000/; "#
                + #"s/("|\| )([0-9]+ [0-9]+ [0-9]+) [0-9]+ /\1\2 0 /g' .apod-mirror/days.json || true"#)
        try await hand("find .apod-mirror/incoming -name '*.part' -exec touch -d '8 days ago' {} +")
        try daemon.start()
        try await settle("a daemon that is ready") { daemon.isReady }
        for words in [["sync"], ["verify", "--repair"], ["sync"]] {
            let ended = try await settled(words)
            if ended.code != 0 {
                problems.append("\(words) ended with \(ended.code) at rest: \(ended.output)\(ended.errors)")
            }
        }
        try await settleFavorites()
        try await settleTree()
    }

    /// Runs a command, and again as long as only thumbnails are missing: they are made when nobody else wants the processor.
    private func settled(_ words: [String]) async throws -> Child.Ended {
        var ended = try await command(words, patience: .seconds(240))
        func lacksThumbnails() -> Bool {
            ended.code == 1 && ended.output.split(separator: "\n").last?.hasPrefix("Thumbnails of ") == true
        }
        if lacksThumbnails() {
            // Of those that never come the command's last words tell.
            try? await settle("the thumbnails", every: .seconds(3)) {
                ended = try await command(words, patience: .seconds(240))
                return !lacksThumbnails()
            }
        }
        return ended
    }

    /// All months go, and NASA with them: what was a favorite comes back as the vault had it, byte for byte.
    func loseMonths() async throws {
        tell("nothing but favorites")
        let (before, kept) = try await favoritePictures()
        // A picture that may still give way does not take the place of the one that was the favorite's before.
        let notes = try Tree.open(root).dayNotes
        for (day, sum) in before where try kept[day] != sum && !notes.isNotedProvisional(#require(Day(day))) {
            problems.append("\(day) has another picture in the vault")
        }
        program.server.setFault(.resets, for: .everything)
        defer { program.server.clearFaults() }
        model.doubtHiding(of: Array(model.hidden.keys))
        try await hand("rm -rf 2*")
        var missing = Set(before.keys)
        do {
            try await settle("favorites from the vault", every: .milliseconds(500)) {
                missing = Set(before.keys).subtracting(pictures.compactMap(Self.day))
                return missing.isEmpty
            }
        } catch { problems += missing.map { "\($0) did not come back from the vault" } }
        for (day, sum) in try await favoritePictures().months where before[day] != nil && kept[day] != sum {
            problems.append("\(day) came back from the vault with other bytes")
        }
    }

    /// The sums of favorites' pictures, in their months and in the vault.
    private func favoritePictures() async throws -> (months: [String: String], vault: [String: String]) {
        let days = try FavoritesFile(root: root).favorites.keys
        let files = try await MirrorFiles(program)
        let vault = files.files.values.filter { $0.folder == ".apod-mirror/vault" && $0.suffix != "json" }
        func sums(_ files: [MirrorFiles.File]) -> [String: String] {
            Dictionary(files.filter { days.contains($0.day) }.map { ($0.day, $0.sha256) }) { $1 }
        }
        return (sums(files.visible), sums(vault))
    }

    private func settleFavorites() async throws {
        var found: [String] = []
        do {
            try await settle("favorites at rest") {
                observe()
                found = favoritesProblems()
                return found.isEmpty
            }
        } catch { problems += found + ["\(error)"] }
    }

    /// Awaits something that a daemon does by itself, on a machine that is busy with other tests.
    private func settle(
        _ what: String, every pause: Duration = .milliseconds(20), _ isSo: () async throws -> Bool
    ) async throws {
        let limit = ContinuousClock.now + .seconds(120)
        while try await !isSo() {
            guard ContinuousClock.now < limit else {
                throw HarnessError("it never came: \(what)\n\(daemon.log.suffix(2_000))")
            }
            try await daemon.tend()
            try await Task.sleep(for: pause)
        }
    }

    /// Two looks that are farther apart than anything the daemon waits for find the same, and it has said nothing. Thumbnails
    /// are made when nobody else wants the processor, and pages follow them.
    private func settleTree() async throws {
        var before: [String: String]?
        var said = ""
        for _ in 0..<20 {
            let now = try await MirrorFiles(program).lastingWithThumbnails
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
