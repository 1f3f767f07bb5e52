internal import Days
internal import Folder
internal import Hashing
internal import MirrorTree
internal import Pictures

/// Staging: everything is written, and nothing visible changes.
extension Commit {
    mutating func stageAll() throws {
        for (position, change) in changes.enumerated() {
            do {
                let step = try stage(change, position)
                months[change.day.month]?.steps.append(step)
            } catch let error as FolderError where error.isDiskFull || tree.isOwn(error.path) {
                throw error
            } catch {
                // A day or month that cannot be written keeps no other from being written.
                outcomes[position] = .failure(error)
            }
        }
    }

    private mutating func stage(_ change: DayChange, _ position: Int) throws -> Step {
        let day = change.day
        let month = try month(of: day)
        let standing = try StoredDay(day, month: month.folder, metadata: month.metadata)
        if case .judged(let judged) = change.basis, judged != standing { throw DayChanged(day: day) }
        var step = Step(
            position: position, change: change, standing: standing, metadata: change.metadata,
            formerFile: try formerFile(of: standing, in: month))
        switch change.content {
        case .fetched(let part):
            guard let staged = try saver.staged(part) else {
                // A user or another program cleaned up.
                throw NotStored(
                    description: "\(day): the fetched picture vanished from .apod-mirror/incoming; it is fetched again "
                        + "with the next sync.")
            }
            step.picture = staged
        case .secondCopy(let file):
            try duplicator.duplicate(file, as: StagedName.returned(day), in: saver.incoming)
            step.picture = try saver.staged(StagedName.returned(day))
        case .page(let poster):
            let page = VideoPage.render(change.metadata, address: change.metadata.mirror.picture?.url, poster: poster)
            step.metadata.mirror.picture?.bytes = Int64(page.count)
            step.metadata.mirror.picture?.sha256 = SHA256.hash(page)
            step.picture = try saver.stage(page, as: StagedName.page(day))
        case .kept, .none, .removed:
            break
        }
        if var picture = step.metadata.mirror.picture {
            picture.file = try name(for: step, in: month.folder)
            picture.replacements = replacements(by: change, of: step.former)
            step.metadata.mirror.picture = picture
        }
        let isRemoved = if case .removed = change.content { true } else { false }
        step.hasFile = if case .none = change.content { false } else { change.metadata.mirror.picture != nil }
        if step.hasFile || isRemoved, let old = step.formerFile, old.name != step.metadata.mirror.picture?.file,
            try month.folder.status(FilePath(old.name)) != nil
        {
            step.abandonedName = old.name
            let removal = NameRemoval(day: day, name: old.name, sha256: old.sha256)
            step.removal =
                try takenUp(removal.encoded, removal.file) ?? saver.stage(removal.encoded, as: removal.file)
        }
        try stageRecord(in: &step)
        step.supersedesMetadata = try supersedesOnlyPlaceOfWords(step, in: month)
        // The intent comes last: an intent in `incoming/` has picture and record beside it.
        let intent = try json(of: step)
        step.intent = try takenUp(intent, "\(day).json") ?? saver.stage(intent, as: "\(day).json")
        if let picture = step.picture { step.metadata.describe(picture.file) }
        return step
    }

    private func json(of step: Step) throws -> [UInt8] {
        // Keys of a JSON that cannot be read are no newer version's: damage made them of known ones.
        guard let json = step.change.json ?? (step.former == nil ? nil : step.standing.json) else {
            return try step.metadata.encoded()
        }
        let isSame = step.change.json != nil && (try? Metadata(json, of: step.change.day)) == step.metadata
        return isSame ? json : try step.metadata.encoded(replacing: json)
    }

    /// How many pictures of the day came before the one that it has with this change.
    private func replacements(by change: DayChange, of former: Metadata?) -> Int? {
        guard let picture = change.metadata.mirror.picture, let standing = former?.recordedPicture else {
            return change.metadata.mirror.picture?.replacements
        }
        // The change as it was when it began, or a JSON that stays as it is.
        if case .interrupted = change.basis { return picture.replacements }
        if change.json != nil { return picture.replacements }
        // A page of ours is no picture, and what stands in the tree took nothing's place, whatever sum its JSON had.
        guard case .fetched = change.content, picture.kind != .page, picture.sha256 != standing.sha256 else {
            return standing.replacements
        }
        return min((standing.replacements ?? 0) + 1, Timestamp.mostReplacements)
    }

    /// The day's file as its JSON names it, or `SHA256SUMS` where the JSON says nothing.
    private func formerFile(of standing: StoredDay, in month: MonthCommit) throws -> Step.FormerFile? {
        if let metadata = standing.metadata {
            return metadata.visibleName.map { ($0, metadata.mirror.picture?.sha256 ?? "") }
        }
        if standing.files.isEmpty { return nil }
        let sums = try MonthSums(month.metadata).stored()?.sums ?? [:]
        let named = standing.files.keys.compactMap(\.text).compactMap { name in sums[name].map { (name, $0) } }
        return named.count == 1 ? named.first : nil
    }

    /// The file that an interrupted commit left in `incoming/`, if it has these bytes. It is taken up as it is: were it
    /// written anew, a power cut or a full disk could lose it.
    private func takenUp(_ bytes: [UInt8], _ name: FilePath) throws -> Saver.Staged? {
        guard let left = try saver.staged(name), try left.file.read(bytes.count + 1, at: 0) == bytes else { return nil }
        return left
    }

    private mutating func month(of day: Day) throws -> MonthCommit {
        if let known = months[day.month] { return known }
        let folder = try tree.root.makeFolder(Tree.monthPath(day))
        let month = MonthCommit(
            folder: folder, metadata: try folder.makeFolder("metadata"), tree: tree, saver: saver)
        months[day.month] = month
        return month
    }

    /// The name as the disk spells it: where case does not count, a title that changes only in case changes no name.
    /// Renaming by way of a third name takes two steps: a crash between them would leave the picture under neither.
    private func name(for step: Step, in month: Folder) throws -> String {
        let old = step.former?.visibleName
        let name = try chosenName(for: step)
        if let standing = try month.spelling(of: FilePath(name))?.text { return standing }
        // The new name leads to a file of unknown spelling. The former name leads to a file, too, and stays.
        if let old, try month.status(FilePath(name)) != nil, try month.status(FilePath(old)) != nil { return old }
        return name
    }

    /// The name changes only when NASA's title or the picture's format does.
    private func chosenName(for step: Step) throws -> String {
        let (metadata, old) = (step.change.metadata, step.former?.visibleName)
        // A commit that was cut short had placed the picture under this name, or a second copy has it.
        let isNamed = if case .kept = step.change.content { true } else { step.change.json != nil }
        if isNamed, let placed = metadata.visibleName, placed != old { return placed }
        let suffix: String? =
            switch step.change.content {
            // The page comes from a copy: another mirror's, or that of an interrupted commit.
            case .fetched where metadata.mirror.picture?.kind == .page: VideoPage.suffix
            case .fetched: try step.picture.flatMap { PictureFormat(magic: try $0.file.read(16, at: 0))?.suffix }
            case .page: VideoPage.suffix
            // The new metadata's name comes first: a start that finishes a commit may find the picture there already.
            case .kept, .none, .removed, .secondCopy:
                (metadata.visibleName ?? old)?.split(separator: ".").last.map { String($0) }
            }
        guard let suffix else { throw PictureDefect.unknownFormat }
        if let old, step.former?.title == metadata.title, old.hasSuffix(".\(suffix)") { return old }
        return PictureName.make(metadata.date, title: metadata.title, suffix: suffix)
    }
}

/// Why a picture cannot be stored.
struct NotStored: Error, CustomStringConvertible {
    let description: String
}

// MARK: - The day's record

extension Commit {
    /// Chooses the record that the day's new JSON names, and stages its bytes where they do not stand there already.
    ///
    /// A record that says the same as the stored one in other bytes replaces none: servers order members and space
    /// their answers as they like.
    func stageRecord(in step: inout Step) throws {
        guard let record = step.metadata.mirror.record else { return }
        step.metadata.mirror.record = record.named
        let (former, standing) = (step.former?.mirror.record, step.standing.record)
        let name = StagedName.record(step.change.day)
        if let served = record.bytes {
            if let former, let standing, former.isWhole(standing), Metadata.Record.saysTheSame(standing, served) {
                step.metadata.mirror.record = standing == served ? record.named : former
            } else if standing != served {
                step.record = try saver.stage(served, as: name)
            }
        } else if case .interrupted = step.change.basis, record.named != former, standing.map(record.isWhole) != true {
            if let staged = try saver.staged(name), staged.file.hasSum(record.sha256) {
                step.record = staged
            } else {
                // The interrupted commit's record is gone, and its picture has its place: the words come without one.
                step.metadata.mirror.record = nil
            }
        }
    }

    /// Whether other words replace those of a JSON that is their only place, since no record says them.
    func supersedesOnlyPlaceOfWords(_ step: Step, in month: MonthCommit) throws -> Bool {
        guard let former = step.former, !former.hasWords(of: step.metadata) else { return false }
        guard let record = former.mirror.record else { return true }
        if step.standing.record.map(record.isWhole) == true { return false }
        // An interrupted commit may have moved the record already.
        let superseded = try month.metadata.folder("superseded")
        return try superseded?.holds(Superseded.name(former.date, record.sha256, ".json"), record.sha256) != true
    }
}

/// The names of a day's files in `incoming/`, beside its JSON and its ``Part``.
enum StagedName {
    static func record(_ day: Day) -> FilePath { "\(day).record" }
    /// The second name of a favorite's picture, until it has its place in its month.
    static func returned(_ day: Day) -> FilePath { "\(day).returned" }
    static func page(_ day: Day) -> FilePath { "\(day).page" }
}
