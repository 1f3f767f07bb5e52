internal import Days
internal import Folder
internal import MirrorTree
internal import Store

/// Brings the days of one month back from the vault: picture, record, JSON and sums, each durable before the next. A
/// restoration that was cut short can be made again.
struct MonthRestoration {
    let month: String
    let root: Folder
    let vault: Vault
    let saver: Saver

    private struct Step {
        var kept: KeptDay
        /// The vault's picture, with its hash verified; `nil` when the picture stands in its month.
        var picture: OpenFile?
        /// The vault's JSON; `nil` when the month's own is good.
        var json: OpenFile?
        /// The vault's record; `nil` when the month's own is good, or there is none.
        var record: OpenFile?
    }

    /// Returns the days that came back. Days that have picture and JSON in their month are left alone; so are days for
    /// which the vault has no verified picture.
    func restore(_ days: [Day]) throws -> [KeptDay] {
        let path = Tree.monthPath(month)
        let standing = try root.folder(path)
        let listed = try standing.map { try Listing.days(ofMonth: $0, named: month) } ?? [:]
        let standingMetadata = try standing?.folder("metadata")
        var steps = days.filter { listed[$0]?.isPresent != true }.compactMap {
            try? plan($0, standing, standingMetadata)
        }
        if steps.isEmpty { return [] }

        let folder = try root.makeFolder(path)
        let metadata = try folder.makeFolder("metadata")
        var duplicator = Duplicator(saver)
        steps = try carryOut(steps) { step in
            guard let picture = step.picture else { return }
            try setLinkAside(step.kept.file, of: step.kept.metadata.date, in: folder)
            try duplicator.duplicate(picture, as: step.kept.file, in: folder) { step.kept.metadata.describe($0) }
        }
        try folder.sync()
        if steps.contains(where: { $0.record != nil }) {
            let published = try metadata.makeFolder(Tree.published)
            steps = try carryOut(steps) { step in
                guard let record = step.record else { return }
                try duplicator.duplicate(record, as: Tree.recordName(step.kept.metadata.date), in: published)
            }
            try published.sync()
        }
        steps = try carryOut(steps) { step in
            guard let json = step.json else { return }
            try duplicator.duplicate(json, as: KeptDay.jsonName(step.kept.metadata.date), in: metadata)
        }
        try metadata.sync()
        for sums in try MonthSums.both(of: metadata) { try sums.add(steps.map(\.kept.metadata), saver) }
        return steps.map(\.kept)
    }

    /// Removes a link that took the picture's place where it leads to that very day, as favorites do: it says nothing
    /// else. Any other link is its owner's, and gets another name. This comes before the picture: a window of Thunar
    /// that showed the link shows nothing in its place when the picture replaces it.
    private func setLinkAside(_ name: FilePath, of day: Day, in month: Folder) throws {
        guard let target = try month.linkTarget(name) else { return }
        if MirrorPath.day(endOf: target) == day { return try month.remove(name) }
        _ = try month.move(name, to: month.freeName(name))
    }

    /// Returns the steps that worked: an obstacle to one day does not keep the others from coming back.
    private func carryOut(_ steps: [Step], _ part: (Step) throws -> Void) throws -> [Step] {
        try steps.filter { step in
            do {
                try part(step)
                return true
            } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
                throw error
            } catch {
                return false
            }
        }
    }

    private func plan(_ day: Day, _ month: Folder?, _ metadata: Folder?) throws -> Step? {
        let kept = vault.keptDay(day)
        let stored = metadata.flatMap { KeptDay(of: day, in: $0) }
        if stored == nil, let metadata, try !hasRoom(for: kept, day, metadata) { return nil }
        guard let whole = stored ?? kept else { return nil }
        let sum = whole.picture.sha256
        // A picture that NASA replaced meanwhile does not belong there.
        if let kept, kept.picture.sha256 != sum { return nil }
        var step = Step(kept: whole, json: stored == nil ? kept?.json : nil)
        if try record(of: whole.metadata, in: metadata) == nil { step.record = vault.record(of: whole.metadata) }
        if let month, let status = try month.status(whole.file), status.kind != .symlink {
            // Other bytes may be the owner's, and are never overwritten.
            guard let file = try month.open(whole.file), file.hasSum(sum) else { return nil }
        } else {
            guard let file = (kept ?? whole).openPicture(in: vault.folder), file.hasSum(sum) else { return nil }
            step.picture = file
        }
        return step
    }

    /// The month's own record, if it is the one that the JSON names.
    private func record(of day: Metadata, in metadata: Folder?) throws -> OpenFile? {
        guard let record = day.mirror.record, let metadata,
            let file = try? metadata.open(Tree.published.appending(Tree.recordName(day.date)))
        else { return nil }
        return file.hasSum(record.sha256) ? file : nil
    }

    /// Whether the vault's JSON may take the place of the month's: where that is missing or damaged, waits for a
    /// picture or speaks of the vault's picture, but not where it hides the day.
    private func hasRoom(for kept: KeptDay?, _ day: Day, _ metadata: Folder) throws -> Bool {
        let name = KeptDay.jsonName(day)
        guard try metadata.status(name)?.kind == .file, let bytes = try metadata.read(name) else { return true }
        guard let stored = try? Metadata(bytes, of: day) else { return true }
        if stored.mirror.state == .hidden { return false }
        guard let picture = stored.mirror.picture else { return true }
        return picture.sha256 == kept?.picture.sha256
    }
}
