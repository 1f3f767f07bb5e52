package import Days
internal import Folder
internal import Hashing
internal import MirrorTree

/// Finishes what a crash, a power cut or a closed month interrupted. Complete and idempotent; what cannot be done for
/// one day or one month is noted and keeps no other from it. Throws only where the mirror's own folder, or the root
/// itself, cannot be used.
package struct Recovery {
    let store: DayStore
    private let incoming: Folder
    var tree: Tree { store.tree }

    package init(_ store: DayStore) throws {
        self.store = store
        incoming = try store.tree.incoming()
    }

    /// Runs at every start, before anything else.
    package func start() throws {
        try goOn()
        try sweep()
    }

    /// Runs with every pass that finds something left.
    ///
    /// - Parameter comparingSums: whether sums are compared by their values, too, and not only by the files they name.
    package func goOn(comparingSums: Bool = false) throws {
        store.unfinished = [:]
        try finishIntents()
        try finishRemovals()
        try store.list()
        let odd = compareSums()
        try mendSpellings(in: odd)
        mendSums(in: comparingSums ? store.listing.months : Set(odd.keys), comparing: comparingSums)
    }

    func recordFailure(_ error: any Error, _ month: String) {
        store.unfinished[month] = "\(error)"
    }

    /// A day's JSON in `incoming/` was flushed before its commit changed anything visible: the commit is made again if
    /// the picture that the JSON names is at hand. A JSON that is torn or has no picture is removed, and the others
    /// stay until the commit has used them up, since this start may be cut short, too.
    private func finishIntents() throws {
        var changes: [DayChange] = []
        for day in try intents() {
            let name: FilePath = "\(day).json"
            guard let json = try incoming.read(name), let intent = try? Metadata(json, of: day) else {
                try incoming.remove(name)
                continue
            }
            do {
                if let content = try content(of: intent), try hasRecord(intent, beside: content) {
                    changes.append(DayChange(metadata: intent, content: content, basis: .interrupted, json: json))
                } else {
                    try incoming.remove(name)
                }
            } catch {
                // The month is closed, or the picture cannot be read now: the intent waits for another time.
                recordFailure(error, day.month)
            }
        }
        try carryOut(changes)
    }

    func carryOut(_ changes: [DayChange]) throws {
        guard !changes.isEmpty else { return }
        do {
            for (change, outcome) in zip(changes, try store.carryOut(changes)) {
                if case .failure(let error) = outcome { recordFailure(error, change.day.month) }
            }
        } catch let error as FolderError where error.isDiskFull {
            for change in changes { recordFailure(error, change.day.month) }
        }
    }

    /// The content that an intent names; `nil` when it is nowhere, throws when that cannot be told.
    private func content(of intent: Metadata) throws -> DayChange.Content? {
        let former = try tree.root.read(Tree.metadataPath(intent.date)).flatMap { try? Metadata($0, of: intent.date) }
        // The owner has hidden the day since, which counts more.
        if former?.mirror.state == .hidden { return nil }
        guard intent.mirror.state == .present || intent.mirror.state == .disputed,
            let picture = intent.mirror.picture
        else { return DayChange.Content.none }
        if let month = try tree.root.folder(Tree.monthPath(intent.date)) {
            for name in [picture.file, former?.mirror.picture?.file].compactMap(\.self) {
                if try month.holds(FilePath(name), picture.sha256) { return .kept }
            }
        }
        let page: [FilePath] = picture.kind == .page ? [StagedName.page(intent.date)] : []
        let parts = [Part.name(intent.date), StagedName.returned(intent.date)] + page
        return try parts.first { try incoming.holds($0, picture.sha256) }.map { .fetched($0) }
    }

    /// Whether the record that an intent names is at hand. Once its picture has its place, the day is finished even
    /// without the record.
    private func hasRecord(_ intent: Metadata, beside content: DayChange.Content) throws -> Bool {
        guard let record = intent.mirror.record else { return true }
        if case .kept = content { return true }
        if try incoming.holds(StagedName.record(intent.date), record.sha256) { return true }
        guard let standing = try tree.root.read(Tree.recordPath(intent.date)) else { return false }
        return record.isWhole(standing)
    }

    /// Removes the names that were still to go, each once the day's JSON does not name it any more.
    private func finishRemovals() throws {
        for entry in try incoming.entries() where entry.kind == .file {
            guard entry.name.description.hasSuffix(NameRemoval.suffix) else { continue }
            let removal = try incoming.read(entry.name).flatMap { NameRemoval(entry.name, $0) }
            do {
                // A day whose new JSON is still to come keeps its name until then.
                if let removal, try incoming.status("\(removal.day).json") != nil { continue }
                try removal.map(finish)
                try incoming.remove(entry.name)
            } catch {
                recordFailure(error, removal?.day.month ?? "")
            }
        }
    }

    private func finish(_ removal: NameRemoval) throws {
        guard let metadata = try? tree.metadata(removal.day), metadata.mirror.picture?.file != removal.name,
            let month = try tree.root.folder(Tree.monthPath(removal.day)),
            try month.holds(FilePath(removal.name), removal.sha256)
        else { return }
        if let kept = metadata.visibleName {
            guard try month.remove(FilePath(removal.name), besides: FilePath(kept)) else {
                // The two may be one name in two spellings: the JSON takes the disk's.
                guard let standing = try month.spelling(of: FilePath(kept)), standing != FilePath(kept) else { return }
                return try carryOut([DayChange(metadata: metadata, content: .kept, basis: .interrupted)])
            }
        } else {
            try month.remove(FilePath(removal.name))
        }
        try month.sync()
    }

    /// The months whose sums do not name exactly the files that are there, for a closer check, and the days of pictures that
    /// they do not name.
    package func compareSums() -> [String: Set<Day>] {
        var odd: [String: Set<Day>] = [:]
        for month in store.listing.months {
            do {
                let sums = try sums(of: month)
                let statuses = try sums.flatMap { try $0.sums.statuses }
                let sound = store.listing.stamps[month].map { SoundSums(stamp: $0, sums: statuses) }
                if sound != nil, sound == store.soundSums[month] { continue }
                store.soundSums[month] = nil
                if try !sums.isEmpty && sums.allSatisfy({ try $0.sums.name(exactly: $0.files()) }) {
                    store.soundSums[month] = sound
                    continue
                }
                let named = try sums.first?.sums.stored()?.sums ?? [:]
                let unnamed = store.listing.summedNames(month).filter { named[$0] == nil }
                odd[month] = Set(unnamed.compactMap { PictureName.day(of: FilePath($0)) })
            } catch {
                recordFailure(error, month)
            }
        }
        return odd
    }

    /// The sums of a month's pictures and records, and the files that each has to name; none where the month has no metadata.
    private func sums(of month: String) throws -> [(sums: MonthSums, files: () throws -> [String])] {
        guard let metadata = try tree.root.folder(Tree.monthPath(month).appending("metadata")) else { return [] }
        return try MonthSums.both(of: metadata).map { sums in
            (sums, { try sums.areOfRecords ? sums.recordNames() : store.listing.summedNames(month) })
        }
    }

    private func mendSums(in months: Set<String>, comparing: Bool) {
        for month in months.sorted() {
            do {
                for (sums, files) in try sums(of: month) { try mend(sums, naming: files(), comparing: comparing) }
            } catch {
                // The disk is full, or the month is closed: the sums come with the next pass.
                recordFailure(error, month)
            }
        }
    }

    /// Makes sums again where they do not name exactly the files that stand there. Sums may name a file that is missing and
    /// will come back, or leave out one that is not the mirror's.
    private func mend(_ sums: MonthSums, naming files: [String], comparing: Bool) throws {
        if try sums.name(exactly: files), try !comparing || sums.areRight { return }
        let stored = try sums.stored()
        var made = try sums.fromMetadata()
        for (name, sum) in stored?.sums ?? [:] where made.sums[name] != sum && files.contains(name) {
            // A record's own bytes decide where its stored sum is not that of the JSON, and where the JSON is damaged.
            let right = sums.areOfRecords ? (sums.holds(name, sum) ? sum : nil) : witnessed(name, sum)
            if let right { made.sums[name] = right }
        }
        if made != stored { try sums.write(made, Saver(through: incoming)) }
    }

    /// The sum of a picture that has another in the JSON than in the stored sums; `nil` for the JSON's. The stored one stays
    /// where the JSON is damaged, or where no two of JSON, sums, second copy and file agree.
    private func witnessed(_ name: String, _ sum: String) -> String? {
        guard let day = PictureName.day(of: FilePath(name)) else { return nil }
        guard let metadata = try? tree.metadata(day) else { return sum }
        guard metadata.mirror.picture?.file == name, metadata.mirror.state != .hidden else { return nil }
        let file = try? tree.root.open(Tree.monthPath(day).appending(FilePath(name)))
        let hash = file.flatMap { try? SHA256.hash(file: $0.descriptor) }
        return (try? tree.witnesses(of: metadata, file: hash).agreed) ?? sum
    }

    /// Removes temporary files that no process goes on with. A partial download stays for a week, or for a day where
    /// its day has a picture, since the next sync or repair resumes it. The files of a commit that is still to be
    /// finished stay, too. The listings that version 1.0 kept go, and a version 1.0 makes them again.
    private func sweep() throws {
        let now = Timestamp.now
        let waiting = Set(try intents().map(\.description))
        for entry in try incoming.entries() where entry.kind == .file {
            let name = entry.name.description
            if waiting.contains(String(name.prefix(10))) { continue }
            if let day = Part.day(of: name), let status = try incoming.status(entry.name),
                Self.seconds(of: status, day) > now.seconds - (store.listing.isPresent(day) ? 1 : 7) * 86_400
            {
                continue
            }
            try incoming.remove(entry.name)
        }
        for name: FilePath in ["listing", "complete-years"] { try tree.root.folder(Tree.own)?.remove(name) }
    }

    /// When a download was last written. One that was whole, and whose commit failed, has its day's date since.
    private static func seconds(of part: FileStatus, _ day: Day) -> Int64 {
        Timestamp(seconds: part.modified).replacements(of: day) != nil ? part.changed / 1_000_000_000 : part.modified
    }

    /// Removes partial downloads of days that have their picture, except for these days. It must not run beside a pass.
    package func sweepParts(but days: Set<Day>) throws {
        let spared = try intents().union(days)
        for entry in try incoming.entries() where entry.kind == .file {
            guard let day = Part.day(of: entry.name.description), store.listing.isPresent(day), !spared.contains(day)
            else { continue }
            try incoming.remove(entry.name)
        }
    }

    /// The days whose commit is still to be finished.
    package func intents() throws -> Set<Day> {
        Set(try incoming.entries().compactMap { Tree.dayOfJSON(named: $0.name) })
    }
}
