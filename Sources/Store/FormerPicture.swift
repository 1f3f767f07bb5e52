internal import Folder
internal import Hashing
internal import MirrorTree
internal import Settings

/// Clears the place of a day's new picture, and keeps in `superseded/` what stands there.
struct FormerPicture {
    private let step: Commit.Step
    private let month: MonthCommit

    init(_ step: Commit.Step, _ month: MonthCommit) {
        self.step = step
        self.month = month
    }

    func clearPlace() throws {
        guard step.hasFile, let new = step.metadata.mirror.picture else { return }
        let former = step.former?.mirror.picture
        let formerName = step.former?.visibleName
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
            // SHA256SUMS names this file's bytes: it goes first, and comes back with the commit or the next start.
            if name == new.file, new.kind != .page { try month.metadata.remove("SHA256SUMS") }
            if found.identity == source.identity { continue }
            // A file that can no longer be read is not the new picture; a second name keeps what is left of it.
            let sum = file.flatMap { try? SHA256.hash(file: $0.descriptor) } ?? "unreadable"
            if sum == new.sha256 { continue }
            if name != formerName || sum != former?.sha256 || keepsFormer { try supersede(name, file, sum) }
            if step.picture == nil { try month.folder.remove(FilePath(name)) }
        }
    }

    private func status(_ name: String) throws -> FileStatus? {
        try month.folder.status(FilePath(name))
    }

    private func supersede(_ name: String, _ file: OpenFile?, _ sum: String) throws {
        let folder = try month.metadata.makeFolder("superseded")
        let suffix = name[(name.lastIndex(of: ".") ?? name.endIndex)...]
        let kept: FilePath = "\(step.metadata.date) \(sum.prefix(8))\(suffix)"
        if try folder.status(kept)?.kind == .file { return }
        if try month.folder.link(FilePath(name), as: kept, in: folder) { return try folder.sync() }
        guard let file else { throw UnreadablePicture(path: "\(month.folder.path)/\(name)") }
        try month.saver.save(copyOf: file, as: kept, in: folder)
    }
}

/// A picture that can neither be read nor be given a second name, so that nothing may take its place.
struct UnreadablePicture: Error, Equatable, CustomStringConvertible {
    let path: String

    var description: String {
        "\(path) cannot be read, so it was not replaced. Make it readable (chmod u+r \(path.shellWord)) or move it away."
    }
}
