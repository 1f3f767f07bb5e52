internal import Archive
internal import Days
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Settings
internal import Store

/// What other mirrors are asked for: days that are damaged or missing here, and that NASA does not give.
extension OrderHandler {
    /// Opens mirrors. A place that is named twice counts once; that two addresses lead to one mirror cannot be seen.
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
        var stopped: PassEnd?
    }

    /// Mends damaged days from what is known here, from NASA, and then from other mirrors, which give missing days, too.
    func mend(_ damaged: Set<Day>, from peers: [Peer], _ isOffline: Bool) async throws -> Mended {
        var mended = Mended()
        if isOffline {
            try await passes.mendHere(damaged)
        } else if !damaged.isEmpty {
            let report = try await shown { try await passes.mend(damaged) }
            mended = Mended(reasons: report.pending, stopped: report.stopped)
        }
        if peers.isEmpty { return mended }
        let known = try archive.tree.missingDays
        if !isOffline, mended.stopped == nil {
            let missing = try await missingDays(known)
            if !missing.isEmpty {
                mended.stopped = try await shown { try await passes.fetch(.damaged(missing)) }.stopped
            }
        }
        let favorites = try archive.tree.knownRecord().favorites
        let wanted = damaged.filter { !passes.verification.check(at: $0, isFavorite: favorites[$0] != nil).isEmpty }
        let report = try await restored(wanted, lacking: missingDays(known), from: peers, .witnesses)
        for day in wanted { mended.reasons[day] = nil }
        mended.reasons.merge(report.pending) { $1 }
        return mended
    }

    /// Takes from other mirrors the days that a sync left without a picture, also those that NASA says it does not have.
    ///
    /// - Parameter range: the days that were named; `nil` where none were.
    /// - Returns: the days that were brought, and why others were not.
    func restoreMissing(in range: ClosedRange<Day>?, from peers: [Peer]) async throws -> PassReport {
        let listing = try await archive.perform { try $0.store.list() }
        let waiting = archive.tree.metadataWithoutFile(listing).filter { $0.value.mirror.state != .hidden }.keys
        let favorites = try archive.tree.knownRecord().favorites.keys.filter { !listing.isPresent($0) }
        var lacking = try await missingDays(MissingDays(), in: range).union(waiting)
        if let range { lacking = lacking.filter(range.contains) } else { lacking.formUnion(favorites) }
        let report = try await restored([], lacking: lacking, from: peers, .anyone)
        for (day, reason) in report.pending.sorted(by: { $0.key > $1.key }) { line("\(day): \(reason)") }
        return report
    }

    private func restored(
        _ wanted: Set<Day>, lacking: Set<Day>, from peers: [Peer], _ trust: PeerTrust
    ) async throws -> PassReport {
        let report = try await shown(receiving: { peers.bytesReceived }) {
            try await passes.restore(wanted, lacking: lacking, from: peers, trust: trust)
        }
        report.troubles.forEach { say(.complaint("apod-mirror: " + $0)) }
        if !report.pictures.isEmpty {
            let giver = peers.count == 1 ? peers[0].place : "other mirrors"
            line("\(Quantity.plural(report.pictures.count, "day")) came from \(giver).")
        }
        return report
    }

    /// The days whose JSON is not here, and for which no reason is known: of the mirror's history up to today, or of a range.
    private func missingDays(_ known: MissingDays, in range: ClosedRange<Day>? = nil) async throws -> Set<Day> {
        let (listing, start) = try await archive.perform { (try $0.store.list(), try $0.notes.identity().start) }
        let today = passes.clock.today
        let first = passes.configuration.keep.firstDay(since: start, newest: listing.presentDays.last ?? today)
        let span = range ?? min(first, today)...today
        let missing = listing.missingDays(in: span.lowerBound..<span.upperBound.advanced(by: 1), known)
        return Set(listing.days.keys).subtracting(listing.days.withMetadata).union(missing)
    }
}

/// A repair cannot take from the mirror that it repairs.
struct OwnMirrorNamed: ExitCoded, Equatable, CustomStringConvertible {
    var place: String

    var exitCode: ExitCode { .usage }

    var description: String { "\(place) is this mirror itself; name another one." }
}
