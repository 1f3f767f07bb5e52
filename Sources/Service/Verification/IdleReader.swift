internal import Days
internal import Folder

/// Compares pictures with their sums on a thread of its own, which stands back behind all others.
actor IdleReader {
    private nonisolated let thread = FileThread()
    private var isIdle = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    func look(at day: Day, isFavorite: Bool, _ verification: Verification) -> [Finding] {
        if !isIdle { OwnThread.beIdle() }
        isIdle = true
        return verification.look(at: day, isFavorite: isFavorite)
    }
}
