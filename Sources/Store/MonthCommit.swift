internal import Folder
internal import MirrorTree

/// A month's share of a commit, whose files are flushed already and now get their places.
struct MonthCommit {
    let month: String
    let folder: Folder
    /// The month's `metadata/`.
    let metadata: Folder
    let tree: Tree
    let saver: Saver
    var steps: [Commit.Step] = []
    /// Days that were not placed, by their changes' positions.
    private(set) var failures: [Int: any Error] = [:]
    /// Days whose new JSON stands in the month, durable.
    private(set) var placed: [Commit.Step] = []
    /// The sums of the former files in places that get others.
    private(set) var struck: (pictures: [String: String], records: [String: String]) = ([:], [:])

    /// Each step is durable before the next, so no JSON ever claims a picture that is not there. Returns why something
    /// is left to be done, which ``Recovery`` finds in `incoming/` and finishes.
    mutating func place() -> (any Error)? {
        do {
            try strikeSums()
            try keepFormerPictures()
            removeFormerThumbnails()
            try placePictures()
            try placeRecords()
            try placeMetadata()
        } catch {
            for step in steps { failures[step.position] = error }
            return error
        }
        placed = steps
        do {
            try writeSums()
            try removeFormerNames()
            return nil
        } catch {
            return error
        }
    }

    /// Takes the sums of files that are replaced out first, so that they never deny a file that is right. They come back
    /// with the commit, or with the next start.
    private mutating func strikeSums() throws {
        let replaced = steps.filter { $0.hasFile && ($0.picture != nil || $0.abandonedName != nil) }
        let pictures = try replaced.compactMap(\.metadata.mirror.picture?.file).filter {
            try folder.status(FilePath($0)) != nil
        }
        struck.pictures = try MonthSums(metadata).strike(pictures, saver)
        guard let published = try metadata.folder(Tree.published) else { return }
        let records = try steps.filter { $0.record != nil }.map { Tree.recordName($0.metadata.date) }.filter {
            try published.status($0) != nil
        }
        struck.records = try MonthSums(ofRecords: metadata).strike(records.map(\.description), saver)
    }

    /// Links files that stand where a picture will stand into `superseded/`, so that nothing is overwritten. A day
    /// whose place cannot be cleared fails alone, with nothing of it changed.
    private mutating func keepFormerPictures() throws {
        let staged = steps
        steps = []
        for step in staged {
            do {
                // The day may have changed while the files were flushed.
                guard try step.judged?.stillStands(in: folder, metadata: metadata) ?? true else {
                    throw DayChanged(day: step.metadata.date)
                }
                try FormerPicture(step: step, month: self).clearPlace()
                try FormerWords(step: step, month: self).clearPlaces()
                steps.append(step)
            } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
                steps = staged.filter { failures[$0.position] == nil }
                throw error
            } catch {
                failures[step.position] = error
                step.discardable.forEach(saver.discard)
            }
        }
    }

    /// Removes the thumbnails of replaced pictures, so that each thumbnail is of the picture that is there.
    private func removeFormerThumbnails() {
        let thumbnails = ThumbnailFolder(tree.root)
        for step in steps where step.picture != nil {
            guard step.former?.mirror.picture?.sha256 != step.metadata.mirror.picture?.sha256 else { continue }
            // Thumbnails that cannot be removed show the former picture until they can be made again.
            try? thumbnails.remove(step.metadata.date)
        }
    }

    private func placePictures() throws {
        for step in steps where step.hasFile {
            guard let file = step.metadata.mirror.picture?.file else { continue }
            if let picture = step.picture {
                // The attribute that tells where the bytes came from kept them from being fetched again until now.
                Part.settle(picture.file)
                try saver.place(picture, as: FilePath(file), in: folder)
            } else if let old = step.abandonedName, try folder.status(FilePath(file))?.kind != .file {
                // Only a link can stand there now.
                try folder.remove(FilePath(file))
                if try !folder.link(FilePath(old), as: FilePath(file), in: folder) {
                    try folder.rename(FilePath(old), to: FilePath(file), in: folder)
                }
            }
        }
        try folder.sync()
    }

    private func placeRecords() throws {
        let records = steps.compactMap { step in step.record.map { (step.metadata.date, $0) } }
        if records.isEmpty { return }
        let published = try metadata.makeFolder(Tree.published)
        for (day, record) in records { try saver.place(record, as: Tree.recordName(day), in: published) }
        try published.sync()
    }

    private func placeMetadata() throws {
        for step in steps {
            guard let intent = step.intent else { continue }
            try saver.place(intent, as: "\(step.metadata.date).json", in: metadata)
        }
        try metadata.sync()
    }

    private func writeSums() throws {
        let pictures = MonthSums(metadata)
        try pictures.update(saver) { current in
            // A day that could not be placed keeps its former file.
            current.sums.merge(struck.pictures) { now, _ in now }
            for step in steps {
                for old in [step.former?.mirror.picture?.file, step.abandonedName] {
                    if let old { current.sums[old] = nil }
                }
                if step.hasFile { pictures.record(step.metadata, in: &current) }
            }
        }
        let sums = try MonthSums(ofRecords: metadata)
        let kept = steps.filter {
            $0.metadata.mirror.record != nil && ($0.record != nil || sums.hasRecord(of: $0.metadata.date))
        }
        if kept.isEmpty, struck.records.isEmpty { return }
        try sums.update(saver) { current in
            current.sums.merge(struck.records) { now, _ in now }
            for metadata in kept.map(\.metadata) { sums.record(metadata, in: &current) }
        }
    }

    private func removeFormerNames() throws {
        for step in steps {
            guard let old = step.abandonedName, let new = step.metadata.mirror.picture?.file else { continue }
            try folder.remove(FilePath(old), besides: FilePath(new))
        }
        if steps.contains(where: { $0.removal != nil }) { try folder.sync() }
        for step in steps { step.removal.map(saver.discard) }
    }
}
