internal import Folder
internal import MirrorTree

/// A month's share of a commit, whose files are flushed already and now get their places.
struct MonthCommit {
    let folder: Folder
    /// The month's `metadata/`.
    let metadata: Folder
    let tree: Tree
    let saver: Saver
    /// The days that are to be placed; in the end those whose new JSON stands in the month, durable.
    var steps: [Commit.Step] = []
    private(set) var outcomes: [Int: Result<Metadata, any Error>] = [:]
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
            for step in steps { outcomes[step.position] = .failure(error) }
            steps = []
            return error
        }
        for step in steps { outcomes[step.position] = .success(step.metadata) }
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
                if case .judged = step.change.basis, try !step.standing.stillStands(in: folder, metadata: metadata) {
                    throw DayChanged(day: step.metadata.date)
                }
                try clearPlace(ofPictureIn: step)
                try clearPlaces(ofWordsIn: step)
                steps.append(step)
            } catch let error as FolderError where error.isDiskFull || error.isNotWritable {
                steps = staged.filter { outcomes[$0.position] == nil }
                throw error
            } catch {
                outcomes[step.position] = .failure(error)
                step.discardable.forEach(saver.discard)
            }
        }
    }

    /// Removes the thumbnails of replaced pictures, so that each thumbnail is of the picture that is there.
    private func removeFormerThumbnails() {
        let thumbnails = ThumbnailFolder(tree.root)
        for step in steps where step.picture != nil && !step.isReturn {
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
        for sums in try MonthSums.both(of: metadata) {
            try sums.update(saver) { current in
                // A day that could not be placed keeps its former file.
                current.sums.merge(sums.areOfRecords ? struck.records : struck.pictures) { now, _ in now }
                for step in steps {
                    for old in [step.former?.mirror.picture?.file, step.abandonedName] {
                        if let old { current.sums[old] = nil }
                    }
                    if sums.areOfRecords || step.hasFile { sums.record(step.metadata, in: &current) }
                }
            }
        }
    }

    private func removeFormerNames() throws {
        for step in steps {
            guard let old = step.abandonedName.map({ FilePath($0) }) else { continue }
            if let new = step.metadata.mirror.picture?.file {
                try folder.remove(old, besides: FilePath(new))
            } else {
                try folder.remove(old)
            }
        }
        if steps.contains(where: { $0.removal != nil }) { try folder.sync() }
        for step in steps { step.removal.map(saver.discard) }
    }
}
