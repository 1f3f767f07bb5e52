import Foundation
import Testing

/// Whatever becomes of the folder, and whether the keeper sees it happen or finds it so: what was a favorite is one.
@Suite(.needsBinary) struct FolderAccidentTests {
    enum Accident: String, CaseIterable, Sendable {
        case deleted = "rm -rf favorites"
        case lost = "mv favorites ../away"
        case emptied = "mv favorites ../away && mkdir -p favorites"
        case copied = "cp -a favorites ../old && rm -rf favorites && mv ../old favorites"
        case copiedBesides = "cp -a favorites ../old && mv favorites ../away && mv ../old favorites"
        case linked = "cp -al favorites ../old && rm -rf favorites && mv ../old favorites"
        case linkedBesides = "cp -al favorites ../old && mv favorites ../away && mv ../old favorites"
        case restoredWithoutMarker =
            "mkdir ../old && cp -a favorites/* ../old && rm -rf favorites && mv ../old favorites"
    }

    @Test(arguments: Accident.allCases, [true, false])
    func `no accident to the folder removes a favorite`(accident: Accident, isRunning: Bool) async throws {
        let bench = try await LossBench(days: 8)
        try bench.plantFavorites(6)
        try bench.startKeeper()
        try await bench.drop(ServedDays.ago(6))
        if !isRunning { try await bench.stopKeeper() }
        try await bench.shell(accident.rawValue)
        if !isRunning { try bench.startKeeper() }
        try await bench.expectAllKept()
        // It is the folder that counts again.
        try await bench.drop(ServedDays.ago(7), in: "Afterwards")
        try await bench.stopKeeper()
    }

    enum Moment: CaseIterable, Sendable {
        case longBefore, justBefore, meanwhile
    }

    /// A copy lacks what was dropped since, and one that is made of hard links shares the marker.
    @Test(arguments: ["-a", "-al"], Moment.allCases)
    func `an old copy in the folder's place removes nothing`(kind: String, moment: Moment) async throws {
        for isRunning in [true, false] {
            let bench = try await LossBench(days: 8)
            try bench.plantFavorites(5)
            try bench.startKeeper()
            let copy = "cp \(kind) favorites ../old"
            if moment == .longBefore { try await bench.shell(copy) }
            try await bench.drop(ServedDays.ago(5), in: "Galaxies")
            if moment == .justBefore { try await bench.shell(copy) }
            if moment == .meanwhile {
                async let copied: Void = bench.shell(copy)
                try bench.link(ServedDays.ago(6))
                try await copied
                try await eventually("the last drop is persisted") {
                    let day = try? Persisted(root: bench.root).favorites[ServedDays.ago(6)]
                    bench.added[ServedDays.ago(6)] = day?.added
                    return day != nil
                }
            } else {
                try await bench.drop(ServedDays.ago(6))
            }
            if !isRunning { try await bench.stopKeeper() }
            try await bench.shell("rm -rf favorites && mv ../old favorites")
            if !isRunning { try bench.startKeeper() }
            try await bench.expectAllKept("running: \(isRunning)")
            try await bench.stopKeeper()
        }
    }
}
