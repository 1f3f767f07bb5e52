internal import Folder
internal import MirrorTree

/// Which troubles were told already: what goes on from look to look is told once, and again when it has come back.
final class TroubleNews: Sendable {
    private struct State {
        var told: Set<String> = []
        /// Heard of since the last look ended.
        var heard: Set<String> = []
    }

    private let state = Monitor(State())

    func isNews(_ event: MirrorEvent) -> Bool {
        state.withLock { state in
            switch event {
            case .trouble(let sentence):
                state.heard.insert(sentence)
                return state.told.insert(sentence).inserted
            case .looked:
                state.told = state.heard
                state.heard = []
                return true
            default:
                return true
            }
        }
    }
}
