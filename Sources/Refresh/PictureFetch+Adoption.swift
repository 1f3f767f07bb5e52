internal import Adoption
internal import Archive
internal import Days
internal import Folder
internal import Hashing
internal import MirrorTree
internal import NASA
internal import Pictures
internal import Store
internal import Transfer

/// What a server's pieces say of a file that may be its picture.
enum Comparison: Sendable {
    case same(ServedPieces)
    /// The server has another picture, which is that long.
    case other(length: Int64)
    /// The server did not give what was asked for.
    case untold(String)
}

/// Pieces of a picture as a server has it, in proof of the whole.
struct ServedPieces: Sendable {
    var pieces: [(offset: Int64, bytes: [UInt8])] = []
    var length: Int64 = 0
    var etag: String?
    var lastModified: String?

    /// Whether a file has these pieces, and their length.
    func areIn(_ file: OpenFile) throws -> Bool {
        guard try file.status().bytes == length else { return false }
        return try pieces.allSatisfy { try file.read($0.bytes.count, at: $0.offset) == $0.bytes }
    }
}

extension PictureFetch {
    /// Compares a file with the picture at an address: length, beginning, middle and end.
    func compare(_ file: OpenFile, with url: String, for day: Day, _ watch: PassWatch) async throws -> Comparison {
        let length = try file.status().bytes
        var served = ServedPieces(length: length)
        for piece in SamplePieces(of: length).pieces {
            let count = piece.upperBound - piece.lowerBound
            var request = Request(url, maximumBytes: count, timeLimit: .seconds(120))
            request.takesBeginning = true
            request.accept = "image/jpeg,image/png,image/gif,video/*"
            request.headers = [("Range", "bytes=\(piece.lowerBound)-\(piece.upperBound - 1)")]
            request.mayStart = { _ in watch.withLock { $0.grantsComparison(of: day) } }
            let response: Response
            do {
                response = try await transfer.data(request)
            } catch TransferError.cancelled {
                throw CancellationError()
            } catch {
                return .untold("\(error)")
            }
            if response.status == 429 { throw pause(response) }
            guard response.status == 206, let range = ContentRange(response.headers["content-range"]),
                let whole = range.length
            else { return .untold("\(response.url) gives no piece of its picture (\(response.status))") }
            if whole != length { return .other(length: whole) }
            guard range.start == piece.lowerBound, response.body.count == Int(count) else {
                return .untold("\(response.url) gives another piece of its picture than the one that was asked for")
            }
            if served.pieces.isEmpty {
                (served.etag, served.lastModified) = (response.headers["etag"], response.headers["last-modified"])
            } else if served.etag != response.headers["etag"] {
                return .untold("\(response.url) changed its picture meanwhile")
            }
            served.pieces.append((piece.lowerBound, response.body))
            if try file.read(Int(count), at: piece.lowerBound) != response.body { return .other(length: whole) }
        }
        return .same(served)
    }

    /// Takes a day's picture from the collection; `nil` without one, or where none of its files is certainly the picture.
    ///
    /// - Parameter known: what is recorded of a picture that the mirror lost.
    func adopt(
        _ offered: [OfferedCollection.Offered], for day: Day, _ candidates: [PictureChoice.Candidate],
        known: Metadata.Picture?, watch: PassWatch
    ) async throws -> Outcome? {
        guard let collection else { return nil }
        return try await watch.slots.inside {
            for offered in offered where offered.file.bytes == known?.bytes {
                guard let known, let source = try collection.open(offered.file), source.hasSum(known.sha256) else {
                    continue
                }
                return try await take(source, offered.file, of: collection, for: day, .known(known))
            }
            if collection.isUnchecked { return try await adoptUnchecked(offered, of: collection, for: day, candidates) }
            try watch.checkFetching()
            for candidate in candidates.prefix(Self.mostCompared) {
                let taken = try await adopt(offered, of: collection, for: day, candidate, watch)
                if let taken { return taken }
            }
            return nil
        }
    }

    private func adopt(
        _ offered: [OfferedCollection.Offered], of collection: OfferedCollection, for day: Day,
        _ candidate: PictureChoice.Candidate, _ watch: PassWatch
    ) async throws -> Outcome? {
        var length: Int64?
        for file in offered.map(\.file) where length == nil || length == file.bytes {
            guard let source = try collection.open(file) else { continue }
            switch try await compare(source, with: candidate.url, for: day, watch) {
            case .same(let served):
                watch.withLock { $0.recordAnswer() }
                if let taken = try await take(source, file, of: collection, for: day, .compared(candidate, served)) {
                    return taken
                }
            case .other(let served):
                length = served
                collection.refuse(file, "it is not the picture that NASA has for \(day)")
            case .untold(let reason):
                collection.refuse(file, reason)
                return nil
            }
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
            guard let source = try collection.open(offered.file) else { continue }
            let taken = try await take(
                source, offered.file, of: collection, for: day, .unchecked(candidate, recorded))
            if let taken { return taken }
        }
        return .failed("no file in \(collection.collection.folder.path) is its picture")
    }

    /// The originals of few pictures are refused; their renditions are in nobody's collection twice.
    private static let mostCompared = 2

    /// Why a file is taken for a day's picture.
    private enum Ground {
        /// It has the bytes that were recorded of the picture.
        case known(Metadata.Picture)
        /// The server has the same at the address.
        case compared(PictureChoice.Candidate, ServedPieces)
        /// It is named like the picture, and has its size where that is recorded.
        case unchecked(PictureChoice.Candidate, PixelSize?)
    }

    private func take(
        _ source: OpenFile, _ file: PictureCollection.File, of collection: OfferedCollection, for day: Day,
        _ ground: Ground
    ) async throws -> Outcome? {
        try room.check(free: try await archive.incoming.freeBytes() - file.bytes)
        let part = try await archive.incoming.adopt(source, for: day, linking: collection.manner != .copy)
        do {
            let picture = try await picture(part, day, ground)
            collection.record(file, takenFor: day)
            return .fetched(picture, part: part.name)
        } catch let defect as PictureDefect {
            collection.refuse(file, "\(defect)")
        } catch let other as OtherPicture {
            collection.refuse(file, other.reason)
        }
        try await archive.incoming.discardPart(for: day)
        return nil
    }

    private func picture(_ part: Part, _ day: Day, _ ground: Ground) async throws -> Metadata.Picture {
        let facts = try await archive.incoming.inspect(part)
        let sum = try SHA256.hash(file: part.file.descriptor)
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
        let isConverted = Rendition.isConverted(facts.format, from: candidate.url)
        return Metadata.Picture(
            file: "\(day).\(facts.format.suffix)", kind: isConverted ? .rendition : candidate.kind, url: candidate.url,
            bytes: try part.file.status().bytes, width: facts.size?.width, height: facts.size?.height, sha256: sum,
            etag: served?.etag, lastModified: served?.lastModified, fetched: clock(),
            isUnverified: served == nil ? true : nil)
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
