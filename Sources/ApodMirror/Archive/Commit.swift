internal import Folder
internal import Transfer

/// One commit: the changes of a window of days, made durable together.
///
/// The order is what makes a crash harmless. Every picture and every day's new JSON is written and flushed in
/// `incoming/` first; the JSON there is the intent, which the next start carries out if this one cannot
/// (``Archive/recover()``). Then, each step durable before the next: former pictures into `superseded/`, pictures to
/// their places, JSON to its place, sums, former names away. So no JSON ever claims a picture that is not there.
struct Commit {
    /// One day's share of the commit.
    struct Step {
        var metadata: Metadata
        var former: Metadata?
        var month: Folder
        var metadataFolder: Folder
        var picture: Saver.Staged?
        var intent: Saver.Staged?
        /// The name the picture had, when it gets another one.
        var abandonedName: String?
        /// Says so in `incoming/` until that name is gone.
        var farewell: Saver.Staged?
        var hasFile = false
    }

    private let tree: Tree
    private let saver: Saver
    private let changes: [DayChange]
    private var failures: [Int: any Error] = [:]
    private var positions: [Int] = []
    private(set) var steps: [Step] = []
    private var months: [String: (month: Folder, metadata: Folder)] = [:]

    init(_ changes: [DayChange], tree: Tree, saver: Saver) {
        self.changes = changes
        self.tree = tree
        self.saver = saver
    }

    /// One outcome per change, in their order. Throws what concerns all of them, such as a full disk.
    mutating func run() throws -> [Result<Metadata, any Error>] {
        do {
            try stageAll()
            try saver.flush(steps.flatMap { [$0.picture, $0.intent, $0.farewell].compactMap(\.self) })
        } catch {
            // Nothing visible has changed: without their intents these changes never happened, and the next start does
            // not carry out what was given up. A fetched picture stays to be taken up again.
            for step in steps { [step.intent, step.farewell].compactMap(\.self).forEach(saver.discard) }
            throw error
        }
        try keepFormerPictures()
        try placePictures()
        try placeMetadata()
        try writeSums()
        try removeFormerNames()
        var outcomes = failures.mapValues { Result<Metadata, any Error>.failure($0) }
        for (position, step) in zip(positions, steps) { outcomes[position] = .success(step.metadata) }
        return changes.indices.compactMap { outcomes[$0] }
    }

    // MARK: - Staging: nothing visible changes

    private mutating func stageAll() throws {
        for (position, change) in changes.enumerated() {
            do {
                steps.append(try stage(change))
                positions.append(position)
            } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
                throw error
            } catch {
                failures[position] = error
            }
        }
    }

    private mutating func stage(_ change: DayChange) throws -> Step {
        let day = change.metadata.date
        let (month, metadataFolder) = try folders(of: day)
        let formerBytes = try metadataFolder.read("\(day).json")
        let former = formerBytes.flatMap { try? Metadata($0) }
        var step = Step(metadata: change.metadata, former: former, month: month, metadataFolder: metadataFolder)
        switch change.content {
        case .fetched(let part):
            guard let staged = try saver.staged(part) else { throw LostPart(day: day) }
            step.picture = staged
        case .page(let bytes):
            step.picture = try saver.stage(bytes, as: "\(day).page")
        case .kept, .none:
            break
        }
        step.metadata.mirror.picture?.file = try name(of: change, former: former, step.picture)
        step.hasFile = if case .none = change.content { false } else { change.metadata.mirror.picture != nil }
        if step.hasFile, let old = former?.visibleName, old != step.metadata.mirror.picture?.file,
            try month.status(FilePath(old)) != nil
        {
            step.abandonedName = old
            let farewell = Farewell(day: day, name: old, sha256: former?.mirror.picture?.sha256 ?? "")
            step.farewell = try saver.stage(farewell.encoded, as: farewell.file)
        }
        step.intent = try saver.stage(step.metadata.encoded(replacing: formerBytes), as: "\(day).json")
        // After the intent: until it is written, the note of where the bytes came from keeps them from being lost.
        if case .fetched = change.content, let picture = step.picture { describe(picture.file, change.metadata) }
        return step
    }

    /// A start finds the intent where it was left and takes it up as it is: were it written anew, a second crash or a
    /// full disk could lose it.
    private func intent(_ bytes: [UInt8], _ day: Day) throws -> Saver.Staged {
        let name: FilePath = "\(day).json"
        if let left = try? saver.staged(name), try left.file.read(bytes.count + 1, at: 0) == bytes { return left }
        return try saver.stage(bytes, as: name)
    }

    private mutating func folders(of day: Day) throws -> (month: Folder, metadata: Folder) {
        if let known = months[day.month] { return known }
        let month = try tree.root.makeFolder(Tree.monthPath(day))
        let folders = (month, try month.makeFolder("metadata"))
        months[day.month] = folders
        return folders
    }

    /// The name changes only when NASA's title or the picture's format does.
    private func name(of change: DayChange, former: Metadata?, _ staged: Saver.Staged?) throws -> String {
        let metadata = change.metadata
        let old = former?.visibleName
        // A commit that was cut short after it had placed the picture: this is the name it chose.
        if case .kept = change.content, let placed = metadata.visibleName, placed != old { return placed }
        let suffix: String? =
            switch change.content {
            case .fetched: try staged.map { try PictureFormat(of: $0.file).suffix }
            case .page: VideoPage.suffix
            // Not the former's: a start that finishes a commit finds the picture in its place already.
            case .kept, .none: (metadata.visibleName ?? old)?.split(separator: ".").last.map { String($0) }
            }
        guard let suffix else { throw PictureDefect.unknownFormat }
        if let old, former?.title == metadata.title, old.hasSuffix(".\(suffix)") { return old }
        return PictureName.make(metadata.date, title: metadata.title, suffix: suffix)
    }

    /// Best effort: Dolphin and others show these to people.
    private func describe(_ file: OpenFile, _ metadata: Metadata) {
        Part.settle(file)
        let story = "\(metadata.title)\n\(metadata.explanation)"
        file.setAttribute("user.xdg.comment", PictureName.cut(story, to: 1_000))
        if let url = metadata.mirror.picture?.url { file.setAttribute("user.xdg.origin.url", url) }
        if let credit = metadata.mirror.credit { file.setAttribute("user.xdg.creator", String(credit.prefix(200))) }
        file.setModified(Timestamp.noon(of: metadata.date).seconds)
    }

    // MARK: - The visible steps

    /// Nothing is overwritten: what stands where a picture will stand is linked into `superseded/` first. A day whose
    /// place cannot be cleared fails alone, with nothing of it changed.
    private mutating func keepFormerPictures() throws {
        let staged = Array(zip(positions, steps))
        positions = []
        steps = []
        for (position, step) in staged {
            do {
                try clearPlace(of: step, keepsFormer: changes[position].keepsFormer)
                positions.append(position)
                steps.append(step)
            } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
                throw error
            } catch {
                failures[position] = error
                [step.intent, step.farewell].compactMap(\.self).forEach(saver.discard)
            }
        }
    }

    private func clearPlace(of step: Step, keepsFormer: Bool) throws {
        guard step.hasFile, let new = step.metadata.mirror.picture else { return }
        let former = step.former?.mirror.picture
        let formerName = step.former?.visibleName
        // A page can be made again, and a rendition gives way to its original; not so what the owner made of them.
        let keepsFormer = keepsFormer && former?.kind != .page
        // Without a new picture only a new title brings one to another place.
        guard let source = try step.picture?.file.status() ?? step.abandonedName.flatMap({ try status($0, step) })
        else { return }
        for name in Set([step.picture == nil ? nil : formerName, new.file].compactMap(\.self)) {
            // A link counts as missing; what it leads to stays where it is.
            guard let found = try status(name, step), found.kind != .symlink else { continue }
            guard let file = try step.month.open(FilePath(name)) else { continue }
            // The sums name this file's bytes: they go first, and come back with the commit or the next start.
            if name == new.file, new.kind != .page { try step.metadataFolder.remove("SHA256SUMS") }
            if found.identity == source.identity { continue }
            let sum = try SHA256.hash(file: file.descriptor)
            if sum == new.sha256 { continue }
            if name != formerName || sum != former?.sha256 || keepsFormer { try supersede(name, file, sum, step) }
            if step.picture == nil { try step.month.remove(FilePath(name)) }
        }
    }

    private func status(_ name: String, _ step: Step) throws -> FileStatus? {
        try step.month.status(FilePath(name))
    }

    private func supersede(_ name: String, _ file: OpenFile, _ sum: String, _ step: Step) throws {
        let folder = try step.metadataFolder.makeFolder("superseded")
        let suffix = name[(name.lastIndex(of: ".") ?? name.endIndex)...]
        let kept: FilePath = "\(step.metadata.date) \(sum.prefix(8))\(suffix)"
        if try folder.status(kept)?.kind == .file { return }
        if try step.month.link(FilePath(name), as: kept, in: folder) { return try folder.sync() }
        try saver.save(copyOf: file, as: kept, in: folder)
    }

    private func placePictures() throws {
        for step in steps where step.hasFile {
            guard let file = step.metadata.mirror.picture?.file else { continue }
            if let picture = step.picture {
                try saver.place(picture, as: FilePath(file), in: step.month)
            } else if let old = step.abandonedName, try status(file, step)?.kind != .file {
                // Only a link can stand there now.
                try step.month.remove(FilePath(file))
                if try !step.month.link(FilePath(old), as: FilePath(file), in: step.month) {
                    try step.month.rename(FilePath(old), to: FilePath(file), in: step.month)
                }
            }
        }
        try syncMonths { $0.month }
    }

    private func placeMetadata() throws {
        for step in steps {
            guard let intent = step.intent else { continue }
            try saver.place(intent, as: "\(step.metadata.date).json", in: step.metadataFolder)
        }
        try syncMonths { $0.metadata }
    }

    private func syncMonths(_ folder: ((month: Folder, metadata: Folder)) -> Folder) throws {
        for folders in months.values { try folder(folders).sync() }
    }

    private func writeSums() throws {
        for (name, folders) in months {
            let sums = MonthSums(name, folders.metadata)
            var current = try sums.stored() ?? sums.fromMetadata()
            for step in steps where step.metadata.date.month == name {
                if let old = step.former?.mirror.picture?.file { current.sums[old] = nil }
                if step.hasFile, let new = step.metadata.mirror.picture, new.kind != .page {
                    current.sums[new.file] = new.sha256
                }
            }
            try sums.write(current, saver)
        }
    }

    private func removeFormerNames() throws {
        for step in steps {
            guard let old = step.abandonedName, let new = step.metadata.mirror.picture?.file else { continue }
            if try isOneName(old, new, step) {
                try step.month.rename(FilePath(old), to: FilePath(new), in: step.month)
            } else {
                try step.month.remove(FilePath(old))
            }
        }
        for folders in months.values where steps.contains(where: { $0.farewell != nil && $0.month === folders.month }) {
            try folders.month.sync()
        }
        for step in steps { step.farewell.map(saver.discard) }
    }
}

extension Commit {
    /// Whether both spellings are one name, where case does not count: removing the one would remove the picture.
    private func isOneName(_ old: String, _ new: String, _ step: Step) throws -> Bool {
        guard try status(old, step)?.identity == status(new, step)?.identity else { return false }
        return try !step.month.entries().contains { $0.name == FilePath(new) }
    }
}

/// A picture that was fetched and is no longer in `incoming/`: somebody cleaned up there.
struct LostPart: Error, CustomStringConvertible {
    var day: Day

    var description: String {
        "\(day): the fetched picture vanished from .apod-mirror/incoming; it is fetched again with the next sync."
    }
}

extension PictureFormat {
    /// Of a file that was proved to be a picture.
    init(of file: OpenFile) throws {
        guard let format = PictureFormat(magic: try file.read(16, at: 0)) else { throw PictureDefect.unknownFormat }
        self = format
    }
}
