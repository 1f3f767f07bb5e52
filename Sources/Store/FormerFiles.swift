package import Days
internal import Folder
internal import Hashing
internal import MirrorTree
internal import Settings

/// Clears the place of a day's new picture, and keeps in `superseded/` what stands there.
struct FormerPicture {
    let step: Commit.Step
    let month: MonthCommit

    func clearPlace() throws {
        guard step.hasFile, let new = step.metadata.mirror.picture else { return }
        let former = step.former?.mirror.picture
        let (formerName, formerSum) = (step.formerFile?.name, step.formerFile?.sha256)
        // A page can be made again and a rendition gives way to its original, unless the owner changed the file.
        let keepsFormer = step.keepsFormer && former?.kind != .page
        // Without a new picture only a new title moves the former picture.
        guard let source = try step.picture?.file.status() ?? step.abandonedName.flatMap({ try status($0) })
        else { return }
        for name in Set([step.picture == nil ? nil : formerName, new.file].compactMap(\.self)) {
            // A link counts as missing; what it leads to stays where it is.
            guard let found = try status(name), found.kind != .symlink else { continue }
            if found.kind != .file { throw FolderError.notFile(path: "\(month.folder.path)/\(name)") }
            // A file that cannot be opened is kept all the same: a second name needs no right to read.
            let file = try? month.folder.open(FilePath(name))
            if found.identity == source.identity { continue }
            // A file that can no longer be read is not the new picture; a second name keeps what is left of it.
            let sum = file.flatMap { try? SHA256.hash(file: $0.descriptor) } ?? "unreadable"
            if sum == new.sha256 { continue }
            if name != formerName || sum != formerSum || keepsFormer { try supersede(name, file, sum) }
            if step.picture == nil { try month.folder.remove(FilePath(name)) }
        }
    }

    private func status(_ name: String) throws -> FileStatus? {
        try month.folder.status(FilePath(name))
    }

    private func supersede(_ name: String, _ file: OpenFile?, _ sum: String) throws {
        let kept = Superseded(folder: try month.metadata.makeFolder("superseded"), saver: month.saver)
        let suffix = name[(name.lastIndex(of: ".") ?? name.endIndex)...]
        try kept.keep(
            file, named: FilePath(name), in: month.folder, as: Superseded.name(step.metadata.date, sum, suffix))
    }
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

extension DayStore {
    /// Removes former pictures from `superseded/`, and the second name of each day's own picture beside them. A file that
    /// cannot be removed stays.
    package func removeSuperseded(_ sums: [Day: [String]]) {
        for (day, sums) in sums {
            guard let metadata = try? tree.root.folder(Tree.monthPath(day).appending("metadata")),
                let folder = try? metadata.folder("superseded")
            else { continue }
            // Where the day's own file is not whole, its second name may be all that there is.
            let picture = (try? tree.metadata(day))?.mirror.picture
            let month = try? tree.root.folder(Tree.monthPath(day))
            let own = picture.flatMap { (try? month?.holds(FilePath($0.file), $0.sha256)) == true ? $0.sha256 : nil }
            for sum in sums + [own].compactMap(\.self) {
                let prefix = Superseded.name(day, sum, ".").description
                for entry in (try? folder.entries()) ?? []
                where entry.name.description.hasPrefix(prefix) && (try? folder.holds(entry.name, sum)) == true {
                    try? folder.remove(entry.name)
                }
            }
            try? folder.sync()
            metadata.removeEmptyFolder("superseded")
        }
    }
}

/// A picture that can neither be read nor be given a second name, so that nothing may take its place.
struct UnreadablePicture: Error, Equatable, CustomStringConvertible {
    let path: String

    var description: String {
        "\(path) cannot be read, so it was not replaced. Make it readable (chmod u+r \(path.shellWord)) or move it away."
    }
}
