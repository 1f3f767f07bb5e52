internal import Archive
package import Days
internal import Folder
internal import Hashing
package import MirrorTree
internal import NASA
internal import Store

extension Refresher {
    /// Makes a pass over other mirrors, and asks nobody else. Days that they bring are unverified until NASA is asked.
    ///
    /// - Parameters:
    ///   - damaged: days that are damaged, or that NASA did not give.
    ///   - lacking: days that the mirror lacks, and may have where a peer has them.
    /// - Returns: the days that were brought, why others are not as they should be, and which mirrors gave no answer.
    package func restore(
        _ damaged: Set<Day>, lacking: Set<Day>, from peers: [Peer], trust: PeerTrust
    ) async throws -> PassReport {
        let days = damaged.union(lacking)
        // A page that is gone needs no other mirror.
        try await archive.mend(days)
        let source = PeerEntries(
            archive: archive, peers: peers, trust: trust, damaged: damaged, lacking: lacking,
            noted: (try? archive.tree.notedSums)?.held)
        var refresher = self
        (refresher.source, refresher.fetch.peers, refresher.nasa) = (source, source, nil)
        var report = try await refresher.refresh(.damaged(days))
        if let stopped = report.stopped { throw stopped }
        report.pending.merge(source.recordsToCome) { reason, _ in reason }
        report.pictures.subtract(report.pending.keys)
        report.troubles = source.troubles
        return report
    }
}

/// Whose word is enough for a day of which nothing is known here.
package enum PeerTrust: Sendable {
    /// Two witnesses that say the same: what is damaged gives way to nothing less.
    case witnesses
    /// One mirror, where no other contradicts: the day is told to be from there, and NASA may still correct it.
    case anyone

    fileprivate var enough: Int { self == .witnesses ? 2 : 1 }
}

/// The files that other mirrors have of a day, beside its entry.
struct HeldDay: Sendable {
    /// The only picture that is taken.
    var picture: Witnesses.Belief
    /// The mirrors that are said to have that picture, and its place there.
    var givers: [(peer: Peer, path: FilePath)] = []
    /// The mirror that the day is told to be from, where one mirror's word was enough.
    var origin: String?

    /// - Parameters:
    ///   - named: the choice among the media that the day's record names.
    ///   - known: the picture that the day's JSON names.
    func choice(_ named: PictureChoice, _ known: Metadata.Picture? = nil) -> PictureChoice {
        switch named {
        case .page where known == nil: named
        case _ where picture.sum == nil: .wait(picture.lack(of: "picture"))
        case .download: named
        case .page, .wait: .download([])
        }
    }
}

/// Other mirrors as a source of days that are damaged or missing here: bytes whose sum is known here, or which enough
/// mirrors have. Words are read from the day's record, and nothing else that a mirror says is taken.
struct PeerEntries: EntrySource {
    let archive: Archive
    let peers: [Peer]
    let trust: PeerTrust
    /// Days that have an answer in any case.
    let damaged: Set<Day>
    /// Days that have an answer where a mirror has anything of them.
    let lacking: Set<Day>
    let noted: HeldSums?
    private let state = Monitor(State())

    /// A mirror with what it says of a month.
    private typealias Told = (peer: Peer, month: MonthTestimony)

    private struct State {
        var told: [String: [Told]] = [:]
        var held: [Day: HeldDay] = [:]
        /// Mirrors that did not answer: no other day waits for them.
        var silent: Set<String> = []
        /// Why each mirror did not give what it was asked for.
        var troubles: [String: [String]] = [:]
        var recordsToCome: [Day: String] = [:]
    }

    var name: String { "other mirrors" }
    var address: String { "" }
    var isServer: Bool { false }

    func entries(in days: ClosedRange<Day>, watch: PassWatch) async throws -> [DayAnswer] {
        var answers: [DayAnswer] = []
        for day in days.reversed() where damaged.contains(day) || lacking.contains(day) {
            do {
                if let answer = try await answer(day, told(of: day.month)) { answers.append(answer) }
            } catch is FolderError {
                // A day that cannot be read now keeps no other from coming back.
                continue
            }
        }
        return answers
    }

    /// The files that mirrors have of a day that was answered.
    func held(_ day: Day) -> HeldDay? { state.withLock { $0.held[day] } }

    /// Days that have their picture, and whose record no mirror has.
    var recordsToCome: [Day: String] { state.withLock { $0.recordsToCome } }

    var troubles: [String] {
        state.withLock { state in peers.flatMap { state.troubles[$0.place] ?? [] } }
    }

    // MARK: - A day

    private func answer(_ day: Day, _ told: [Told]) async throws -> DayAnswer? {
        let there = told.map { $0.month.sums(of: day) }
        guard damaged.contains(day) || there.contains(where: { $0 != .init() }) else { return nil }
        archive.steps.advance()
        let stored = try await archive.incoming.storedDay(day)
        // The owner does not want a hidden day, whatever a mirror has.
        if stored.isHidden { return nil }
        let sealed = stored.sealed
        let (known, named) = (sealed?.recordedPicture, sealed?.mirror.record)
        let sums = sealed == nil ? await witnesses(of: stored) + there : there
        // The day's own JSON is believed against all others. It does not know the picture of a day that never had one.
        let picture = known.map { .sum($0.sha256) } ?? Witnesses.belief(in: sums.compactMap(\.picture), trust.enough)
        let believed =
            sealed == nil
            ? Witnesses.belief(in: sums.compactMap(\.record), trust.enough) : named.map { .sum($0.sha256) } ?? .nothing

        let record = try await record(stored, believed.sum, told)
        guard var entry = try await entry(day, sealed, record, told) else {
            return DayAnswer(day: day, result: .failure(.failed(believed.lack(of: "record"))))
        }
        var held = HeldDay(picture: picture)
        let page = known.flatMap { $0.kind == .page ? FilePath($0.file) : nil }
        held.givers = told.compactMap { peer, month in
            let file = month.picture(of: day).flatMap { $0.sum == picture.sum ? $0.name : nil }
            return (page ?? file).map { (peer, Tree.monthPath(day).appending($0)) }
        }
        if trust == .anyone, known == nil {
            let teller = zip(told, there).first { record != nil && $1.record == believed.sum }?.0.peer
            held.origin = (held.givers.first?.peer ?? teller)?.place
        }
        if let sealed {
            // The words that stand are believed, however this version reads their record.
            (entry.title, entry.explanation) = (sealed.title, sealed.explanation)
            (entry.credit, entry.record) = (sealed.mirror.credit ?? sealed.copyright, record)
        }
        state.withLock { [held] state in
            state.held[day] = held
            if record == nil, believed.sum != nil { state.recordsToCome[day] = believed.lack(of: "record") }
        }
        return DayAnswer(day: day, result: .success(entry))
    }

    /// The entry of a record; of a day whose JSON stands, also without one.
    private func entry(_ day: Day, _ sealed: Metadata?, _ record: [UInt8]?, _ told: [Told]) async throws -> Entry? {
        if let sealed {
            let named = sealed.mirror.record
            return named.flatMap { Entry(record: record ?? [], source: $0.source, base: $0.base) } ?? Entry(of: day)
        }
        guard let record, let source = Entry.source(ofRecord: record) else { return nil }
        let base = try await base(of: record, day, told)
        let entry = Entry(record: record, source: source, base: base)
        return entry?.day == day ? entry : nil
    }

    /// The record with the believed sum, from here or the first mirror that has it.
    private func record(_ stored: StoredDay, _ sum: String?, _ told: [Told]) async throws -> [UInt8]? {
        if let bytes = stored.record, SHA256.hash(bytes) == sum { return bytes }
        for (peer, month) in told where sum != nil && month.sums(of: stored.day).record == sum {
            let bytes = try await ask(peer) { try await $0.record(stored.day) }
            if let bytes, SHA256.hash(bytes) == sum { return bytes }
        }
        return nil
    }

    /// The address of the server that a record came from, which its addresses are relative to: the one that enough mirrors
    /// with that record name, else NASA's own.
    private func base(of record: [UInt8], _ day: Day, _ told: [Told]) async throws -> String {
        let sum = SHA256.hash(record)
        var bases: [String] = []
        for (peer, month) in told where month.sums(of: day).record == sum {
            let named = try await ask(peer) { try await $0.metadata(day) }?.mirror.record
            if let named, named.sha256 == sum { bases.append(named.base) }
        }
        return Witnesses.belief(in: bases, trust.enough).sum ?? APIShape.apodBasic.publicBase
    }

    /// The sums of a day whose own JSON is none, by the month's SHA256SUMS, a favorite's second copy, the owner's note of
    /// sums, and the files themselves.
    private func witnesses(of stored: StoredDay) async -> [HeldSums.DaySums] {
        let (day, tree, incoming) = (stored.day, archive.tree, archive.incoming)
        let month = try? await Peer.folder(tree).testimony(ofMonth: day.month)
        var (kept, file) = (HeldSums.DaySums(), HeldSums.DaySums(record: stored.record.map { SHA256.hash($0) }))
        if let copy = try? tree.root.read(Tree.vault.appending("\(day).json")), MetadataSum(of: copy) == .right,
            let mirror = try? Metadata(copy, of: day).mirror
        {
            kept.record = mirror.record?.sha256
            kept.picture = mirror.picture.flatMap { $0.kind == .page ? nil : $0.sha256 }
        }
        if let name = stored.onlyFile?.text, !name.hasSuffix(".\(VideoPage.suffix)"),
            let standing = try? await incoming.open(day, name)
        {
            file.picture = try? await incoming.sum(of: standing)
        }
        return [month?.sums(of: day) ?? .init(), kept, noted?[day] ?? .init(), file]
    }

    // MARK: - Requests

    private func told(of month: String) async throws -> [Told] {
        if let told = state.withLock({ $0.told[month] }) { return told }
        var told: [Told] = []
        for peer in peers {
            let said = try await ask(peer) { try await $0.testimony(ofMonth: month) }
            if let said { told.append((peer, said)) }
        }
        // The days of a month are asked for one after the other.
        state.withLock { [told] in $0.told = [month: told] }
        return told
    }

    /// A mirror's answer; `nil` where it has nothing, gives nothing that can be read, or is silent. Throws other errors.
    func ask<Answer>(_ peer: Peer, _ question: (Peer) async throws -> Answer?) async throws -> Answer? {
        try Task.checkCancellation()
        if state.withLock({ $0.silent.contains(peer.place) }) { return nil }
        do {
            return try await question(peer)
        } catch let error as PeerError {
            try Task.checkCancellation()
            let what = error.isSilence ? "is not asked any further" : "did not give a file"
            state.withLock { state in
                // Several requests may be under way when a mirror falls silent.
                if state.silent.contains(peer.place) { return }
                if error.isSilence { state.silent.insert(peer.place) }
                guard state.troubles[peer.place, default: []].count < Self.mostTroubles else { return }
                state.troubles[peer.place, default: []].append("\(peer.place) \(what): \(error)")
            }
            return nil
        }
    }

    private static let mostTroubles = 5
}

extension Witnesses.Belief {
    /// Why there is no record, or no picture.
    func lack(of what: String) -> String {
        let (subject, object) = what == "record" ? ("words are", "them") : ("picture is", "it")
        return switch self {
        case .unproved: "its \(subject) not proved: no two witnesses say the same of \(object), and one is not enough"
        case .nothing: "no mirror that was named has \(what == "record" ? "NASA's record" : "a picture") of it"
        case .sum: "no mirror that was named has the very \(what) whose sum is known"
        }
    }
}
