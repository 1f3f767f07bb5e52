package import Archive
internal import Belief
internal import Days
package import Folder
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
            // The status, `config` and `setup` tell it, whether a daemon runs or not.
            try await archive.perform { archive in
                var state = try archive.tree.sourceState
                state.record(form)
                try archive.notes.save(state)
            }
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
                let (facts, watch) = (pass.facts, pass.watch)
                for step in steps { group.addTask { try await carryOut(step, facts, watch) } }
                guard let fact = try await group.next() else { continue }
                pass.add(fact)
                if case .committed(_, let draft, let metadata) = fact, let change = draft.change {
                    events.send(.stored(metadata, change))
                }
            } while pass.phase != .over || pass.underWay > 0
        }
    }

    // MARK: - Steps

    private func carryOut(_ step: Step, _ facts: PassFacts, _ watch: PassWatch) async throws -> Fact {
        switch step {
        case .ask(let days): return try await ask(days, watch)
        case .fetch(let need, let found): return try await got(need, found, facts, watch)
        case .compare(let day): return .whole(day, await archive.incoming.isWhole(day))
        case .witness(let day): return try await witness(day, facts, watch)
        case .prove(let kind, let proofs): return try await prove(kind, proofs, watch)
        case .proveEntries(let day): return try await hasEntry(day, watch)
        case .commit(let verdict, let draft): return try await commit(verdict, draft, watch)
        case .drop(let day):
            try? await archive.incoming.discardPart(for: day)
            return .dropped
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

    private func got(_ need: Need, _ found: DayCase, _ facts: PassFacts, _ watch: PassWatch) async throws -> Fact {
        try await guarded(need.day) {
            try Task.checkCancellation()
            let outcome = try await outcome(need, found, facts, watch)
            guard case .fetched(var picture, let part) = outcome else { return .got(need.day, outcome, twin: nil) }
            // Where the source is another mirror, it tells from which address it had the picture.
            if case .success(let entry) = found.answer?.result, entry.digest == picture.sha256 {
                picture.origin = entry.origin
            }
            let neighbours = facts.sums[picture.sha256] ?? []
            let twin = await archive.incoming.twin(of: picture, day: need.day, among: neighbours)
            return .got(need.day, .fetched(picture, part: part), twin: twin)
        }
    }

    private func outcome(
        _ need: Need, _ found: DayCase, _ facts: PassFacts, _ watch: PassWatch
    ) async throws -> PictureFetch.Outcome {
        if let peers = fetch.peers, let held = peers.held(need.day) {
            return try await fetch.take(need, held, beside: found.stored, from: peers, watch: watch)
        }
        if let known = found.stored.sealed?.mirror.pending?.picture,
            let standing = try await archive.incoming.standing(found.stored, sum: known.sha256)
        {
            return .verified(known.named(standing.name))
        }
        if let collection = fetch.collection, case .success(let entry) = found.answer?.result {
            let offered = collection.offer(for: entry, choice(entry.media))
            let known = found.stored.metadata?.recordedPicture
            if let adopted = try await fetch.adopt(offered, for: need.day, need.candidates, known: known, watch: watch)
            {
                return adopted
            }
        }
        return try await compared(try await fetch.fetch(need, watch: watch), with: found.stored, facts)
    }

    /// A picture whose bytes alone differ from the stored ones is decoded: a server that encodes anew at each request
    /// would never serve the stored bytes again.
    private func compared(
        _ outcome: PictureFetch.Outcome, with stored: StoredDay, _ facts: PassFacts
    ) async throws -> PictureFetch.Outcome {
        guard let showTheSame, case .fetched(let picture, let part) = outcome, let width = picture.width,
            let height = picture.height, let former = stored.metadata?.mirror.picture,
            facts.mayBeEncodedAnew(picture, former, of: stored.day),
            let new = try await archive.incoming.open(part: part),
            let standing = try await archive.incoming.open(stored.day, former.file),
            try await showTheSame(standing, new, PixelSize(width: width, height: height))
        else { return outcome }
        try await archive.incoming.discardPart(for: stored.day)
        return .encodedAnew(picture)
    }

    private func witness(_ day: Day, _ facts: PassFacts, _ watch: PassWatch) async throws -> Fact {
        try await guarded(day) {
            let stored = try await archive.incoming.storedDay(day)
            guard let need = Need(witness: stored) else { return .witness(stored, nil) }
            return .witness(stored, try await compared(try await fetch.fetch(need, watch: watch), with: stored, facts))
        }
    }

    /// Asks a host that refuses for a picture that it certainly has: one of the mirror's newest.
    private func prove(_ kind: HostPart, _ days: [Day], _ watch: PassWatch) async throws -> Fact {
        for day in days {
            guard let proof = try await archive.incoming.proof(of: day), HostPart(proof.url) == kind else { continue }
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
        try await guarded(verdict.day) {
            do {
                return .committed(verdict, draft, try await archive.store(try await change(draft, watch)))
            } catch is DayChanged {
                return .changed(try await archive.incoming.storedDay(verdict.day))
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
    private func guarded(_ day: Day, _ step: () async throws -> Fact) async throws -> Fact {
        do {
            return try await step()
        } catch let error as CancellationError {
            throw error
        } catch let error as HostInDoubt {
            return .held(day, error.kind)
        } catch {
            let isOfAll =
                switch error {
                case SourceError.spent: false
                case is SourceError, is DiskLow: true
                case let error as FolderError: error.isDiskFull || archive.tree.isOwn(error.path)
                default: false
                }
            return isOfAll ? .stopped(day, error) : .failed(FailedDay(day: day, reason: "\(error)"))
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
            fetcher: transfer, clock: nasa, budget: budget, remedy: sourceRemedy, today: today)
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
