internal import Adoption
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
                guard let known else { break }
                let taken = try await tried(offered.file, of: collection, for: day) { source in
                    guard try await archive.incoming.sum(of: source) == known.sha256 else { return nil }
                    return .known(known)
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
                    return .compared(candidate, served)
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
            let taken = try await tried(offered.file, of: collection, for: day) { _ in .unchecked(candidate, recorded) }
            if let taken { return taken }
        }
        return .failed("the folder that was imported had no picture of it", at: [])
    }

    /// Why a file is taken for a day's picture.
    private enum Ground {
        /// The file has the bytes that were recorded of the picture.
        case known(Metadata.Picture)
        /// The server has the same at the address.
        case compared(PictureChoice.Candidate, ServedPieces)
        /// The file is named like the picture, and has its size where that is recorded.
        case unchecked(PictureChoice.Candidate, PixelSize?)
    }

    /// Takes a file where there is a ground for it. A file that cannot be read is told, and keeps no other from being taken.
    private func tried(
        _ file: PictureCollection.File, of collection: OfferedCollection, for day: Day,
        _ ground: (OpenFile) async throws -> Ground?
    ) async throws -> Outcome? {
        do {
            guard let source = try collection.open(file), try source.status().bytes > 0,
                let ground = try await ground(source)
            else { return nil }
            try room.check(free: try await archive.incoming.freeBytes(), for: file.bytes)
            let part = try await archive.incoming.adopt(source, for: day, linking: collection.manner != .copy)
            let picture = try await picture(part, day, ground)
            try await archive.incoming.own(part)
            collection.record(file, takenFor: day)
            return .fetched(picture, part: part.name)
        } catch let defect as PictureDefect {
            collection.refuse(file, "\(defect)")
        } catch let other as OtherPicture {
            collection.refuse(file, other.reason)
        } catch let error as FolderError where !error.isDiskFull {
            collection.refuse(file, "\(error)")
        }
        try await archive.incoming.discardPart(for: day)
        return nil
    }

    private func picture(_ part: Part, _ day: Day, _ ground: Ground) async throws -> Metadata.Picture {
        let facts = try await archive.incoming.inspect(part)
        let sum = try await archive.incoming.sum(of: part.file)
        let candidate: PictureChoice.Candidate
        var served: ServedPieces?
        switch ground {
        case .known(let picture):
            guard sum == picture.sha256 else { throw OtherPicture(reason: "it was changed meanwhile") }
            return picture
        case .compared(let asked, let pieces):
            guard try pieces.areIn(part.file) else { throw OtherPicture(reason: "it was changed meanwhile") }
            (candidate, served) = (asked, pieces)
        case .unchecked(let named, let size):
            if let size, size != facts.size {
                throw OtherPicture(
                    reason: "it has not the \(size.width) by \(size.height) pixels that are recorded of \(day)")
            }
            candidate = named
        }
        var picture = self.picture(facts, of: day, candidate, bytes: try part.file.status().bytes, sha256: sum)
        (picture.etag, picture.lastModified) = (served?.etag, served?.lastModified)
        if served == nil { picture.isUnverified = true }
        return picture
    }
}

/// A file of a collection is not the picture that it was taken for.
private struct OtherPicture: Error {
    let reason: String
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
