internal import Archive
internal import Favorites
internal import Folder
internal import MirrorTree
internal import Settings

extension Passes {
    /// Carries out an order about favorites. Where links are to be removed from a folder that may be another than before, it
    /// is scanned until it is trusted, or `patience` is over.
    func carryOut(_ order: FavoritesOrder, within patience: Duration) async throws -> FavoritesAnswer {
        let limit = ContinuousClock.now + patience
        try archive.claim.check()
        while true {
            let answer = try await heartbeat.step("The change") {
                try await archive.perform { try $0.favorites.carryOut(order) }
            }
            if let answer { return answer }
            guard ContinuousClock.now < limit else { throw FolderUnsettled() }
            // Each scan brings the folder closer to being trusted.
            try await Pause().wait(for: .milliseconds(500))
        }
    }

    /// Makes a day a favorite, or ends that, for a user who pressed its star.
    func carryOut(_ wish: StarWish) async -> StarOutcome {
        do {
            // A folder that is not settled gets half of the time; what is left is for the last scan and the answer.
            let answer = try await carryOut(
                wish.isWanted ? .star(wish.day) : .remove([wish.day]), within: StarWish.patience / 2)
            return switch answer.outcomes[wish.day] {
            case .kept: .kept
            case .removed: .removed
            case .unchanged, .unknown, nil: .unchanged
            case .refused(let sentence): .refused(sentence)
            }
        } catch is CancellationError {
            return .late
        } catch {
            return .refused("\(error)")
        }
    }
}

/// Links are to be removed from a folder that may be another than the recorded one.
struct FolderUnsettled: ExitCoded, CustomStringConvertible {
    let exitCode = ExitCode.notAllWell
    let description = "favorites/ may be another folder than before and is still looked at: try again."
}

extension Archive {
    /// Makes passes over `favorites/` until nothing is pending.
    ///
    /// - Parameter patience: The longest to wait between them in all, for a user who goes on; `nil` for as long as it takes.
    ///   With zero there is one pass.
    func settleFavorites(isThorough: Bool = false, within patience: Duration? = nil) async throws -> FavoritesReport {
        var report = try favorites.run(isThorough: isThorough)
        var waited = Duration.zero
        while let later = report.later, patience.map({ waited + later < $0 }) != false {
            try await Pause().wait(for: later)
            report = try favorites.run()
            waited += later
        }
        return report
    }
}
