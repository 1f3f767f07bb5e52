internal import Days
internal import Folder
internal import Hashing
internal import Store

/// The folder that is exported into. Its owner works in it as well, at any moment.
///
/// A name is taken only while it is free. A file that is replaced or removed is one that was noted, by its sum, before: it is
/// exchanged for the new one or renamed out of its place into `aside/`, looked at there, and removed only if it is still
/// that file. Any other goes back. An export that ended in between is followed by one that does the rest.
struct ExportFolder {
    let folder: Folder
    let saver: Saver
    /// Files on their way out of their places, each under a name that its path gives.
    private let aside: Folder

    init(_ folder: Folder, own: Folder) throws {
        self.folder = folder
        saver = Saver(through: try own.makeFolder("incoming"))
        aside = try own.makeFolder("aside")
    }

    private func above(_ path: FilePath) throws -> Folder? {
        try path.parent.map { try folder.folder($0) } ?? folder
    }

    // MARK: What stands there

    func standing(
        _ path: FilePath, _ wanted: ExportPlan.Wanted?, _ noted: ExportNote.File?
    ) throws -> ExportPlan.Standing {
        guard let kind = try folder.status(path)?.kind else { return .nothing }
        guard kind == .file else { return .strange }
        if let noted, let sum = sum(of: path, in: folder, noted) { return .ours(sum) }
        guard let wanted, noted != nil || wanted.side == nil else { return .strange }
        if wanted.side != nil { return noted?.sum == nil ? .unknown : .strange }
        return try folder.open(path)?.hasSum(wanted.sum) == true ? .wanted : .strange
    }

    /// The noted sum that a file has; `nil` where it has none of them, or cannot be read.
    private func sum(of path: FilePath, in folder: Folder, _ noted: ExportNote.File) -> ExportNote.Sum? {
        guard let (file, status) = (try? folder.opened(path)) ?? nil else { return nil }
        // Its length and the time that it was given tell a file without reading it, unless there are two that it may be.
        if noted.former == nil, let sum = noted.sum, sum.bytes == status.bytes,
            Timestamp(seconds: status.modified).replacements(of: noted.day) != nil
        {
            return sum
        }
        let possible = [noted.sum, noted.former].compactMap(\.self).filter { $0.bytes == status.bytes }
        guard !possible.isEmpty, let found = try? SHA256.hash(file: file.descriptor) else { return nil }
        return possible.first { $0.sha256 == found }
    }

    /// Whether two names, of which one may be missing, are spellings of one file.
    func isOneFile(_ path: FilePath, _ other: FilePath) throws -> Bool {
        guard path.parent == other.parent, let above = try above(path),
            let spelling = try above.spelling(of: path.name)
        else { return false }
        return try above.spelling(of: other.name) == spelling
    }

    // MARK: What comes

    /// Gives a staged file its place, if that is free or has a file that was noted; returns whether its bytes stand there.
    ///
    /// - Parameter noted: as it was noted durably, with the file's sum and the former one's.
    func place(_ staged: Saver.Staged, at path: FilePath, _ noted: ExportNote.File) throws -> Bool {
        let above = try path.parent.map { try folder.makeFolder($0) } ?? folder
        if try saver.place(staged, asFree: path.name, in: above) { return true }
        guard let standing = sum(of: path.name, in: above, noted) else {
            saver.discard(staged)
            return false
        }
        if standing == noted.sum {
            saver.discard(staged)
            return true
        }
        let name = Self.name(aside: path)
        guard try saver.incoming.moveOwn(staged.name, to: name, in: aside) else {
            saver.discard(staged)
            return false
        }
        let exchanged = try unlessGone(path.name, from: above) {
            try above.exchange(visible: path.name, hidden: name, in: aside)
        }
        if exchanged == true { return try settle(name, path, noted) }
        // Where names cannot be exchanged, the place is empty for a moment.
        guard try exchanged == nil || remove(path, noted), try aside.moveOwn(name, to: path.name, in: above) else {
            try aside.remove(name)
            return false
        }
        return true
    }

    /// `nil` where the owner has removed the file meanwhile.
    private func unlessGone(_ name: FilePath, from folder: Folder, _ change: () throws -> Bool) throws -> Bool? {
        do { return try change() } catch {
            guard try folder.status(name) == nil else { throw error }
            return nil
        }
    }

    // MARK: What goes

    /// Removes a file if it is still one that was noted; returns whether it did.
    func remove(_ path: FilePath, _ noted: ExportNote.File) throws -> Bool {
        guard let above = try above(path), sum(of: path.name, in: above, noted) != nil else { return false }
        let name = Self.formerName(aside: path)
        guard try aside.status(name) == nil else { return false }
        let isAside = try unlessGone(path.name, from: above) {
            try above.rename(path.name, to: name, in: aside)
            return true
        }
        return try isAside == true && settle(name, path, noted)
    }

    /// Removes the folders of files that were removed, as far as they are empty.
    func removeEmptyFolders(above paths: some Sequence<FilePath>) throws {
        // The deepest first; one that still has anything stays.
        for folder in Set(paths.compactMap(\.parent)).sorted(by: { $0.bytes.count > $1.bytes.count }) {
            var path: FilePath? = folder
            while let each = path, try above(each)?.removeEmptyFolder(each.name) == true { path = each.parent }
        }
    }

    // MARK: What came out

    private static func name(aside path: FilePath) -> FilePath { FilePath(SHA256.hash(path.bytes)) }

    private static func formerName(aside path: FilePath) -> FilePath { "\(name(aside: path)).old" }

    /// Removes a file in `aside/` if it is one that was noted; any other goes back to its place. Returns whether it was ours.
    private func settle(_ name: FilePath, _ path: FilePath, _ noted: ExportNote.File) throws -> Bool {
        if sum(of: name, in: aside, noted) != nil {
            try aside.remove(name)
            return true
        }
        // The owner was quicker.
        let above = try path.parent.map { try folder.makeFolder($0) } ?? folder
        if try aside.moveOwn(name, to: path.name, in: above) { return false }
        if sum(of: path.name, in: above, noted) != nil,
            try above.exchange(visible: path.name, hidden: name, in: aside),
            sum(of: name, in: aside, noted) != nil
        {
            try aside.remove(name)
        }
        return false
    }

    /// Finishes what an export left that ended early. Returns a sentence for each file of the owner's that could not go back
    /// to its place.
    func finish(_ note: ExportNote) throws -> [String] {
        for left in try saver.incoming.entries() where left.kind == .file { try saver.incoming.remove(left.name) }
        let names = try aside.entries().map(\.name)
        if names.isEmpty { return [] }
        for (path, noted) in note.paths {
            for name in [Self.name(aside: path), Self.formerName(aside: path)] where names.contains(name) {
                _ = try settle(name, path, noted)
            }
        }
        return try aside.entries().map { entry in
            "\(aside.path)/\(entry.name) is not what was exported, and could not go back to its place. Move it to where you want it."
        }
    }
}
