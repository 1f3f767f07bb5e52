internal import Folder
internal import Peers

/// A mirror that is asked for one thing after another, until it does not answer: then no other day waits for it.
final class AskedPeer: Sendable {
    let peer: Peer
    private let state = Monitor(State())

    private struct State {
        var isSilent = false
        var troubles: [String] = []
    }

    init(_ peer: Peer) {
        self.peer = peer
    }

    /// Why it did not give what it was asked for.
    var troubles: [String] { state.withLock { $0.troubles } }

    /// The mirror's answer; `nil` where it has nothing, gives nothing that can be read, or is silent. Throws what is not its
    /// fault.
    func ask<Answer>(_ question: (Peer) async throws -> Answer?) async throws -> Answer? {
        try Task.checkCancellation()
        if state.withLock({ $0.isSilent }) { return nil }
        do {
            return try await question(peer)
        } catch let error as PeerError {
            try Task.checkCancellation()
            state.withLock { state in
                state.isSilent = error.isSilence
                let what = error.isSilence ? "is not asked any further" : "did not give a file"
                if state.troubles.count < Self.mostTroubles { state.troubles.append("\(peer.place) \(what): \(error)") }
            }
            return nil
        }
    }

    private static let mostTroubles = 5
}
