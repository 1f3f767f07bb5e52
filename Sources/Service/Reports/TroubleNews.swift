internal import Folder
internal import MirrorTree

/// Remembers which troubles were told. One that lasts from pass to pass is told once, and again when it has come back.
final class TroubleNews: Sendable {
    private struct State {
        var told: Set<String> = []
        /// Troubles since the last pass over NASA ended.
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
