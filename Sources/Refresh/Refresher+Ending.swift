internal import Archive
internal import Belief
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import NASA
internal import Store

/// The end of a pass: what it could not get is noted, and the mirror is left tidy.
extension Refresher {
    /// Notes disputes, and tells those that are new.
    func noteDisputes(_ pass: inout Evidence) async throws {
        let new = pass.newDisputes
        var former = pass.facts.disputes
        former.merge(pass.notedDisputes)
        try await archive.perform { try $0.notes.change { $0.disputes.merge(new) } }
        pass.notedDisputes.merge(new)
        pass.notes.disputes.merge(new)
        pass.newDisputes = Disputes()
        for (disputes, known) in [(new.pictures, former.pictures), (new.words, former.words)] {
            for (day, dispute) in disputes where known[day]?.key != dispute.key {
                events.send(.trouble(.disputed(day, reason: dispute.reason)))
            }
        }
    }

    func finish(_ pass: inout Evidence) async throws {
        if let end = pass.watch.end { pass.stop(end) }
        tellAbsences(&pass)
        let hasNothing = endOfNothing(&pass)
        if !hasNothing { try await noteFailures(&pass) }
        judgeBelief(&pass)
        // A server that is wrong about its days may be wrong about the time.
        if pass.watch.withLock({ $0.isDoubtful }) { nasa?.distrust() }
        do {
            try await save(pass)
        } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
            // The disk that ended the pass keeps its notes from being written, too; they cost a request each at worst.
            if pass.summary.stopped == nil { pass.stop(error) }
        }
    }

    private func tellAbsences(_ pass: inout Evidence) {
        // Absences that the server reported in its accident are not noted.
        if pass.watch.withLock({ $0.isDoubtful }) {
            pass.unpublished = pass.unpublished.filter { $0.value == .stillNotYet }
            pass.leftOut = [:]
        }
        for (day, absence) in pass.unpublished {
            events.send(.absent(day, .unpublished(confirmed: absence == .confirmed)))
        }
        for (day, reason) in pass.leftOut { events.send(.absent(day, .pending(reason: reason))) }
        pass.summary.unpublished = Set(pass.unpublished.keys)
        pass.summary.leftOut = Set(pass.leftOut.keys)
        pass.summary.pending.merge(pass.leftOut) { $1 }
    }

    /// Ends a pass over an empty mirror that brought nothing with a sentence, although no request failed.
    private func judgeBelief(_ pass: inout Evidence) {
        guard source.isServer, pass.summary.stopped == nil, pass.facts.proofs.isEmpty else { return }
        let (refused, disbelieved) = (pass.refused, pass.disbelieved)
        pass.watch.withLock { $0.judgeFirstAnswers(refused: refused.merging(disbelieved) { $1 }, at: source.address) }
        if let end = pass.watch.end { pass.stop(end) }
    }

    /// Ends a pass that got none of many pictures: nothing is noted of any of their days. A mirror that has pictures, from
    /// whatever host, has days of a host that is away wait for that host.
    private func endOfNothing(_ pass: inout Evidence) -> Bool {
        guard source.isServer, pass.summary.stopped == nil else { return false }
        let hosts = pass.watch.withLock { $0.hosts }
        let hasPictures = !pass.facts.proofs.isEmpty
        let failed = pass.failed.filter { failed in
            !failed.kinds.isEmpty && !(hasPictures && failed.kinds.allSatisfy { hosts.facts($0.server).isAway })
        }
        guard !hosts.gavePicture, failed.count >= Limits.dense, let last = failed.last, let kind = last.kinds.first
        else { return false }
        let reason = "no picture is to be had, at last: \(last.reason)"
        pass.stop(SourceError.unreachable(url: kind.server, reason: reason))
        pass.summary.stopped?.isAboutPictures = true
        return true
    }

    /// Notes days without a picture as pending.
    private func noteFailures(_ pass: inout Evidence) async throws {
        let spared = pass.watch.withLock { $0.end == nil ? [] : $0.failedDays }
        let hosts = pass.watch.withLock { $0.hosts }
        for var failed in pass.failed where !spared.contains(failed.day) {
            // All days of one host wait with the same words.
            failed.reason = failed.kinds.compactMap { hosts.reason(notToAsk: $0) }.min() ?? failed.reason
            do {
                // A host's fault is no attempt of the day's.
                try await pend(
                    failed, isOwn: hosts.isOwnFault(of: failed.kinds),
                    isDamaged: pass.facts.damaged.contains(failed.day), now: pass.facts.now)
            } catch let error as FolderError where error.isDiskFull || archive.tree.isOwn(error.path) {
                pass.stop(error)
            } catch is DayChanged {
                continue
            } catch let error as FolderError {
                events.send(.trouble(.sentence("\(error)")))
            }
            pass.summary.pending[failed.day] = failed.reason
            if failed.metadata == nil { pass.refused[failed.day] = failed.reason }
            events.send(.absent(failed.day, .pending(reason: failed.reason)))
        }
    }

    private func pend(_ failed: FailedDay, isOwn: Bool, isDamaged: Bool, now: Timestamp) async throws {
        guard var metadata = failed.metadata, let stored = failed.stored else { return }
        // A file that stands is better than none, and its JSON, if it has one, still tells what it should be.
        if stored.hasFile, !stored.isWaiting {
            guard fetch.peers != nil, metadata.mirror.picture != nil, metadata.mirror.record?.bytes != nil,
                stored.hasDamagedWords
            else { return }
            // The record came from another mirror, and the picture did not.
            _ = try await archive.store(DayChange(metadata: metadata, content: .kept, basis: .judged(stored)))
            return
        }
        // A JSON that was damaged or edited may still name the lost picture, by whose sum its bytes are known.
        if stored.hasDamagedJSON, stored.metadata?.recordedPicture != nil { return }
        // NASA's reason to wait is not replaced by what other mirrors lack.
        if isDamaged, fetch.peers != nil, stored.metadata != nil { return }
        var attempts = stored.metadata?.mirror.pending?.attempts ?? 0
        var wait = 0
        if source.isServer {
            if isOwn { attempts += 1 }
            wait = BackOff.seconds(
                afterAttempts: isOwn ? attempts : BackOff.attemptsOfHost, chance: Double.random(in: 0..<1))
        }
        // Words that NASA did not answer for stay as they came.
        let isUnverified =
            source.isServer ? metadata.mirror.pending?.isUnverified : stored.metadata.map(\.isUnverified) ?? true
        metadata.mirror.state = .pending
        metadata.mirror.picture = nil
        metadata.mirror.pending = .init(
            reason: failed.reason, attempts: attempts, retryAfter: now + wait, isUnverified: isUnverified,
            picture: stored.sealed?.recordedPicture)
        _ = try await archive.store(DayChange(metadata: metadata, content: .none, basis: .judged(stored)))
    }

    private func save(_ pass: Evidence) async throws {
        let (address, isServer) = (source.address, source.isServer)
        // A pass that was stopped does not tell which requests had an answer, so it notes none. Days that a user or the
        // decoder asked for are no requests of the plan.
        let isWhole = pass.summary.stopped == nil
        let asked = isWhole ? pass.facts.doubtful.intersection(pass.judged).intersection(pass.plan.rereads) : []
        var former = pass.facts.notes
        former.disputes.merge(pass.notedDisputes)
        try await archive.perform { [former] archive in
            let (found, forgotten) = pass.notesAtEnd(in: archive.store.listing)
            // The files go first: nothing would tell of them once they are noted no more.
            if isServer { archive.store.removeSuperseded(forgotten) }
            if isServer, !asked.isEmpty { try archive.notes.recordRequest(for: asked, at: pass.facts.now) }
            let state = try isServer ? pass.sourceState(of: address, after: archive.tree.sourceState) : nil
            try archive.notes.change(beside: [state].compactMap(\.self)) { notes in
                if isServer {
                    notes.take(found, insteadOf: former)
                    notes.forgetQuiet(at: pass.facts.now)
                }
                notes.note(unasked: pass.unasked)
            }
            // Partial downloads for damaged and doubtful pictures stay: the next repair goes on with them.
            try Recovery(archive.store).sweepParts(but: pass.facts.damaged.union(pass.facts.doubtful))
            try archive.today.update()
            // A favorites pass gives links that waited for a picture their form at once.
            if pass.summary.stored + pass.summary.corrected + pass.summary.reread > 0 {
                _ = try? archive.favorites.run()
            }
        }
    }
}

/// The wait before a failed day is tried again: longer each time, never in step with other mirrors.
struct BackOff: Sendable {
    static let first = 15 * 60
    static let longest = 24 * 3_600
    /// The attempts whose wait a host's fault has, however long it lasts: half an hour.
    static let attemptsOfHost = 2

    /// - Parameter chance: 0 ..< 1, spreads the wait by a fifth to either side.
    static func seconds(afterAttempts attempts: Int, chance: Double) -> Int {
        let doubled = attempts >= 7 ? longest : min(longest, first << max(0, attempts - 1))
        return Int(Double(doubled) * (0.8 + 0.4 * chance))
    }
}
