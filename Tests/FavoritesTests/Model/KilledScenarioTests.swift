import Days
import Folder
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree

/// What people do, with the keeper killed once before each of its steps, then again with the power cut there.
@Suite("Favorites, killed at every step")
struct KilledScenarioTests {
    enum Scenario: CaseIterable {
        case drop, remove, move, albumDeleted, removeAll, emptyFolder, edit

        func happen(on disk: SimulatedDisk) {
            let folder = disk.folder
            switch self {
            case .drop: folder.change(["Galaxies/new": day.advanced(by: -9)])
            case .remove: folder.change(["2026-11-20": nil])
            case .move: folder.change(["2026-11-20": nil, "Galaxies/moved": day])
            case .albumDeleted: for link in ["Moons/a", "Moons/b"] as [FilePath] { folder.change([link: nil]) }
            case .removeAll, .emptyFolder: disk.folder = SimulatedFolder()
            case .edit:
                guard case .readable(var record, _) = disk.stored else { return }
                record.favorites[day] = nil
                record.favorites[day.advanced(by: -30)] = Favorite(
                    date: day.advanced(by: -30), added: Timestamp(seconds: disk.time), links: [])
                disk.stored = .readable(record, sha256: SimulatedDisk.sum(of: record))
            }
        }

        /// The days that are favorites in the end.
        var outcome: Set<Day> {
            let before: Set<Day> = [day, day.advanced(by: -1), day.advanced(by: -2)]
            switch self {
            case .drop: return before.union([day.advanced(by: -9)])
            case .remove: return before.subtracting([day])
            case .move, .removeAll, .emptyFolder: return before
            case .albumDeleted: return [day]
            case .edit: return before.union([day.advanced(by: -30)])
            }
        }
    }

    @Test(arguments: Scenario.allCases, [false, true])
    func `nothing is wrong afterwards`(scenario: Scenario, cutsPower: Bool) throws {
        var step = 0
        while try runs(scenario, killedAt: step, cutsPower: cutsPower) { step += 1 }
        #expect(step > 5)
    }

    @Test(arguments: Scenario.allCases)
    func `nor where the pass that follows is killed, too`(scenario: Scenario) throws {
        var step = 0
        var second = 0
        while try runs(scenario, killedAt: step, again: second) {
            while try runs(scenario, killedAt: step, again: second + 1) { second += 1 }
            (step, second) = (step + 1, 0)
        }
        #expect(step > 5)
    }

    /// - Parameter again: Where the next pass is killed, too.
    /// - Returns: Whether all kills came.
    private func runs(
        _ scenario: Scenario, killedAt step: Int, again: Int? = nil, cutsPower: Bool = false
    ) throws -> Bool {
        let disk = SimulatedDisk()
        let keeper = SimulatedKeeper(disk)
        disk.folder.change(["2026-11-20": day])
        disk.folder.change(["Moons/a": day.advanced(by: -1)])
        disk.folder.change(["Moons/b": day.advanced(by: -2)])
        try rest(keeper)
        let began = disk.time
        scenario.happen(on: disk)
        disk.folder.unsynced = []

        var random = Dice(seed: UInt64(step) + 1)
        var killed = true
        for step in [step, again].compactMap(\.self) where killed {
            var moments = 0
            keeper.moment = {
                moments += 1
                if moments == step + 1 { throw Killed() }
            }
            killed = false
            do {
                try rest(keeper)
            } catch is Killed {
                killed = true
                keeper.restart()
                if cutsPower { disk.losePower(&random) }
            }
        }
        keeper.moment = {}
        try rest(keeper)
        guard case .readable(let record, _) = disk.stored else { throw Killed() }
        let comment: Comment = "\(scenario), killed at step \(step), then at \(again ?? -1)"
        if cutsPower {
            #expect(scenario.outcome.isSubset(of: record.favorites.keys), comment)
        } else {
            #expect(Set(record.favorites.keys) == scenario.outcome, comment)
        }
        #expect(disk.folder.days == Set(record.favorites.keys), comment)
        for favorite in record.favorites.values where favorite.date > day.advanced(by: -3) {
            #expect(favorite.added.seconds < began, comment)
        }
        return killed
    }

    private func rest(_ keeper: SimulatedKeeper) throws {
        for _ in 0..<40 {
            guard let wait = try keeper.pass() else { return }
            keeper.disk.time += max(1, wait.components.seconds)
        }
        Issue.record("never at rest")
    }
}
