internal import Folder

/// The troubles of one part of the program: each is news when it begins, and once more only after it was over. The part works
/// in rounds, and a trouble is over when a round ends in which nobody met it.
package final class Troubles: Sendable {
    private struct State {
        var standing: Set<String> = []
        var met: Set<String> = []
    }

    private let state = Monitor(State())

    package init() {}

    /// Notes that a trouble was met in this round; returns whether it is news.
    package func meet(_ sentence: String) -> Bool {
        state.withLock { state in
            state.met.insert(sentence)
            return state.standing.insert(sentence).inserted
        }
    }

    package func endRound() {
        state.withLock { $0 = State(standing: $0.met) }
    }
}
