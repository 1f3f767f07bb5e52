internal import Archive
internal import Favorites
internal import Folder
internal import MirrorTree

extension Passes {
    /// Makes a day a favorite, or ends that, for a user who pressed its star.
    func carryOut(_ wish: StarWish) async -> StarOutcome {
        // A folder that is not settled gets half of the time; what is left is for the last look and the answer.
        let limit = ContinuousClock.now + StarWish.patience / 2
        do {
            try archive.claim.check()
            while true {
                let change = try await heartbeat.step("The change") {
                    try await archive.perform { try $0.favorites.change(wish.day, isWanted: wish.isWanted) }
                }
                switch change {
                case .kept: return .kept
                case .removed: return .removed
                case .unchanged: return .unchanged
                case .refused(let sentence): return .refused(sentence)
                // Each look brings the folder closer to being trusted.
                case .unsettled where ContinuousClock.now < limit: try await Pause().wait(for: .milliseconds(500))
                case .unsettled:
                    return .refused("favorites/ may be another folder than before and is still looked at: try again.")
                }
            }
        } catch is CancellationError {
            return .late
        } catch {
            return .refused("\(error)")
        }
    }
}
