package import Days
internal import Folder
internal import Gallery
internal import Hashing
internal import JSON
package import MirrorTree
internal import Store

/// Keeps a folder of real files that are a mirror's, or made of its pictures: writes what is new or changed, and removes what
/// went. Nothing that it did not write is touched, and nothing is written whose bytes are not what the mirror stored.
///
/// Files that are about to be written are noted first, so an export that ended early goes on as the owner of its own files.
package final class Exporter {
    private let tree: Tree
    private let request: ExportRequest
    private let target: Folder
    private let own: Folder
    private let lock: FileLock
    private let saver: Saver
    private let thumbnailer: Thumbnailer?
    private var note: ExportNote
    private var report = Report()

    package struct Report: Encodable, Equatable, Sendable {
        package var written = 0
        package var bytes: Int64 = 0
        package var unchanged = 0
        package var removed = 0
        /// Files that are not as they were wanted, a sentence each.
        package var troubles: [String] = []
    }

    /// - Parameters:
    ///   - path: the folder, which is made where it is missing.
    ///   - thumbnailer: the program that makes pictures smaller.
    package init(_ tree: Tree, to path: String, _ request: ExportRequest, thumbnailer: String?) throws {
        (self.tree, self.request) = (tree, request)
        let (place, root) = (path + "/", tree.root.path + "/")
        if place.hasPrefix(root) || root.hasPrefix(place) {
            throw ExportError.overlaps(path: path, mirror: tree.root.path)
        }
        target = try Folder.make(path)
        // A link may lead from the one into the other.
        if target.overlaps(tree.root) { throw ExportError.overlaps(path: path, mirror: tree.root.path) }
        own = try target.makeFolder(ExportNote.folder)
        do { lock = try FileLock("lock", in: own) } catch {
            if (try? FileLock.isTaken("lock", in: own)) == true { throw ExportError.busy(path: path) }
            throw error
        }
        note = try ExportNote(in: own)
        saver = Saver(through: try own.makeFolder("incoming"))
        self.thumbnailer = thumbnailer.map { Thumbnailer(program: $0) }
    }

    /// - Parameter progress: hears how many files are done of how many that are to be written, and the day of the last.
    package func run(
        on today: Day, progress: (_ done: Int, _ total: Int, _ last: Day) -> Void
    ) async throws -> Report {
        for left in try saver.incoming.entries() where left.kind == .file { try saver.incoming.remove(left.name) }
        let wanted = try request.wanted(of: tree)
        let plan = try ExportPlan(wanted, noted: noted) { try standing($0, wanted[$0]) }
        if wanted.isEmpty, note.files.isEmpty { throw ExportError.nothing(request.words) }
        for path in plan.inTheWay.sorted(by: { $0.description < $1.description }) {
            report.troubles.append("\(target.path)/\(path) is not what was exported there, and was left as it is.")
        }
        report.unchanged = plan.kept.count + plan.adoptions.count
        for path in plan.adoptions {
            guard let file = wanted[path], let bytes = try target.status(path)?.bytes else { continue }
            note[path] = file.noted(sum: file.sum, bytes: bytes)
        }
        try remove(plan.removals)
        let former = note
        for path in plan.writes { note[path] = wanted[path]?.noted() }
        if !plan.writes.isEmpty { try save() }
        try await write(plan.writes, wanted, former, progress)
        for path in noted.keys where wanted[path] == nil { note[path] = nil }
        for path in plan.inTheWay { note[path] = nil }
        try save()
        if request.format == .bagit { try closeBag(on: today) }
        return report
    }

    private var noted: [FilePath: ExportNote.File] {
        Dictionary(uniqueKeysWithValues: note.files.map { (FilePath($0.key), $0.value) })
    }

    private func save() throws {
        let bytes = try JSONFile.encode(note)
        if try own.read(ExportNote.name, limit: 64 << 20) == bytes { return }
        try saver.save(bytes, as: ExportNote.name, in: own)
    }

    // MARK: What stands there

    private func standing(_ path: FilePath, _ wanted: ExportPlan.Wanted?) throws -> ExportPlan.Standing {
        guard let status = try target.status(path) else { return .nothing }
        guard status.kind == .file else { return .strange }
        guard let noted = note[path] else {
            guard let wanted, wanted.side == nil else { return .strange }
            return try target.open(path)?.hasSum(wanted.sum) == true ? .wanted : .strange
        }
        guard let sum = noted.sha256, let bytes = noted.bytes else {
            if let wanted, wanted.side == nil, try target.open(path)?.hasSum(wanted.sum) == true { return .wanted }
            return .ours
        }
        guard status.bytes == bytes else { return .strange }
        let isAsWritten = Timestamp(seconds: status.modified).replacements(of: noted.day) != nil
        return try isAsWritten || target.open(path)?.hasSum(sum) == true ? .ours : .strange
    }

    // MARK: What goes

    private func remove(_ paths: Set<FilePath>) throws {
        var folders: Set<FilePath> = []
        for path in paths {
            guard let folder = try path.parent.map({ try target.folder($0) }) ?? target else { continue }
            try folder.remove(path.name)
            note[path] = nil
            report.removed += 1
            if let parent = path.parent { folders.insert(parent) }
        }
        // The deepest first; one that still has anything stays.
        for folder in folders.sorted(by: { $0.bytes.count > $1.bytes.count }) {
            var path: FilePath? = folder
            while let each = path {
                guard let above = try each.parent.map({ try target.folder($0) }) ?? target,
                    above.removeEmptyFolder(each.name)
                else { break }
                path = each.parent
            }
        }
    }

    // MARK: What comes

    private func write(
        _ paths: Set<FilePath>, _ wanted: [FilePath: ExportPlan.Wanted], _ former: ExportNote,
        _ progress: (_ done: Int, _ total: Int, _ last: Day) -> Void
    ) async throws {
        let all = paths.compactMap { path in wanted[path].map { (path: path, file: $0) } }
            .sorted { ($1.file.day, $0.path.description) < ($0.file.day, $1.path.description) }
        for start in stride(from: 0, to: all.count, by: Self.window) {
            let window = all[start..<min(start + Self.window, all.count)]
            var staged: [(path: FilePath, file: ExportPlan.Wanted, made: Saver.Staged, sum: String)] = []
            for (number, (path, file)) in window.enumerated() {
                try Task.checkCancellation()
                if let (made, sum) = try await make(file, as: "\(number).part") {
                    made.file.setModified(try time(of: file).seconds)
                    staged.append((path, file, made, sum))
                } else {
                    // The file that was written there before stays the export's own.
                    note[path] = former[path]
                }
                progress(start + number + 1, all.count, file.day)
            }
            let lost = try saver.flush(staged.map(\.made))
            for (path, file, made, sum) in staged {
                if let reason = lost[made.name] { throw reason }
                try saver.place(made, as: path.name, in: try path.parent.map { try target.makeFolder($0) } ?? target)
                let bytes = try made.file.status().bytes
                note[path] = file.noted(sum: sum, bytes: bytes)
                report.written += 1
                report.bytes += bytes
            }
        }
    }

    private static let window = 32

    /// The mirror's own time of a picture, by which programs see that one took another's place.
    private func time(of file: ExportPlan.Wanted) throws -> Timestamp {
        let time = try tree.root.status(file.source).map { Timestamp(seconds: $0.modified) }
        return time.flatMap { $0.replacements(of: file.day) == nil ? nil : $0 } ?? .noon(of: file.day)
    }

    /// Copies a file of the mirror, or makes a picture smaller; `nil` where the mirror's file is not what was stored.
    private func make(
        _ file: ExportPlan.Wanted, as name: FilePath
    ) async throws -> (made: Saver.Staged, sum: String)? {
        guard let source = try tree.root.open(file.source) else {
            report.troubles.append("\(tree.root.path)/\(file.source) is missing.")
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
    private func closeBag(on today: Day) throws {
        let files = noted.compactMap { path, file -> (path: FilePath, sum: String, bytes: Int64)? in
            guard let sum = file.sha256, let bytes = file.bytes else { return nil }
            return (path, sum, bytes)
        }
        var bag = Bag(files: files, day: today)
        // The day stays while the payload does.
        if try target.read(Bag.manifest, limit: 64 << 20) == bag.manifestBytes,
            let day = try target.read(Bag.info).flatMap(Bag.day)
        {
            bag.day = day
        }
        for tag in bag.tags where try target.read(tag.name, limit: 64 << 20) != tag.bytes {
            try saver.save(tag.bytes, as: tag.name, in: target)
        }
        for path in try strangers(in: Bag.payload) {
            report.troubles.append(
                "\(target.path)/\(path) is not of the mirror: with it the bag is not valid. Move it out of \(Bag.payload)/."
            )
        }
    }

    private func strangers(in path: FilePath) throws -> [FilePath] {
        guard let folder = try target.folder(path) else { return [] }
        return try folder.entries().sorted { $0.name.description < $1.name.description }.flatMap { entry in
            let inner = path.appending(entry.name)
            if entry.kind == .folder { return try strangers(in: inner) }
            return note[inner] == nil ? [inner] : []
        }
    }
}

extension ExportPlan.Wanted {
    fileprivate func noted(sum: String? = nil, bytes: Int64? = nil) -> ExportNote.File {
        ExportNote.File(of: self.sum, side: side, day: day, sha256: sum, bytes: bytes)
    }
}

extension ExportRequest {
    /// The choice, as a message names it.
    fileprivate var words: String {
        switch choice {
        case .days(let periods): periods.isEmpty ? "any day" : periods.map(\.description).joined(separator: ", ")
        case .favorites: "a favorite"
        case .album(let album): "the album \(album)"
        }
    }
}
