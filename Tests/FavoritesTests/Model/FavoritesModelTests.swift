import Days
import Folder
import Foundation
import Testing

@testable import MirrorTree

/// Random people over the real rules: what was persisted and not removed is there in the end, whatever happened.
@Suite("Favorites, modelled")
struct FavoritesModelTests {
    @Test("in genuine use with kills nothing is lost and no removal is undone")
    func genuineUse() throws {
        for seed in Self.seeds(15_000) {
            let run = ModelRun(seed: seed, hasAccidents: false)
            let record = try run.run()
            #expect(run.user.owed.isSubset(of: record.favorites.keys), "lost, with seed \(seed)")
            #expect(run.user.forgotten.isEmpty, "taken for removed, with seed \(seed): \(run.user.forgotten)")
            #expect(Set(record.favorites.keys) == run.disk.folder.days, "a removal undone, with seed \(seed)")
            run.expectAdded(in: record)
        }
    }

    @Test("after accidents no favorite is missing that nobody removed")
    func accidents() throws {
        for seed in Self.seeds(9_000) {
            let run = ModelRun(seed: seed, hasAccidents: true)
            let record = try run.run()
            let lost = run.user.owed.subtracting(record.favorites.keys)
            #expect(lost.isEmpty, "lost, with seed \(seed): \(lost)")
            #expect(run.user.forgotten.isEmpty, "taken for removed, with seed \(seed): \(run.user.forgotten)")
            run.expectAdded(in: record)
            #expect(Set(record.favorites.keys).isSubset(of: run.disk.folder.days), "no link, with seed \(seed)")
        }
    }

    /// From a random one on, so that every run tries others; a failure names its seed. `Tests/run --long` lives ten times
    /// as many, and a sanitizer few: there is one thread, and no memory is shared.
    private static func seeds(_ usual: UInt64) -> Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let count =
            switch environment["APOD_TESTS"] {
            case "long": 10 * usual
            case "in-process": usual / 20
            default: usual
            }
        let given = environment["APOD_TESTS_SEED"].flatMap { UInt64($0) }
        let first = given ?? UInt64.random(in: 1..<1_000_000_000)
        print("seeds of the favorites model: \(first) and the next \(count)")
        return first..<first + count
    }
}

/// One life of a folder.
final class ModelRun {
    let disk = SimulatedDisk()
    let user: SimulatedUser
    private let keeper: SimulatedKeeper
    private let seed: UInt64
    private let hasAccidents: Bool

    init(seed: UInt64, hasAccidents: Bool) {
        self.seed = seed
        self.hasAccidents = hasAccidents
        user = SimulatedUser(disk, seed: seed)
        keeper = SimulatedKeeper(disk)
        keeper.didScan = { [user] in user.didScan($0) }
        keeper.didWrite = { [user] in user.didWrite($0, of: $1) }
        keeper.didFlush = { [user] in user.didFlush() }
    }

    /// Lives, then waits until nothing is due any more; returns what is persisted.
    func run() throws -> FavoritesRecord {
        try settle()
        keeper.moment = { [self] in try moment() }
        for _ in 0..<Int.random(in: 5..<25, using: &user.random) {
            act()
            let isStar = keeper.isFolderTrusted && Int.random(in: 0..<6, using: &user.random) == 0
            do {
                if isStar {
                    // Links that were dropped or deleted a moment ago count first.
                    user.passBegins()
                    try keeper.pass()
                }
                user.passBegins()
                let removed = isStar ? user.pressStar() : [:]
                try keeper.pass(removed: removed)
            } catch is Killed {
                keeper.restart()
            }
            user.finish()
            disk.time += Int64.random(in: 0...3, using: &user.random)
        }
        keeper.moment = {}
        try settle()
        guard case .readable(let record, _) = disk.stored else { return FavoritesRecord() }
        return record
    }

    func expectAdded(in record: FavoritesRecord) {
        for (day, favorite) in record.favorites where !hasAccidents || !user.removedEver.contains(day) {
            if let added = user.added[day] {
                #expect(favorite.added == added, "another added, with seed \(seed): \(day)")
            }
        }
    }

    /// A favorite that is recorded is in the vault, but for what people wrote into the file.
    private func expectSecondCopies() {
        let recorded = disk.stored.record?.favorites.keys.filter { $0 > SimulatedUser.lastOfEdits } ?? []
        let missing = Set(recorded).subtracting(disk.vault)
        #expect(missing.isEmpty, "not in the vault, with seed \(seed): \(missing)")
    }

    /// Passes as they come due, with their seconds between them.
    private func settle() throws {
        for _ in 0..<40 {
            guard let wait = try keeper.pass() else { return }
            disk.time += max(1, wait.components.seconds)
        }
        Issue.record("never at rest, with seed \(seed)")
    }

    private func act() {
        if hasAccidents, Int.random(in: 0..<4, using: &user.random) == 0 {
            user.haveAccident()
        } else if Int.random(in: 0..<3, using: &user.random) > 0 {
            user.use()
        }
    }

    /// Between any two changes that the keeper makes.
    private func moment() throws {
        switch Int.random(in: 0..<60, using: &user.random) {
        case 0..<3: throw Killed()
        case 3..<6: user.use()
        case 6..<8 where hasAccidents: user.haveAccident()
        case 8 where hasAccidents:
            user.losePower()
            expectSecondCopies()
            throw Killed()
        default: if hasAccidents { user.finish() }
        }
    }
}
