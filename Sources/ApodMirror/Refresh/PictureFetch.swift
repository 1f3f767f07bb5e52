internal import Days
internal import Folder
internal import NASA
internal import Pictures
internal import Transfer
internal import Words

/// Gets a day's picture into `incoming/`, whole and checked, from the best address that has it.
struct PictureFetch: Sendable {
    let transfer: Transfer
    let archive: Archive
    let maximumVideoBytes: Int64
    let minimumFreeBytes: Int64
    let clock: @Sendable () -> Timestamp

    enum Outcome: Sendable {
        /// In `incoming/`, proved.
        case fetched(Metadata.Picture, part: FilePath)
        /// The server says that what we have is what it has.
        case unchanged
        /// A video that is too large or of no known format: its page stands for it.
        case page(address: String)
        case failed(String)
    }

    /// The largest picture ever published has some tens of megabytes.
    static let maximumPictureBytes: Int64 = 500_000_000

    /// Tries one address after the other; the next only when an address certainly has no picture.
    ///
    /// - Parameters:
    ///   - stored: the picture that is there already, to be asked about instead of fetched if it still is.
    ///   - watch: hears what comes and what does not; what it has ended is not begun.
    func fetch(
        _ day: Day, _ candidates: [PictureChoice.Candidate], stored: Metadata.Picture? = nil, watch: PassWatch
    ) async throws -> Outcome {
        var reasons: [String] = []
        for candidate in candidates {
            let known = stored?.url == candidate.url ? stored : nil
            let attempt = try await watch.places.inside {
                let attempt = try await self.attempt(day, candidate, stored: known, watch)
                watch.look { $0.note(attempt, day, candidate.url) }
                return attempt
            }
            switch attempt {
            case .done(let outcome):
                return outcome
            case .failed(let reason, _, let isLast):
                if isLast { return .failed(reason) }
                reasons.append(reason)
            }
            // The rendition that stands in is what we have: nothing better came before it.
            if known != nil { return .unchanged }
        }
        return .failed(reasons.first ?? "NASA names no address for it")
    }

    fileprivate enum Attempt {
        case done(Outcome)
        /// No picture came. Another address may have one, unless this was the last to be asked.
        case failed(String, isSilence: Bool = false, isLast: Bool = false)
    }

    private func attempt(
        _ day: Day, _ candidate: PictureChoice.Candidate, stored: Metadata.Picture?, _ watch: PassWatch
    ) async throws -> Attempt {
        try watch.checkFetching()
        try await leaveRoom()
        var request = Request(
            candidate.url, maximumBytes: candidate.isVideo ? maximumVideoBytes : Self.maximumPictureBytes,
            timeLimit: .seconds(6 * 3_600))
        // Without this the CDN may choose WebP.
        request.accept = candidate.isVideo ? "video/mp4,video/quicktime,video/*" : "image/jpeg,image/png,image/gif"
        request.ifNoneMatch = stored?.etag
        request.ifModifiedSince = stored?.etag == nil ? stored?.lastModified : nil
        request.mayStart = { watch.mayFetch }

        var tries = 2
        while true {
            tries -= 1
            let part = try await archive.incoming.part(for: day, url: candidate.url)
            do {
                let download = try await transfer.file(
                    request, to: part.file.descriptor, resuming: stored == nil ? part.resumable : nil
                ) { announcement in part.note(url: candidate.url, announcement) }
                if download.notModified { return .done(.unchanged) }
                do {
                    return .done(try await prove(day, candidate, download, part))
                } catch is PictureDefect where download.resumed {
                    // Put together from two answers, and not right: the server may have a right one in one piece.
                    try await archive.incoming.discardPart(for: day)
                    continue
                }
            } catch let defect as NoPictureThere {
                try await archive.incoming.discardPart(for: day)
                return .failed("\(defect)")
            } catch let defect as PictureDefect {
                try await archive.incoming.discardPart(for: day)
                if candidate.isVideo, defect == .unknownFormat { return .done(.page(address: candidate.url)) }
                return .failed("\(defect) (\(candidate.url))")
            } catch TransferError.tooLarge(let url, let limit) {
                try await archive.incoming.discardPart(for: day)
                return candidate.isVideo
                    ? .done(.page(address: candidate.url)) : .failed("\(url) is larger than \(limit) bytes")
            } catch TransferError.truncated where tries > 0 {
                continue
            } catch TransferError.notStarted {
                try watch.checkFetching()
                throw Doubted()
            } catch let error as TransferError {
                // A beginning that fills the disk is in everybody's way.
                if case .write = error { try await archive.incoming.discardPart(for: day) }
                return try answer(to: error)
            }
        }
    }

    private func answer(to error: TransferError) throws -> Attempt {
        switch error {
        case .cancelled:
            throw CancellationError()
        case .write(_, let code):
            throw FolderError.system(action: "write a picture into", path: archive.tree.root.path, code: code)
        case .status(let url, 429, let headers):
            throw SourceError.rateLimited(
                url: url, seconds: RetryAfter.seconds(headers["retry-after"], now: Int(clock().seconds)))
        case .status(_, 500..., _), .stalled, .timeLimit, .connectTimeout, .unconnected, .unresolved, .untrusted,
            .broken, .truncated, .noThread:
            return .failed(error.description, isSilence: error.isSilence, isLast: true)
        case .status, .redirects, .redirected, .unusable, .tooLarge, .read, .notStarted:
            return .failed(error.description)
        }
    }

    private func prove(
        _ day: Day, _ candidate: PictureChoice.Candidate, _ download: Download, _ part: Part
    ) async throws -> Outcome {
        if let address = WebAddress(download.url),
            PictureAddress.isPlaceholder(address) || PictureAddress.isLogo(address)
        {
            throw NoPictureThere(url: candidate.url, leadsTo: download.url)
        }
        let facts = try await archive.incoming.inspect(part)
        if download.resumed, facts.trailing > 0 { throw PictureDefect.trailing(facts.format, facts.trailing) }
        let now = clock()
        return .fetched(
            Metadata.Picture(
                // The commit gives it its visible name; until then the suffix tells what it is.
                file: "\(day).\(facts.format.suffix)", kind: candidate.kind, url: candidate.url, bytes: download.bytes,
                width: facts.size?.width, height: facts.size?.height, sha256: download.sha256,
                etag: download.headers["etag"],
                lastModified: download.headers["last-modified"], fetched: now, checked: nil),
            part: part.name)
    }

    private func leaveRoom() async throws {
        let free = try await archive.incoming.freeBytes()
        guard free > minimumFreeBytes else {
            throw DiskLow(path: archive.tree.root.path, free: free, minimum: minimumFreeBytes)
        }
    }
}

extension PassSuspicion {
    fileprivate mutating func note(_ attempt: PictureFetch.Attempt, _ day: Day, _ url: String) {
        switch attempt {
        case .done: noteAnswer()
        case .failed(let reason, let isSilence, _): noteNoPicture(for: day, url, reason, isSilence: isSilence)
        }
    }
}

extension TransferError {
    /// Nobody was there, or nothing came: that is the server's, mostly, and not the picture's.
    fileprivate var isSilence: Bool {
        switch self {
        case .stalled, .timeLimit, .connectTimeout, .unconnected, .unresolved, .untrusted, .broken, .truncated: true
        case .status(_, let code, _): [502, 503, 504].contains(code) || (520...530).contains(code)
        default: false
        }
    }
}

/// An address that leads to what NASA shows where it has no picture.
struct NoPictureThere: Error, Equatable, CustomStringConvertible {
    let url: String
    let leadsTo: String

    var description: String { "\(url) leads to what NASA shows where it has no picture (\(leadsTo))" }
}

/// Downloads stop before the disk is full.
struct DiskLow: Error, Equatable, CustomStringConvertible {
    var path: String
    var free: Int64
    var minimum: Int64

    var description: String {
        "\(path) has \(Quantity.bytes(Int(free))) free and min_free_bytes keeps \(Quantity.bytes(Int(minimum))) of them; "
            + "make room, and the next sync goes on where this one stopped."
    }
}
