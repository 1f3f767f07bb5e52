internal import Archive
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Pictures
internal import Store

extension PictureFetch {
    /// Takes a day's picture from the collection; `nil` without one, or where none of its files is certainly the picture.
    ///
    /// - Parameter known: what is recorded of a picture that the mirror lost.
    func adopt(
        _ offered: [OfferedCollection.Offered], for day: Day, _ candidates: [PictureChoice.Candidate],
        known: Metadata.Picture?, watch: PassWatch
    ) async throws -> Outcome? {
        guard let collection, let first = candidates.first else { return nil }
        return try await watch.slots.inside {
            for offered in offered where offered.file.bytes == known?.bytes {
                let taken = try await tried(offered.file, of: collection, for: day) { source in
                    let isKnown = try await archive.incoming.sum(of: source) == known?.sha256
                    return isKnown ? Ground(candidate: first, known: known) : nil
                }
                if let taken { return taken }
            }
            if collection.isUnchecked { return try await adoptUnchecked(offered, of: collection, for: day, candidates) }
            try watch.checkFetching()
            return try await adoptCompared(offered.map(\.file), of: collection, for: day, first, watch)
        }
    }

    /// Takes a picture that is the same as NASA's best. One that only is a smaller rendition is none.
    private func adoptCompared(
        _ files: [PictureCollection.File], of collection: OfferedCollection, for day: Day,
        _ candidate: PictureChoice.Candidate, _ watch: PassWatch
    ) async throws -> Outcome? {
        var length: Int64?
        for file in files where length == nil || length == file.bytes {
            if candidate.isVideo, file.bytes > maximumVideoBytes { continue }
            var isTold = true
            let taken = try await tried(file, of: collection, for: day) { source in
                switch try await compare(source, with: candidate.url, for: day, watch) {
                case .same(let served):
                    watch.withLock { $0.recordPicture(from: candidate.url) }
                    return Ground(candidate: candidate, served: served)
                case .other(let served):
                    length = served
                    collection.refuse(file, "it is not the picture that NASA has for \(day)")
                case .untold(let reason):
                    isTold = false
                    collection.refuse(file, reason)
                }
                return nil
            }
            if taken != nil || !isTold { return taken }
        }
        return nil
    }

    /// Takes a picture that NASA is not asked about, by its name and size.
    private func adoptUnchecked(
        _ offered: [OfferedCollection.Offered], of collection: OfferedCollection, for day: Day,
        _ candidates: [PictureChoice.Candidate]
    ) async throws -> Outcome {
        let recorded = candidates.lazy.compactMap { PixelSize(recordedIn: $0.url) }.first
        for offered in offered {
            guard let candidate = candidates.first(where: { $0.kind == .original }) ?? candidates.first else { break }
            guard offered.isNamed else {
                collection.refuse(offered.file, "its name does not say that it is the picture of \(day)")
                continue
            }
            let ground = Ground(candidate: candidate, size: recorded)
            let taken = try await tried(offered.file, of: collection, for: day) { _ in ground }
            if let taken { return taken }
        }
        return .failed("the folder that was imported had no picture of it", at: [])
    }

    /// Why a file is taken for a day's picture.
    private struct Ground {
        let candidate: PictureChoice.Candidate
        /// The recorded picture, whose bytes the file has.
        var known: Metadata.Picture?
        /// The pieces by which the server has the same. Without any, the file is only named like the picture.
        var served: ServedPieces?
        var size: PixelSize?
    }

    /// Takes a file where there is a ground for it. A file that cannot be read is told, and keeps no other from being taken.
    private func tried(
        _ file: PictureCollection.File, of collection: OfferedCollection, for day: Day,
        _ ground: (OpenFile) async throws -> Ground?
    ) async throws -> Outcome? {
        do {
            guard let source = try collection.collection.folder.open(file.path), try source.status().bytes > 0,
                let ground = try await ground(source)
            else { return nil }
            try room.check(free: try await archive.incoming.freeBytes(), for: file.bytes)
            let part = try await archive.incoming.adopt(source, for: day, linking: collection.manner != .copy)
            let picture = try await picture(part, day, ground)
            try await archive.incoming.own(part)
            collection.record(file, takenFor: day)
            return .fetched(picture, part: part.name)
        } catch let error
            where error is PictureDefect || error is KeptFile || (error as? FolderError)?.isDiskFull == false
        {
            collection.refuse(file, "\(error)")
        }
        try await archive.incoming.discardPart(for: day)
        return nil
    }

    private func picture(_ part: Part, _ day: Day, _ ground: Ground) async throws -> Metadata.Picture {
        let facts = try await archive.incoming.inspect(part)
        let sum = try await archive.incoming.sum(of: part.file)
        let isWhole = try ground.known.map { $0.sha256 == sum } ?? ground.served?.areIn(part.file) ?? true
        guard isWhole else { throw KeptFile.changed }
        if let known = ground.known { return known }
        if let size = ground.size, size != facts.size {
            throw KeptFile(
                description: "it has not the \(size.width) by \(size.height) pixels that are recorded of \(day)")
        }
        let bytes = try part.file.status().bytes
        var picture = self.picture(facts, of: day, ground.candidate, bytes: bytes, sha256: sum)
        (picture.etag, picture.lastModified) = (ground.served?.etag, ground.served?.lastModified)
        if ground.served == nil { picture.isUnverified = true }
        return picture
    }
}

extension PixelSize {
    /// The size of the upload that the address of NASA's largest rendition of it tells.
    init?(recordedIn address: String) {
        guard let query = address.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
        let items = query.split(separator: "&")
        func side(_ key: String) -> Int? {
            items.first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.utf8.count)) }
        }
        guard let width = side("w="), let height = side("h=") else { return nil }
        self.init(width: width, height: height)
    }
}
