internal import Days
package import Folder
internal import Hashing
package import MirrorTree

/// The sums of a month's `metadata/published/`, as `sha256sum -c SHA256SUMS` reads them there.
///
/// The records have sums of their own: versions that know no records take every name in `metadata/SHA256SUMS` for a
/// picture's.
package struct PublishedSums: SumsFile {
    /// The month's `metadata/`.
    private let metadata: Folder
    /// `nil` where no record was kept yet.
    package let place: Folder?

    /// `metadata` is the month's `metadata/`.
    package init(_ metadata: Folder) throws {
        self.metadata = metadata
        place = try metadata.folder(Tree.published)
    }

    /// The names of the records that stand there.
    func names() throws -> [String] {
        try (place?.entries() ?? []).compactMap { entry in
            entry.kind == .file && Tree.dayOfRecord(named: entry.name) != nil ? entry.name.text : nil
        }
    }

    /// Whether the record of that name has this SHA-256.
    func holds(_ name: String, _ sum: String) -> Bool {
        (try? place?.holds(FilePath(name), sum)) == true
    }

    func hasFile(of day: Day) -> Bool {
        (try? place?.status(Tree.recordName(day))?.kind) == .file
    }

    /// Notes the record that a day's JSON names.
    package func record(_ metadata: Metadata, in sums: inout Checksums) {
        sums.sums[Tree.recordName(metadata.date).description] = metadata.mirror.record?.sha256
    }

    /// Makes the sums of the records that stand there from the days' JSON, so that a damaged record is not taken for a
    /// whole one.
    package func fromMetadata() throws -> Checksums {
        var checksums = Checksums()
        for name in try names() {
            guard let day = Day(name.dropLast(5)), let bytes = (try? metadata.read(FilePath(name))) ?? nil,
                let record = try? Metadata(bytes, of: day).mirror.record
            else { continue }
            checksums.sums[name] = record.sha256
        }
        return checksums
    }

    /// Whether the stored sums name exactly the records that stand there.
    var areComplete: Bool {
        get throws {
            let names = try names()
            return try names.isEmpty ? stored()?.sums.isEmpty != false : name(exactly: names.sorted())
        }
    }
}

// MARK: - In a commit

extension Commit {
    /// Chooses the record that the day's new JSON names, and stages its bytes where they do not stand there already.
    ///
    /// A record that says the same as the stored one in other bytes replaces none: servers order members and space
    /// their answers as they like.
    func stageRecord(of change: DayChange, _ standing: StoredDay, in step: inout Step) throws {
        guard let record = step.metadata.mirror.record else { return }
        step.metadata.mirror.record = record.named
        let former = standing.metadata?.mirror.record
        let name = StagedRecord.name(change.day)
        if let served = record.bytes {
            if let former, let kept = standing.record, former.isWhole(kept),
                Metadata.Record.saysTheSame(kept, served)
            {
                step.metadata.mirror.record = kept == served ? record.named : former
            } else if standing.record != served {
                step.record = try saver.stage(served, as: name)
            }
        } else if case .interrupted = change.basis, record.named != former, standing.record.map(record.isWhole) != true
        {
            if let staged = try saver.staged(name), staged.file.hasSum(record.sha256) {
                step.record = staged
            } else {
                // The interrupted commit's record is gone, and its picture has its place: the words come without one.
                step.metadata.mirror.record = nil
            }
        }
    }

    /// Whether the former JSON is the only place of the words in it: no record says them.
    func isOnlyPlaceOfWords(_ standing: StoredDay, replacedBy metadata: Metadata, in month: MonthCommit) throws -> Bool
    {
        guard let former = standing.metadata, !former.hasWords(of: metadata) else { return false }
        guard let record = former.mirror.record else { return true }
        if standing.record.map(record.isWhole) == true { return false }
        // An interrupted commit may have moved the record already.
        let superseded = try month.metadata.folder("superseded")
        return try superseded?.holds(Superseded.name(former.date, record.sha256, ".json"), record.sha256) != true
    }
}

/// A day's record in `incoming/`, beside the day's JSON.
enum StagedRecord {
    static func name(_ day: Day) -> FilePath { "\(day).record" }
}

/// Clears the places of a day's new record and JSON: a former record, and words that no record says, are kept in
/// `superseded/`.
struct FormerWords {
    let step: Commit.Step
    let month: MonthCommit

    func clearPlaces() throws {
        let day = step.metadata.date
        if step.supersedesMetadata, let json = try month.metadata.open(Tree.recordName(day)) {
            try keep(json, day, Tree.recordName(day), in: month.metadata)
        }
        guard let new = step.record, let published = try month.metadata.folder(Tree.published),
            let found = try published.status(Tree.recordName(day)), found.kind != .symlink
        else { return }
        guard found.kind == .file, let former = try published.open(Tree.recordName(day)) else {
            throw FolderError.notFile(path: "\(published.path)/\(day).json")
        }
        // A single bit that flipped is nothing of NASA's or the owner's, whose changes are kept.
        let isSame = step.metadata.mirror.record?.sha256 == step.former?.mirror.record?.sha256
        if isSame, former.isOneBitAway(from: new.file) { return }
        if try found.identity != new.file.status().identity {
            try keep(former, day, Tree.recordName(day), in: published)
        }
    }

    private func keep(_ file: OpenFile, _ day: Day, _ name: FilePath, in folder: Folder) throws {
        let kept = Superseded(folder: try month.metadata.makeFolder("superseded"), saver: month.saver)
        try kept.keep(
            file, named: name, in: folder, as: Superseded.name(day, SHA256.hash(file: file.descriptor), ".json"))
    }
}

/// A month's `metadata/superseded/`: what NASA replaced, by day and by the beginning of its SHA-256.
struct Superseded {
    let folder: Folder
    let saver: Saver

    /// - Parameter suffix: with its dot.
    static func name(_ day: Day, _ sum: String, _ suffix: some StringProtocol) -> FilePath {
        "\(day) \(sum.prefix(8))\(String(suffix))"
    }

    /// Gives a file a second name here, or copies it where the file system has no hard links. Durable.
    func keep(_ file: OpenFile?, named name: FilePath, in place: Folder, as kept: FilePath) throws {
        if try folder.status(kept)?.kind == .file { return }
        if try place.link(name, as: kept, in: folder) { return try folder.sync() }
        guard let file else { throw UnreadablePicture(path: "\(place.path)/\(name)") }
        try saver.save(copyOf: file, as: kept, in: folder)
    }
}
