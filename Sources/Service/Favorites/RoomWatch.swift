internal import Folder

/// Waits for room on a full disk: asks the file system every few seconds, and writes nothing meanwhile.
struct RoomWatch: Sendable {
    let root: Folder

    /// Returns when more is free than before, or after a minute: a quota does not show in the disk's free bytes.
    ///
    /// - Parameter before: The free bytes before the pass that failed, so that room made since then counts, too. `nil`
    ///   where the disk did not say.
    func wait(forMoreThan before: Int64?) async throws {
        for _ in 0..<20 {
            try await Pause().wait(for: .seconds(3))
            if let before, try root.freeBytes() - before > Self.enough { return }
        }
    }

    private static let enough: Int64 = 64 * 1_024
}
