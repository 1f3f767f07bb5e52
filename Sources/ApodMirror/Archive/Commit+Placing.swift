internal import Folder
internal import Transfer

/// The visible steps, each durable before the next.
extension Commit {
    /// Nothing is overwritten: what stands where a picture will stand is linked into `superseded/` first. A day whose
    /// place cannot be cleared fails alone, with nothing of it changed.
    mutating func keepFormerPictures() throws {
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
                giveUp(step)
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
            // What the disk cannot read any more is not the new picture; a link keeps what is left of it.
            let sum = (try? SHA256.hash(file: file.descriptor)) ?? "unreadable"
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

    /// A thumbnail that is there is of the picture that is there.
    func removeFormerThumbnails() {
        let thumbnails = ThumbnailFolder(tree.root)
        for step in steps where step.picture != nil {
            guard step.former?.mirror.picture?.sha256 != step.metadata.mirror.picture?.sha256 else { continue }
            // Where they cannot be removed, they show the former picture until they can be made again.
            try? thumbnails.remove(step.metadata.date)
        }
    }

    func placePictures() throws {
        for step in steps where step.hasFile {
            guard let file = step.metadata.mirror.picture?.file else { continue }
            if let picture = step.picture {
                // Only now: until here the note of where the bytes came from keeps them from being fetched again.
                Part.settle(picture.file)
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

    func placeMetadata() throws {
        for step in steps {
            guard let intent = step.intent else { continue }
            try saver.place(intent, as: "\(step.metadata.date).json", in: step.metadataFolder)
        }
        try syncMonths { $0.metadata }
    }

    private func syncMonths(_ folder: ((month: Folder, metadata: Folder)) -> Folder) throws {
        for folders in months.values { try folder(folders).sync() }
    }

    func writeSums() throws {
        for (name, folders) in months {
            try MonthSums(name, folders.metadata).update(saver) { current in
                for step in steps where step.metadata.date.month == name {
                    if let old = step.former?.mirror.picture?.file { current.sums[old] = nil }
                    if step.hasFile, let new = step.metadata.mirror.picture, new.kind != .page {
                        current.sums[new.file] = new.sha256
                    }
                }
            }
        }
    }

    func removeFormerNames() throws {
        for step in steps {
            guard let old = step.abandonedName, let new = step.metadata.mirror.picture?.file else { continue }
            if try step.month.isOneName(old, new) {
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

extension Folder {
    /// Whether both spellings are one name, where case does not count: removing the one would remove the other.
    func isOneName(_ old: String, _ new: String) throws -> Bool {
        guard let identity = try status(FilePath(old))?.identity, try status(FilePath(new))?.identity == identity else {
            return false
        }
        return try !entries().contains { $0.name == FilePath(new) }
    }
}
