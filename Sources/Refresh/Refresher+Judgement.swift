internal import Archive
internal import Days
internal import Favorites
internal import Folder
internal import MirrorTree
internal import NASA
internal import Store

/// Judges a pass as a whole, once none of its days is under way.
extension Refresher {
    /// Returns whether there was a doubt, and the pass goes on after it: the days were at fault, and not the server.
    ///
    /// The proof is a picture that the server certainly has, of a kind that was asked for in vain. Where none such is
    /// known, or none comes any more, two of the days that are left decide.
    func dispelDoubt(about plan: Plan, _ pass: inout Pass) async throws -> Bool {
        let watch = pass.watch
        guard !pass.isOver, let doubt = watch.withLock({ $0.doubt }) else { return false }
        var kinds = doubt.kinds
        while let proof = try await proof(of: kinds, &pass) {
            do {
                if try await fetch.isThere(proof, watch) {
                    watch.withLock { $0.dispelDoubt() }
                    return true
                }
            } catch let error as SourceError {
                pass.stop(error)
                return false
            }
            kinds.remove(PictureAddress.Kind(proof.url))
        }
        let days = plan.days.filter { !pass.isJudged($0) }.sorted()
        if !doubt.isSilence, !days.isEmpty {
            let probes: Set = [days[days.count / 3], days[days.count * 2 / 3]]
            watch.withLock { $0.probe(probes.count) }
            try await ask(for: plan.limited(to: probes), &pass, isProbe: true)
            if watch.withLock({ $0.endProbe(doubt) }) { return !pass.isOver }
        }
        watch.withLock { $0.confirmDoubt() }
        if let end = watch.end { pass.stop(end, isAboutPictures: true) }
        return false
    }

    /// A picture that proved nothing yet: one that came in this pass, else one of the mirror's newest.
    private func proof(of kinds: Set<PictureAddress.Kind>, _ pass: inout Pass) async throws -> Proof? {
        guard !kinds.isEmpty else { return nil }
        for pending in pass.pendingPictures.values where !pass.proved.contains(pending.day) {
            guard let proof = try await archive.incoming.proof(of: pending), kinds.contains(proof.kind) else {
                continue
            }
            pass.proved.insert(pending.day)
            return proof
        }
        for day in pass.stored.sorted(by: >) + pass.facts.proofs where !pass.proved.contains(day) {
            guard let proof = try await archive.incoming.proof(of: day), kinds.contains(proof.kind) else { continue }
            pass.proved.insert(day)
            return proof
        }
        return nil
    }

    /// Decides what becomes of everything that waited for the end.
    func settle(_ pass: inout Pass) async throws {
        try await settleAbsences(&pass)
        try await settleWords(&pass)
        try await settlePictures(&pass)
        try await settleFailures(&pass)
        settleBelief(&pass)
    }

    /// Ends a pass over an empty mirror that brought nothing with a sentence, although no request failed.
    private func settleBelief(_ pass: inout Pass) {
        guard source.isServer, pass.summary.stopped == nil, pass.facts.proofs.isEmpty else { return }
        let refused = pass.learned.refused
        pass.watch.withLock { $0.judgeFirstAnswers(refused: refused, at: source.address) }
        if let end = pass.watch.end { pass.stop(end) }
    }

    /// Asks once more for days without an entry, where that is no everyday thing: the answer may have been an accident
    /// which is over by now.
    private func settleAbsences(_ pass: inout Pass) async throws {
        let watch = pass.watch
        let again = watch.withLock { $0.absencesToAskAgain(today: pass.facts.today) }
        if !again.isEmpty {
            // Until they are asked again, the days count as not judged: a pass that is over notes nothing of them.
            pass.reopen(again)
            watch.withLock { $0.forgetAbsences(of: again) }
        }
        if pass.summary.stopped == nil {
            // Each day is asked for by itself: a list may leave it out once more.
            for day in again.sorted(by: >) { try await ask(for: pass.plan.limited(to: [day]), &pass) }
        }
        let (isTooMuch, needsProof, hasRecords) = watch.withLock {
            ($0.hasTooManyAbsences, $0.needsProofOfEntries, $0.hasRecords)
        }
        var isAccident = isTooMuch
        if !isTooMuch, needsProof, pass.summary.stopped == nil {
            isAccident = if let day = pass.facts.proofs.first { try await !hasEntry(day, watch) } else { !hasRecords }
        }
        if isAccident {
            watch.withLock { $0.recordTooManyAbsences(at: source.address) }
            if let end = watch.withLock({ $0.end }) { pass.stop(end) }
        }
        // Absences that the server reported in its accident are not noted.
        if isAccident || watch.withLock({ $0.isDoubtful }) { pass.forgetUnpublished() }
        for (day, confirmed) in pass.learned.unpublished { events.send(.unpublished(day, confirmed: confirmed)) }
        for day in pass.unchanged { events.send(.unpublished(day, confirmed: false)) }
        for (day, reason) in pass.learned.leftOut { events.send(.pending(day, title: nil, reason: reason)) }
        pass.recordUnpublished()
    }

    /// Whether the source still has a day that it had.
    private func hasEntry(_ day: Day, _ watch: PassWatch) async throws -> Bool {
        do {
            for try await answer in source.entries(in: day...day, watch: watch) {
                if case .success = answer.result { return true }
            }
        } catch is SourceError {}
        return false
    }

    private func settlePictures(_ pass: inout Pass) async throws {
        let watch = pass.watch
        let (fine, doubtful) = watch.withLock { $0.settle() }
        let isAccident = watch.withLock { $0.isDoubtful }
        for (day, reason) in doubtful {
            guard let pending = pass.takePendingPicture(of: day) else { continue }
            if isAccident {
                try await archive.incoming.discardPart(for: day)
            } else if pending.isPatient {
                pass.pendingPictures[day] = pending
            } else {
                try await archive.incoming.discardPart(for: day)
                if pending.former == nil { pass.record(.failed(FailedDay(pending, reason: reason))) }
            }
        }
        let settled = pass.pendingPictures.values.filter(\.isSettled)
        let verdict = Replacements.verdict(on: settled.count)
        let task = task(pass)
        for day in Set(fine).union(pass.pendingPictures.keys).sorted(by: >) {
            guard let pending = pass.takePendingPicture(of: day) else { continue }
            var outcome =
                if pending.isSettled, let verdict {
                    try await task.dispute(pending, reason: verdict)
                } else if pending.isStandIn, watch.mayFetch, !pass.isOver, !watch.withLock({ $0.hasRepeated(day) }) {
                    // The better address may have been refused by accident.
                    try await task.outcome(of: pending.answer)
                } else {
                    try await task.outcome(of: pending)
                }
            // The day was judged anew, because it was changed while it waited or a better address was tried.
            if let again = outcome.pendingPicture { outcome = try await task.outcome(of: again) }
            pass.record(outcome)
            tell(outcome)
        }
        if watch.withLock({ $0.doubt }) != nil {
            // The doubt came with the last requests: nothing is left that could dispel it.
            watch.withLock { $0.confirmDoubt() }
            if let end = watch.end { pass.stop(end) }
        }
    }

    /// Notes days without a picture as pending, except days whose picture an accident of the server's took.
    private func settleFailures(_ pass: inout Pass) async throws {
        if let end = pass.watch.end, case .spent = end {
            for answer in pass.takeHeld() { pass.record(.failed(FailedDay(day: answer.day, reason: "\(end)"))) }
        }
        let spared = pass.watch.withLock { $0.end == nil ? [] : $0.refusedDays.union($0.failedDays) }
        for failed in pass.failed where !spared.contains(failed.day) {
            do {
                try await pend(failed, isDamaged: pass.facts.damaged.contains(failed.day), now: pass.facts.now)
            } catch let error as FolderError where error.isDiskFull || archive.tree.isOwn(error.path) {
                pass.stop(error)
            } catch is DayChanged {
                continue
            } catch let error as FolderError {
                events.send(.trouble("\(error)"))
            }
            pass.recordPending(failed)
            events.send(.pending(failed.day, title: failed.metadata?.title, reason: failed.reason))
        }
    }

    private func pend(_ failed: FailedDay, isDamaged: Bool, now: Timestamp) async throws {
        // A file that stands is better than none, and its JSON, if it has one, still tells what it should be.
        guard var metadata = failed.metadata, let stored = failed.stored, !stored.hasFile || stored.isWaiting else {
            return
        }
        // The sum of a picture that is lost stays, too: a mirror that has it may come.
        if isDamaged, stored.metadata?.mirror.picture != nil { return }
        var attempts = stored.metadata?.mirror.pending?.attempts ?? 0
        var wait = 0
        if source.isServer {
            attempts += 1
            wait = BackOff.seconds(afterAttempts: attempts, chance: Double.random(in: 0..<1))
        }
        // Words that NASA did not answer for stay as they came.
        let isUnverified =
            source.isServer ? metadata.mirror.pending?.isUnverified : stored.metadata.map(\.isUnverified) ?? true
        metadata.mirror.state = .pending
        metadata.mirror.picture = nil
        metadata.mirror.pending = .init(
            reason: failed.reason, attempts: attempts, retryAfter: now + wait, isUnverified: isUnverified)
        _ = try await archive.store(DayChange(metadata: metadata, content: .none, basis: .judged(stored)))
    }

    func finish(_ pass: Pass) async throws {
        let (address, isServer) = (source.address, source.isServer)
        // A pass that was stopped does not tell which requests had an answer, so it notes none. Days that a user or the
        // decoder asked for are no requests of the plan.
        let isWhole = pass.summary.stopped == nil
        let asked = isWhole ? pass.facts.doubtful.intersection(pass.judged).intersection(pass.plan.rereads) : []
        let (believed, disbelieved) = pass.watch.withLock { ($0.believed, $0.disbelieved) }
        try await archive.perform { archive in
            if isServer {
                var learned = pass.learned
                learned.believed = believed
                // A day without a picture is pending, with that reason.
                learned.disbelieved = disbelieved.filter { archive.store.listing.isPresent($0.key) }
                try archive.notes.record(learned, today: pass.facts.today)
                if !asked.isEmpty { try archive.notes.recordRequest(for: asked, at: pass.facts.now) }
                try archive.notes.save(pass.sourceState(of: address, after: archive.tree.sourceState))
            }
            // Partial downloads for damaged and doubtful pictures stay: the next repair goes on with them.
            try Recovery(archive.store).sweepParts(but: pass.facts.damaged.union(pass.facts.doubtful))
            try archive.today.update()
            // A favorites pass gives links that waited for a picture their form at once.
            if pass.summary.stored + pass.summary.corrected + pass.summary.reread > 0 {
                _ = try? archive.favorites.run(over: .nothing)
            }
        }
    }
}

/// The wait before a failed day is tried again: longer each time, never in step with other mirrors.
struct BackOff: Sendable {
    static let first = 15 * 60
    static let longest = 24 * 3_600

    /// - Parameter chance: 0 ..< 1, spreads the wait by a fifth to either side.
    static func seconds(afterAttempts attempts: Int, chance: Double) -> Int {
        let doubled = attempts >= 7 ? longest : min(longest, first << max(0, attempts - 1))
        return Int(Double(doubled) * (0.8 + 0.4 * chance))
    }
}
