package import Archive
internal import Belief
internal import Days
package import Folder
internal import FoundationEssentials
package import MirrorTree
package import NASA
package import Pictures
package import Settings
internal import Store
internal import Transfer

/// From NASA to disk, one pass at a time: plan → answers → needs → fetch → verdicts → commit → report.
///
/// A pass is complete and idempotent: it reads what is there, fetches what is missing and leaves everything it could
/// not get to the next one. A bad day costs its neighbours nothing, and what is wrong with many of them is judged as a
/// whole at the end.
package struct Refresher: Sendable {
    let archive: Archive
    package internal(set) var source: any EntrySource
    package internal(set) var fetch: PictureFetch
    let choice: @Sendable (Media) -> PictureChoice
    let clock: @Sendable () -> Timestamp
    let today: @Sendable () -> Day
    /// The clock that is compared with NASA's before the first request; `nil` where it needs no proof.
    var nasa: NASAClock?
    /// Pictures are kept this many days back from the newest stored one; what lies further back is not fetched.
    var keep = Keep.forever
    /// Moves the mirror's first day back to where the settings have it; `nil` leaves it.
    var history: History?
    /// Tells by decoding whether two files of that size show one picture; `nil` where there is no decoder.
    package var showTheSame: (@Sendable (OpenFile, OpenFile, PixelSize) async throws -> Bool)?
    package var events: MirrorEvents { archive.events }

    /// - Parameter asked: the history that a user wants the mirror to reach besides.
    package func refresh(_ scope: RefreshScope = .due(), reaching asked: History? = nil) async throws -> PassReport {
        let watch = PassWatch(connections: fetch.transfer.connections)
        do {
            try await reach(watch)
        } catch SourceError.otherForm(let form) {
            try await note(form)
            throw SourceError.otherForm(form)
        }
        if case .due = scope { try await extendHistory(asked) }
        var pass = try await begin(scope, watch)
        events.send(.step(.pictures(pass.plan.missing.count)))
        do {
            try await run(&pass)
        } catch {
            // NASA is to be asked about what has come from others, also where that was cut short.
            try? await archive.perform { [unasked = pass.unasked] in try $0.notes.change { $0.note(unasked: unasked) } }
            throw error
        }
        try await finish(&pass)
        return pass.report
    }

    private func run(_ pass: inout Evidence) async throws {
        try await withThrowingTaskGroup(of: Fact.self) { group in
            repeat {
                let steps = pass.next()
                // The owner could not settle a dispute that is nowhere told, so it is noted before its day is marked.
                if pass.newDisputes != Disputes() { try await noteDisputes(&pass) }
                for step in steps { begin(step, of: pass, in: &group) }
                guard let fact = try await group.next() else { continue }
                pass.add(fact)
                tell(fact)
            } while pass.phase != .over || pass.underWay > 0
        }
    }

    // MARK: - Steps

    private func begin(_ step: Step, of pass: Evidence, in group: inout ThrowingTaskGroup<Fact, any Error>) {
        let watch = pass.watch
        switch step {
        case .ask(let days):
            group.addTask { try await ask(days, watch) }
        case .fetch(let need):
            let (answer, stored, rules) = (pass.cases[need.day]?.answer, pass.cases[need.day]?.stored, pass.rules)
            group.addTask { try await got(need, answer, stored, rules, watch) }
        case .compare(let day):
            group.addTask { .whole(day, await archive.incoming.isWhole(day)) }
        case .witness(let day):
            let rules = pass.rules
            group.addTask { try await witness(day, rules, watch) }
        case .prove(let kind):
            let proofs = (pass.stored.sorted(by: >) + pass.facts.proofs).filter { !pass.proofs.contains($0) }
            group.addTask { try await prove(kind, proofs, watch) }
        case .proveEntries(let day):
            group.addTask { try await hasEntry(day, watch) }
        case .commit(let verdict, let draft):
            group.addTask { try await commit(verdict, draft, watch) }
        case .drop(let day):
            group.addTask {
                try? await archive.incoming.discardPart(for: day)
                return .dropped
            }
        }
    }

    /// Asks the source for a block of days, and reads what is stored of them.
    private func ask(_ days: ClosedRange<Day>, _ watch: PassWatch) async throws -> Fact {
        events.send(.step(.entries(days)))
        var found: [(DayAnswer, StoredDay)] = []
        do {
            for answer in try await source.entries(in: days, watch: watch) {
                found.append((answer, try await archive.incoming.storedDay(answer.day)))
            }
        } catch let error as FolderError {
            return .answers(found, end: error)
        }
        return .answers(found, end: watch.end)
    }

    private func got(
        _ need: Need, _ answer: DayAnswer?, _ stored: StoredDay?, _ rules: DayRules, _ watch: PassWatch
    ) async throws -> Fact {
        try await guarded(need.day, stored) {
            try Task.checkCancellation()
            let outcome = try await outcome(need, answer, stored, rules, watch).told(by: answer)
            guard case .fetched(let picture, _) = outcome, let neighbours = rules.facts.sums[picture.sha256] else {
                return .got(need.day, outcome, twin: nil)
            }
            let twin = await archive.incoming.twin(of: picture, day: need.day, among: neighbours)
            return .got(need.day, outcome, twin: twin)
        }
    }

    private func outcome(
        _ need: Need, _ answer: DayAnswer?, _ stored: StoredDay?, _ rules: DayRules, _ watch: PassWatch
    ) async throws -> PictureFetch.Outcome {
        if let peers = fetch.peers, let held = peers.held(need.day) {
            return try await fetch.take(need, held, beside: stored, from: peers, watch: watch)
        }
        if let collection = fetch.collection, case .success(let entry) = answer?.result {
            let offered = collection.offer(for: entry, choice(entry.media))
            let known = stored?.metadata?.mirror.picture
            if let adopted = try await fetch.adopt(offered, for: need.day, need.candidates, known: known, watch: watch)
            {
                return adopted
            }
        }
        return try await compared(try await fetch.fetch(need, watch: watch), with: stored, rules)
    }

    /// A picture whose bytes alone differ from the stored ones is decoded: a server that encodes anew at each request
    /// would never serve the stored bytes again.
    private func compared(
        _ outcome: PictureFetch.Outcome, with stored: StoredDay?, _ rules: DayRules
    ) async throws -> PictureFetch.Outcome {
        guard let showTheSame, case .fetched(let picture, let part) = outcome, let width = picture.width,
            let height = picture.height, let day = stored?.day, let former = stored?.metadata?.mirror.picture,
            rules.mayBeEncodedAnew(picture, former, of: day),
            let new = try await archive.incoming.open(part: part),
            let standing = try await archive.incoming.open(day, former.file),
            try await showTheSame(standing, new, PixelSize(width: width, height: height))
        else { return outcome }
        try await archive.incoming.discardPart(for: day)
        return .encodedAnew(picture)
    }

    private func witness(_ day: Day, _ rules: DayRules, _ watch: PassWatch) async throws -> Fact {
        try await guarded(day, nil) {
            let stored = try await archive.incoming.storedDay(day)
            guard let need = rules.witness(stored) else { return .witness(stored, nil) }
            return .witness(stored, try await compared(try await fetch.fetch(need, watch: watch), with: stored, rules))
        }
    }

    /// Asks a host that refuses for a picture that it certainly has: one of the mirror's newest.
    private func prove(_ kind: PictureAddress.Kind, _ days: [Day], _ watch: PassWatch) async throws -> Fact {
        for day in days {
            guard let proof = try await archive.incoming.proof(of: day), proof.kind == kind else { continue }
            do {
                return .proved(kind, try await fetch.isThere(proof, watch), by: day)
            } catch let error as SourceError {
                return .stopped(nil, error)
            }
        }
        return .proved(kind, false, by: nil)
    }

    private func hasEntry(_ day: Day, _ watch: PassWatch) async throws -> Fact {
        let answers = try await source.entries(in: day...day, watch: watch)
        return .hasEntry(answers.contains { if case .success = $0.result { true } else { false } })
    }

    /// Stores a day, unless it was changed since it was judged.
    private func commit(_ verdict: Verdict, _ draft: Verdict.Draft, _ watch: PassWatch) async throws -> Fact {
        let day = verdict.day
        return try await guarded(day, draft.stored) {
            do {
                let metadata = try await archive.store(try await change(draft, watch))
                let isRecorded = draft.stored.lacksRecord && metadata.mirror.record != nil
                return .committed(verdict, metadata, draft.meaning, isRecorded: isRecorded)
            } catch is DayChanged {
                return .changed(try await archive.incoming.storedDay(day))
            }
        }
    }

    private func change(_ draft: Verdict.Draft, _ watch: PassWatch) async throws -> DayChange {
        var change = DayChange(
            metadata: draft.metadata, content: .kept, basis: .judged(draft.stored), keepsFormer: draft.keepsFormer)
        switch draft.content {
        case .kept: break
        case .fetched(let part): change.content = .fetched(part)
        case .page(let wanted):
            // A page that is there keeps its poster when that cannot be had at the moment.
            var poster = try await fetch.poster(wanted, for: draft.stored.day, watch: watch)
            if poster == nil, wanted != nil { poster = await archive.incoming.poster(of: draft.stored.day) }
            change.content = .page(poster)
            if !fetch.asksNASA { change.metadata.mirror.picture?.isUnverified = true }
        }
        return change
    }

    /// Errors become facts. Throws only when the pass is cancelled.
    private func guarded(_ day: Day, _ stored: StoredDay?, _ step: () async throws -> Fact) async throws -> Fact {
        do {
            return try await step()
        } catch let error as CancellationError {
            throw error
        } catch let error as HostInDoubt {
            return .held(day, error.kind)
        } catch let error as SourceError {
            if case .spent = error { return .failed(FailedDay(day: day, reason: "\(error)")) }
            return .stopped(day, error)
        } catch let error as DiskLow {
            return .stopped(day, error)
        } catch let error as FolderError where error.isDiskFull || archive.tree.isOwn(error.path) {
            return .stopped(day, error)
        } catch {
            return .failed(FailedDay(day: day, reason: "\(error)"))
        }
    }

    /// Tells what became of a day.
    private func tell(_ fact: Fact) {
        guard case .committed(_, let metadata, let meaning, _) = fact else { return }
        switch meaning {
        case .picture(let isReplacement): events.send(.stored(metadata, .picture(replaced: isReplacement)))
        case .words: events.send(.stored(metadata, .words))
        case .reread: events.send(.stored(metadata, .reading))
        case .notes: break
        }
    }
}

extension Refresher {
    /// The refresher that the settings describe.
    ///
    /// - Parameter sourceRemedy: says which line of the settings has another source asked.
    package init(
        _ configuration: Configuration, key: APIKey?, nasa: NASAClock, archive: Archive, budget: SourceBudget,
        sourceRemedy: @escaping SourceRemedy
    ) {
        var limits = Transfer.Limits()
        limits.connections = configuration.connections
        limits.connectionsPerHost = configuration.connectionsPerHost
        let transfer = Transfer(
            userAgent: Version.userAgent, limits: limits,
            addressPolicy: AddressPolicy(source: configuration.source.base))
        let clock: @Sendable () -> Timestamp = { nasa.now }
        let today: @Sendable () -> Day = { nasa.today }
        let shape = configuration.source.shape
        let source = EntryServer(
            shape, base: configuration.source.base, apiKey: shape == .planetary ? key?.value : nil,
            transfer: transfer, clock: nasa, budget: budget, remedy: sourceRemedy)
        self.init(
            archive: archive, source: source,
            fetch: PictureFetch(
                transfer: transfer, archive: archive, maximumVideoBytes: Int64(configuration.maxVideoBytes),
                room: DiskRoom(archive.tree.root, minimum: Int64(configuration.minFreeBytes)), clock: clock),
            choice: { PictureChoice.make($0, size: configuration.pictureSize, video: configuration.video) },
            clock: clock, today: today, nasa: nasa, keep: configuration.keep, history: configuration.history)
    }
}

extension SourceError: ExitCoded {
    package var exitCode: ExitCode { .unavailable }
}
