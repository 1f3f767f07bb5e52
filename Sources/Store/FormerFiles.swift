package import Days
internal import Folder
internal import Hashing
internal import MirrorTree
internal import Settings

/// Clears the places of a day's new files, and keeps in `superseded/` what stands there.
extension MonthCommit {
    func clearPlace(ofPictureIn step: Commit.Step) throws {
        guard step.hasFile, let new = step.metadata.mirror.picture else { return }
        let (formerName, formerSum) = (step.formerFile?.name, step.formerFile?.sha256)
        // A page can be made again and a rendition gives way to its original, unless the owner changed the file.
        let keepsFormer = step.change.keepsFormer && step.former?.mirror.picture?.kind != .page
        // Without a new picture only a new title moves the former picture.
        let moved = step.abandonedName.map { FilePath($0) }
        guard let source = try step.picture?.file.status() ?? moved.flatMap({ try folder.status($0) }) else { return }
        for name in Set([step.picture == nil ? nil : formerName, new.file].compactMap(\.self)) {
            let path = FilePath(name)
            guard let found = try folder.status(path) else { continue }
            // A link counts as missing; what it leads to stays where it is.
            if found.kind == .symlink {
                if step.isReturn { try setLinkAside(path, of: step.change.day) }
                continue
            }
            if found.kind != .file { throw FolderError.notFile(path: "\(folder.path)/\(name)") }
            // A file that cannot be opened is kept all the same: a second name needs no right to read.
            let file = try? folder.open(path)
            if found.identity == source.identity { continue }
            // A file that can no longer be read is not the new picture; a second name keeps what is left of it.
            let sum = file.flatMap { try? SHA256.hash(file: $0.descriptor) } ?? "unreadable"
            if sum == new.sha256 { continue }
            if name != formerName || sum != formerSum || keepsFormer {
                try supersede(path, file, sum, in: folder, step.metadata.date)
            }
            if step.picture == nil { try folder.remove(path) }
        }
    }

    /// Removes a link that took a favorite's place where it leads to that very day, as favorites do: it says nothing else.
    /// Any other link is its owner's, and gets another name. This comes before the picture: a window of Thunar that
    /// showed the link shows nothing in its place when the picture replaces it.
    private func setLinkAside(_ name: FilePath, of day: Day) throws {
        guard let target = try folder.linkTarget(name) else { return }
        let leadsToMonth = target.parent?.description.hasSuffix(Tree.monthPath(day).description) == true
        if leadsToMonth, PictureName.day(of: target.name) == day { return try folder.remove(name) }
        _ = try folder.move(name, to: folder.freeName(name))
    }

    /// A former record, and words that no record says, are kept.
    func clearPlaces(ofWordsIn step: Commit.Step) throws {
        let day = step.metadata.date
        let name = Tree.recordName(day)
        if step.supersedesMetadata, let json = try metadata.open(name) {
            try supersede(name, json, SHA256.hash(file: json.descriptor), in: metadata, day)
        }
        guard let new = step.record, let published = try metadata.folder(Tree.published),
            let found = try published.status(name), found.kind != .symlink
        else { return }
        guard found.kind == .file, let former = try published.open(name) else {
            throw FolderError.notFile(path: "\(published.path)/\(name)")
        }
        if try found.identity != new.file.status().identity {
            try supersede(name, former, SHA256.hash(file: former.descriptor), in: published, day)
        }
    }

    /// Gives a file a second name in `superseded/`, or copies it there where the file system has no hard links. Durable.
    private func supersede(_ name: FilePath, _ file: OpenFile?, _ sum: String, in place: Folder, _ day: Day) throws {
        let superseded = try metadata.makeFolder("superseded")
        let text = name.description
        let kept = Superseded.name(day, sum, text[(text.lastIndex(of: ".") ?? text.endIndex)...])
        if try superseded.status(kept)?.kind == .file { return }
        if try place.link(name, as: kept, in: superseded) { return try superseded.sync() }
        guard let file else {
            let path = "\(place.path)/\(name)"
            throw NotStored(
                description: "\(path) cannot be read, so it was not replaced. "
                    + "Make it readable (chmod u+r \(path.shellWord)) or move it away.")
        }
        try saver.save(copyOf: file, as: kept, in: superseded)
    }
}

/// A month's `metadata/superseded/`: what NASA replaced, by day and by the beginning of its SHA-256.
enum Superseded {
    /// - Parameter suffix: with its dot.
    static func name(_ day: Day, _ sum: String, _ suffix: some StringProtocol) -> FilePath {
        "\(day) \(sum.prefix(8))\(String(suffix))"
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
