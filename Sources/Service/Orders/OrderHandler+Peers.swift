internal import Archive
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Peers
internal import Refresh
internal import Settings
internal import Store
internal import Words

/// What other mirrors are asked for: days that are damaged or missing here, and that NASA does not give.
extension OrderHandler {
    /// Opens mirrors; each counts once, by however many names it goes.
    func peers(of others: OtherMirrors) throws -> [Peer] {
        var peers: [Peer] = []
        for place in others.places {
            let peer = try Peer(place)
            if try peer.isSame(as: .folder(archive.tree)) { throw OwnMirrorNamed(place: place) }
            if try !peers.contains(where: { try peer.isSame(as: $0) }) { peers.append(peer) }
        }
        return peers
    }

    /// What a repair left undone.
    struct Mended {
        /// Why days are not as they should be.
        var reasons: [Day: String] = [:]
        /// What ended the pass over NASA's days.
        var stopped: (any Error)?
    }

    /// Mends damaged days from what is known here, from NASA, and then from other mirrors, which give missing days, too.
    func mend(_ damaged: Set<Day>, from peers: [Peer], _ isOffline: Bool) async throws -> Mended {
        var mended = Mended()
        if isOffline {
            try await passes.mendHere(damaged)
        } else if !damaged.isEmpty {
            let summary = try await shown { try await passes.mend(damaged) }
            mended = Mended(reasons: summary.pending, stopped: summary.stopped)
        }
        if peers.isEmpty { return mended }
        if !isOffline, mended.stopped == nil {
            mended.stopped = try await fetch(.damaged(try await missingDays()))
        }
        let tree = archive.tree
        let favorites = try tree.knownFavorites()
        let wanted = damaged.filter { !passes.verification.check(at: $0, isFavorite: favorites[$0] != nil).isEmpty }
        let report = try await restored(wanted, lacking: missingDays(), from: peers, .witnesses)
        for day in report.restored { mended.reasons[day] = nil }
        mended.reasons.merge(report.left) { $1 }
        return mended
    }

    /// Takes from other mirrors the days that a sync left without a picture.
    func restoreMissing(
        in range: ClosedRange<Day>?, from peers: [Peer]
    ) async throws -> PeerRestoration.Report {
        let listing = try await archive.perform { try $0.store.list() }
        let waiting = archive.tree.metadataWithoutFile(listing).filter { $0.value.mirror.state != .hidden }.keys
        let lacking = try await missingDays().union(waiting)
        return try await restored([], lacking: lacking.filter { range?.contains($0) != false }, from: peers, .anyone)
    }

    private func restored(
        _ wanted: Set<Day>, lacking: Set<Day>, from peers: [Peer], _ trust: PeerRestoration.Trust
    ) async throws -> PeerRestoration.Report {
        let restoration = passes.refresher.restoration(from: peers, trust: trust)
        let report = try await shown(receiving: { restoration.bytesReceived }) {
            try await passes.restore(restoration, wanted, lacking: lacking)
        }
        report.troubles.forEach { say(.complaint("apod-mirror: " + $0)) }
        if !report.restored.isEmpty {
            let giver = peers.count == 1 ? peers[0].place : "other mirrors"
            line("\(Quantity.plural(report.restored.count, "day")) came from \(giver).")
        }
        return report
    }

    /// Runs a pass; returns what ended it.
    private func fetch(_ scope: RefreshScope) async throws -> (any Error)? {
        do {
            return try await shown { try await passes.fetch(scope) }.stopped
        } catch let error as SourceError {
            return error
        }
    }

    /// The days up to today whose JSON is not here, and for which no reason is known.
    private func missingDays() async throws -> Set<Day> {
        let (listing, start) = try await archive.perform { (try $0.store.list(), try $0.notes.identity().start) }
        let today = passes.nasa.today
        let first = passes.configuration.keep.firstDay(since: start, newest: listing.presentDays.last)
        let missing = listing.missingDays(in: min(first, today)..<today.advanced(by: 1), try archive.tree.absentDays)
        return Set(listing.days.keys).subtracting(listing.days.withMetadata).union(missing)
    }
}

/// A repair cannot take from the mirror that it repairs.
struct OwnMirrorNamed: ExitCoded, Equatable, CustomStringConvertible {
    var place: String

    var exitCode: ExitCode { .usage }

    var description: String { "\(place) is this mirror itself; name another one." }
}
