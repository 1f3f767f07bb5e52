internal import Folder

/// Waits for room on a disk that had none: one small question every few seconds, and nothing is tried meanwhile.
struct RoomWatch: Sendable {
    let root: Folder

    /// Returns when there is more room than there was before, and after a minute in any case: a quota does not show in
    /// what the disk says.
    ///
    /// - Parameter before: The free bytes before what failed was tried: room that was made since is room, too. `nil` where
    ///   the disk did not say.
    func wait(forMoreThan before: Int64?) async throws {
        for _ in 0..<20 {
            try await Pause().wait(for: .seconds(3))
            if let before, try root.freeBytes() - before > Self.enough { return }
        }
    }

    private static let enough: Int64 = 64 * 1_024
}
