/// So many tests at a time: the system has only so many watches for one user, and other suites want some.
actor Slots {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Shared by all tests that start a keeper.
    static let keepers = Slots(10)

    nonisolated func taking<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        await take()
        do {
            let result = try await work()
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
