package import Days
internal import Folder
internal import Gallery
internal import Hashing
internal import JSON
package import MirrorTree
package import Settings
internal import Store

/// Keeps a folder of real files that are a mirror's, or made of its pictures: writes what is new or changed, and removes what
/// went. Nothing that it did not write is touched, and nothing is written whose bytes are not what the mirror stored.
///
/// Files are written in windows, and the sums of a window are noted durably before any of its files gets its place. So an
/// export that ended early, at whatever moment, is followed by one that knows the files of both from the owner's.
package final class Exporter {
    private let tree: Tree
    private let request: ExportRequest
    private let keep: Keep
    private let target: ExportFolder
    private let own: Folder
    private let lock: FileLock
    private let thumbnailer: Thumbnailer?
    private var note: ExportNote
    private var report = Report()
    /// Days of which something could not be written: what was exported of them before stays.
    private var failed: Set<Day> = []

    package struct Report: Encodable, Equatable, Sendable {
        package var written = 0
        package var bytes: Int64 = 0
        package var unchanged = 0
        package var removed = 0
        /// Files that are not as they were wanted, and what could not be seen in the mirror, a sentence each.
        package var troubles: [String] = []
    }

    /// - Parameters:
    ///   - path: the folder, which is made where it is missing.
    ///   - keep: how long the mirror has its days.
    ///   - thumbnailer: the program that makes pictures smaller.
    package init(_ tree: Tree, to path: String, _ request: ExportRequest, keep: Keep, thumbnailer: String?) throws {
        (self.tree, self.request, self.keep) = (tree, request, keep)
        let (place, root) = (path + "/", tree.root.path + "/")
        if place.hasPrefix(root) || root.hasPrefix(place) {
            throw ExportError.overlaps(path: path, mirror: tree.root.path)
        }
        let folder = try Folder.make(path)
        // A link may lead from the one into the other.
        if folder.overlaps(tree.root) { throw ExportError.overlaps(path: path, mirror: tree.root.path) }
        own = try folder.makeFolder(ExportNote.folder)
        do { lock = try FileLock("lock", in: own) } catch {
            if (try? FileLock.isTaken("lock", in: own)) == true { throw ExportError.busy(path: path) }
            throw error
        }
        note = try ExportNote(in: own)
        target = try ExportFolder(folder, own: own)
        self.thumbnailer = thumbnailer.map { Thumbnailer(program: $0) }
    }

    private var saver: Saver { target.saver }
    private var path: String { target.folder.path }

    /// - Parameter progress: hears how many files are done of how many that are to be written, and the day of the last.
    package func run(
        on today: Day, progress: (_ done: Int, _ total: Int, _ last: Day) -> Void
    ) async throws -> Report {
        report.troubles = try target.finish(note)
        let formerBag = Bag(of: note, in: target.folder)
        var selection = try Selection(request, of: tree, keep: keep)
        let wanted = selection.wanted
        try followSpellings(of: wanted)
        let noted = note.payload
        let plan = try ExportPlan(wanted, noted: noted) { try target.standing($0, wanted[$0], noted[$0]) }
        if wanted.isEmpty, note.files.isEmpty, selection.unseen.isEmpty { throw ExportError.nothing(request.words) }
        for path in plan.inTheWay.sorted(by: { $0.description < $1.description }) {
            isInTheWay(path)
            if let day = wanted[path]?.day { failed.insert(day) }
        }
        report.unchanged = plan.kept.count + plan.adoptions.count
        for path in plan.adoptions {
            guard let file = wanted[path], let bytes = try target.folder.status(path)?.bytes else { continue }
            note[path] = file.noted(.init(sha256: file.sum, bytes: bytes))
        }
        let gone = removals(plan, &selection)
        // A file's successor is in place before the file goes; all other removals make room first.
        let changing = Set(plan.writes.keys.compactMap { wanted[$0]?.day })
        try remove(gone, butOf: changing.union(failed))
        try await write(plan.writes, wanted, progress)
        try remove(gone, butOf: failed)
        try save()
        if request.format == .bagit { try closeBag(formerBag, on: today) }
        return report
    }

    private func save() throws {
        let bytes = try JSONFile.encode(note)
        if try own.read(ExportNote.name, limit: 64 << 20) == bytes { return }
        try saver.save(bytes, as: ExportNote.name, in: own)
    }

    private func isInTheWay(_ path: FilePath) {
        report.troubles.append("\(self.path)/\(path) is not what was exported there, and was left as it is.")
        note[path] = nil
    }

    /// Notes a file by the wanted spelling of its name, where the disk takes both for one name: there case does not count.
    private func followSpellings(of wanted: [FilePath: ExportPlan.Wanted]) throws {
        let others = note.payload.filter { wanted[$0.key] == nil }
        if others.isEmpty { return }
        let names = Dictionary(wanted.keys.map { ($0.folded, $0) }) { first, _ in first }
        for (path, file) in others {
            guard let name = names[path.folded], note[name] == nil, try target.isOneFile(path, name) else { continue }
            (note[path], note[name]) = (nil, file)
        }
    }

    // MARK: What goes

    /// The files that are known to have gone, all of them or none. Others that are wanted no longer are forgotten.
    private func removals(_ plan: ExportPlan, _ selection: inout Selection) -> Set<FilePath> {
        let noted = note.payload
        for path in plan.removals.sorted(by: { $0.description < $1.description }) {
            if let day = noted[path]?.day { _ = selection.hasGone(path, of: day) }
        }
        for path in noted.keys where selection.wanted[path] == nil && !plan.removals.contains(path) { note[path] = nil }
        guard selection.unseen.isEmpty else {
            report.troubles += selection.unseen
            report.troubles.append(
                "Nothing was removed from \(path), since what cannot be seen in the mirror may still be there.")
            return []
        }
        return plan.removals.union(request.format == .bagit ? [] : note.paths.keys.filter { noted[$0] == nil })
    }

    private func remove(_ paths: Set<FilePath>, butOf days: Set<Day>) throws {
        var removed: [FilePath] = []
        for path in paths {
            guard let noted = note[path], !days.contains(noted.day) else { continue }
            if try target.remove(path, noted) { removed.append(path) }
            note[path] = nil
        }
        report.removed += removed.count
        try target.removeEmptyFolders(above: removed)
    }

    // MARK: What comes

    /// A file that was made, and what is noted of it.
    private struct Made {
        let path: FilePath
        let file: Saver.Staged
        var noted: ExportNote.File
    }

    private func write(
        _ paths: [FilePath: ExportNote.Sum?], _ wanted: [FilePath: ExportPlan.Wanted],
        _ progress: (_ done: Int, _ total: Int, _ last: Day) -> Void
    ) async throws {
        let all = paths.compactMap { path, former in wanted[path].map { (path: path, file: $0, former: former) } }
            .sorted { ($1.file.day, $0.path.description) < ($0.file.day, $1.path.description) }
        for start in stride(from: 0, to: all.count, by: Self.window) {
            var window: [Made] = []
            for (number, (path, file, former)) in all[start..<min(start + Self.window, all.count)].enumerated() {
                try Task.checkCancellation()
                if let (made, sum) = try await make(file, as: "\(number).part") {
                    made.file.setModified(try time(of: file).seconds)
                    let sum = ExportNote.Sum(sha256: sum, bytes: try made.file.status().bytes)
                    window.append(Made(path: path, file: made, noted: file.noted(sum, insteadOf: former)))
                } else {
                    failed.insert(file.day)
                }
                progress(start + number + 1, all.count, file.day)
            }
            let placed = try place(window)
            report.written += placed.count
            report.bytes += placed.reduce(0) { $0 + ($1.noted.bytes ?? 0) }
        }
    }

    private static let window = 32

    /// Gives files their places, in this order: they are flushed; they are noted, durably; they are placed. Returns those that
    /// stand there now.
    private func place(_ window: [Made]) throws -> [Made] {
        if window.isEmpty { return [] }
        if let reason = try saver.flush(window.map(\.file)).values.first { throw reason }
        for made in window { note[made.path] = made.noted }
        try save()
        return try window.filter { made in
            if try target.place(made.file, at: made.path, made.noted) {
                note[made.path]?.former = nil
                return true
            }
            isInTheWay(made.path)
            failed.insert(made.noted.day)
            return false
        }
    }

    /// The mirror's own time of a picture, by which programs see that one took another's place.
    private func time(of file: ExportPlan.Wanted) throws -> Timestamp {
        let time = try tree.root.status(file.source).map { Timestamp(seconds: $0.modified) }
        return time.flatMap { $0.replacements(of: file.day) == nil ? nil : $0 } ?? .noon(of: file.day)
    }

    /// Copies a file of the mirror, or makes a picture smaller; `nil` where the mirror's file is not what was stored.
    private func make(
        _ file: ExportPlan.Wanted, as name: FilePath
    ) async throws -> (made: Saver.Staged, sum: String)? {
        let source: OpenFile
        do {
            guard let found = try tree.root.open(file.source) else {
                report.troubles.append("\(tree.root.path)/\(file.source) is missing.")
                return nil
            }
            source = found
        } catch {
            report.troubles.append("\(error)")
            return nil
        }
        if let side = file.side { return try await makeSmaller(source, file, to: side, as: name) }
        let made = try saver.stage(copyOf: source, as: name)
        let sum = try SHA256.hash(file: made.file.descriptor)
        if sum == file.sum { return (made, sum) }
        saver.discard(made)
        report.troubles.append(
            "\(tree.root.path)/\(file.source) is not what was stored, and was not exported; apod-mirror verify tells more."
        )
        return nil
    }

    private func makeSmaller(
        _ source: OpenFile, _ file: ExportPlan.Wanted, to side: Int, as name: FilePath
    ) async throws -> (made: Saver.Staged, sum: String)? {
        func failed(_ reason: String) -> (made: Saver.Staged, sum: String)? {
            report.troubles.append("\(tree.root.path)/\(file.source) was not made smaller: \(reason).")
            return nil
        }
        guard let thumbnailer else { return failed("\(ThumbnailProgram.name) is not beside apod-mirror") }
        guard source.hasSum(file.sum) else { return failed("it is not what was stored") }
        switch try await thumbnailer.shrink(source, to: [side]) {
        case .made(let pictures, _):
            guard let picture = pictures.first else { return failed("nothing came of it") }
            let made = try saver.stage(copyOf: picture, as: name)
            return (made, try SHA256.hash(file: made.file.descriptor))
        case .tooLarge: return failed("it has more pixels than are decoded")
        case .unreadable(let reason), .interrupted(let reason): return failed(reason)
        }
    }

    // MARK: A bag

    /// Writes the bag's tag files where its payload changed. Whatever else lies in the payload makes the bag invalid.
    ///
    /// - Parameter former: the bag that was there before. Version 1.0.0 did not note tag files, which are known by it.
    private func closeBag(_ former: Bag?, on today: Day) throws {
        var bag = Bag(of: note, day: today)
        // The day stays while the payload does.
        if let former, former.manifestBytes == bag.manifestBytes { bag.day = former.day }
        func tags(of bag: Bag) -> [FilePath: ExportPlan.Wanted] {
            let tags = bag.tags.map {
                ($0.name, ExportPlan.Wanted(source: $0.name, sum: SHA256.hash($0.bytes), day: bag.day))
            }
            return Dictionary(uniqueKeysWithValues: tags)
        }
        func noted(_ bag: Bag) -> [FilePath: ExportNote.File] {
            let tags = tags(of: bag)
            return Dictionary(
                uniqueKeysWithValues: bag.tags.compactMap { name, bytes in
                    tags[name].map { (name, $0.noted(.init(sha256: $0.sum, bytes: Int64(bytes.count)))) }
                })
        }
        let known = note.paths.merging(former.map(noted) ?? [:]) { noted, _ in noted }
        let (wanted, new) = (tags(of: bag), noted(bag))
        let plan = try ExportPlan(wanted, noted: known.filter { wanted[$0.key] != nil }) {
            try target.standing($0, wanted[$0], known[$0])
        }
        for path in plan.inTheWay.sorted(by: { $0.description < $1.description }) { isInTheWay(path) }
        for path in plan.kept.union(plan.adoptions) { note[path] = new[path] }
        var window: [Made] = []
        for (name, bytes) in bag.tags {
            guard let former = plan.writes[name], var noted = new[name] else { continue }
            noted.former = former
            window.append(Made(path: name, file: try saver.stage(bytes, as: name), noted: noted))
        }
        _ = try place(window)
        try save()
        for path in try strangers(in: Bag.payload) {
            report.troubles.append(
                "\(self.path)/\(path) is not of the mirror: with it the bag is not valid. Move it out of \(Bag.payload)/."
            )
        }
    }

    private func strangers(in path: FilePath) throws -> [FilePath] {
        guard let folder = try target.folder.folder(path) else { return [] }
        return try folder.entries().sorted { $0.name.description < $1.name.description }.flatMap { entry in
            let inner = path.appending(entry.name)
            if entry.kind == .folder { return try strangers(in: inner) }
            return note[inner] == nil ? [inner] : []
        }
    }
}

extension ExportPlan.Wanted {
    fileprivate func noted(_ sum: ExportNote.Sum, insteadOf former: ExportNote.Sum? = nil) -> ExportNote.File {
        ExportNote.File(
            of: self.sum, side: side, day: day, sha256: sum.sha256, bytes: sum.bytes, former: former)
    }
}
