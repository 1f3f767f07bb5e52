internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import Settings

extension OrderHandler {
    /// Makes a day a favorite, or ends that. The answer is one word for a program, or a complaint.
    func favorite(_ day: Day, isWanted: Bool) async throws -> ExitCode {
        try archive.claim.check()
        let limit = ContinuousClock.now + Self.patience
        while true {
            let change = try await passes.heartbeat.step("The change") {
                try await archive.perform { try $0.favorites.change(day, isWanted: isWanted) }
            }
            switch change {
            case .kept: line("kept")
            case .removed: line("removed")
            case .unchanged: line("unchanged")
            case .refused(let sentence):
                say(.complaint(sentence))
                return .notAllWell
            // Each look brings the folder closer to being trusted.
            case .unsettled where ContinuousClock.now < limit:
                try await Pause().wait(for: .milliseconds(500))
                continue
            case .unsettled:
                say(.complaint("favorites/ may be another folder than before and is still looked at: try again soon."))
                return .notAllWell
            }
            return .fine
        }
    }

    /// For how long a removal waits for a folder that is not trusted yet.
    private static let patience = Duration.seconds(6)
}
