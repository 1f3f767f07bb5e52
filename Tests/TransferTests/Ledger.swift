import Folder

@testable import Transfer

/// What a server has seen so far. Tests wait for facts here, never for time to pass.
final class Ledger: Sendable {
    struct Facts: Sendable {
        var requests: [Received] = []
        var accepted = 0
        var open = 0
        var mostOpen = 0

        func paths() -> [String] { requests.map(\.path) }
    }

    private struct Waiter: Sendable {
        var isMet: @Sendable (Facts) -> Bool
        var continuation: CheckedContinuation<Facts, Never>
    }

    private let state = Monitor<(facts: Facts, waiters: [Waiter])>((Facts(), []))

    var facts: Facts { state.withLock { $0.facts } }

    func record(_ change: @Sendable (inout Facts) -> Void) {
        let met = state.withLock { state -> [Waiter] in
            change(&state.facts)
            let facts = state.facts
            let met = state.waiters.filter { $0.isMet(facts) }
            state.waiters.removeAll { $0.isMet(facts) }
            return met
        }
        for waiter in met { waiter.continuation.resume(returning: facts) }
    }

    @discardableResult
    func until(_ isMet: @escaping @Sendable (Facts) -> Bool) async -> Facts {
        await withCheckedContinuation { continuation in
            let now = state.withLock { state -> Facts? in
                if isMet(state.facts) { return state.facts }
                state.waiters.append(Waiter(isMet: isMet, continuation: continuation))
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }
}
