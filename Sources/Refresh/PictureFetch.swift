internal import Archive
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Pictures
package import Settings
internal import Store
package import Transfer
internal import Words

/// Gets a day's picture into `incoming/`, whole and checked, from the best address that has it.
package struct PictureFetch: Sendable {
    package let transfer: Transfer
    let archive: Archive
    let maximumVideoBytes: Int64
    /// The disk's room, shared by all downloads.
    let room: DiskRoom
    let clock: @Sendable () -> Timestamp
    /// The collection that pictures are taken from where they are in it.
    package var collection: OfferedCollection?

    enum Outcome: Sendable {
        /// The picture is in `incoming/`, whole and checked.
        case fetched(Metadata.Picture, part: FilePath)
        /// The server says that it has what is stored.
        case unchanged
        /// The server has the stored picture, which it was never asked about, at this address.
        case verified(Metadata.Picture)
        /// A video that is too large or of no known format: its page stands for it.
        case page(address: String)
        case failed(String)
    }

    /// The largest picture ever published has some tens of megabytes.
    static let maximumPictureBytes: Int64 = 500_000_000

    /// The most bytes of a picture or a video.
    package static func longest(_ configuration: Configuration) -> Int64 {
        max(maximumPictureBytes, Int64(configuration.maxVideoBytes))
    }

    /// Tries one address after the other; the next only when an address certainly has no picture. The day counts as
    /// refused when all of them were asked in vain.
    ///
    /// - Parameters:
    ///   - stored: the stored picture, which is fetched only if the server has another by now.
    ///   - watch: hears what comes and what does not; a pass that it has ended begins no fetch.
    func fetch(
        _ day: Day, _ candidates: [PictureChoice.Candidate], stored: Metadata.Picture? = nil, watch: PassWatch
    ) async throws -> Outcome {
        try await watch.slots.inside {
            try watch.checkFetching()
            defer { watch.withLock { $0.endPicture(of: day) } }
            if let stored, let candidate = candidates.first,
                let verified = try await verified(stored, of: day, candidate, watch)
            {
                return .verified(verified)
            }
            let stored = stored?.isUnverified == true ? nil : stored
            var refusals: [Refusal] = []
            for candidate in candidates {
                let known = stored?.url == candidate.url ? stored : nil
                switch try await attempt(day, candidate, stored: known, watch) {
                case .done(let outcome):
                    watch.withLock { $0.recordAnswer() }
                    return outcome
                case .refused(let refusal):
                    refusals.append(refusal)
                }
                // The stored picture stays: no better address before it had one.
                if known != nil || refusals.last?.isLast == true { break }
            }
            guard let first = refusals.first, let last = refusals.last else {
                return .failed("NASA names no address for it")
            }
            let reason = last.isLast ? last.reason : first.reason
            let isSilence = refusals.allSatisfy(\.isSilence)
            watch.withLock { suspicion in
                suspicion.recordMissingPicture(for: day, refusals.map(\.url), reason, isSilence: isSilence)
            }
            return !last.isLast && stored != nil && last.url == stored?.url
                ? .unchanged : .failed(reason)
        }
    }

    private enum Attempt {
        case done(Outcome)
        case refused(Refusal)
    }

    /// An address that no picture came from.
    private struct Refusal {
        let url: String
        let reason: String
        /// Whether the server was not there, or nothing came: mostly that is its fault, and not the picture's.
        var isSilence = false
        /// Whether another address would fare no better.
        var isLast = false
    }

    private func attempt(
        _ day: Day, _ candidate: PictureChoice.Candidate, stored: Metadata.Picture?, _ watch: PassWatch
    ) async throws -> Attempt {
        var request = Request(
            candidate.url, maximumBytes: candidate.isVideo ? maximumVideoBytes : Self.maximumPictureBytes,
            timeLimit: .seconds(6 * 3_600))
        // The CDN may choose WebP without this header.
        request.accept = candidate.isVideo ? "video/mp4,video/quicktime,video/*" : "image/jpeg,image/png,image/gif"
        // A server that converts files may call both formats the same.
        if let stored, !stored.isConverted {
            request.ifNoneMatch = stored.etag
            request.ifModifiedSince = stored.etag == nil ? stored.lastModified : nil
        }
        request.mayStart = { address in watch.withLock { $0.grantsPicture(address, for: day) } }

        var tries = 2
        while true {
            tries -= 1
            try room.check(free: try await archive.incoming.freeBytes())
            let part = try await archive.incoming.part(for: day, url: candidate.url)
            let space = room.reservation(for: part.file)
            do {
                let download = try await transfer.file(
                    request, to: part.file.descriptor, resuming: stored == nil ? part.resumable : nil,
                    onHeaders: { announcement in part.record(url: candidate.url, announcement) },
                    mayGrow: { space.mayGrow(from: $0, to: $1) })
                if download.notModified { return .done(.unchanged) }
                do {
                    return .done(try await prove(day, candidate, download, part))
                } catch is PictureDefect where download.resumed {
                    // A file put together from two answers may be wrong where the server has a right one in one piece.
                    try await archive.incoming.discardPart(for: day)
                    continue
                }
            } catch let defect as MissingPicture {
                try await archive.incoming.discardPart(for: day)
                return .refused(Refusal(url: candidate.url, reason: "\(defect)"))
            } catch let defect as PictureDefect {
                try await archive.incoming.discardPart(for: day)
                if candidate.isVideo, defect == .unknownFormat { return .done(.page(address: candidate.url)) }
                return .refused(Refusal(url: candidate.url, reason: "\(defect) (\(candidate.url))"))
            } catch TransferError.tooLarge(let url, let limit) {
                try await archive.incoming.discardPart(for: day)
                if candidate.isVideo { return .done(.page(address: candidate.url)) }
                return .refused(Refusal(url: candidate.url, reason: "\(url) is larger than \(limit) bytes"))
            } catch TransferError.truncated where tries > 0 {
                continue
            } catch TransferError.notStarted(let place) {
                let reason = try watch.whyNotGranted(day, candidate.url, at: place)
                return .refused(Refusal(url: candidate.url, reason: reason))
            } catch TransferError.noRoom {
                let shortage = room.shortage(free: try await archive.incoming.freeBytes(), for: space)
                // A beginning that fills the disk is in the way of other downloads.
                try await archive.incoming.discardPart(for: day)
                throw shortage
            } catch let error as TransferError {
                if case .write = error { try await archive.incoming.discardPart(for: day) }
                return .refused(try refusal(of: candidate.url, error))
            }
        }
    }

    private func refusal(of url: String, _ error: TransferError) throws -> Refusal {
        switch error {
        case .cancelled:
            throw CancellationError()
        case .write(_, let code):
            throw FolderError.system(action: "write a picture into", path: archive.tree.root.path, code: code)
        case .status(let url, 429, let headers):
            throw SourceError.rateLimited(
                url: url, seconds: RetryAfter.seconds(headers["retry-after"], now: Int(clock().seconds)))
        default:
            return Refusal(
                url: url, reason: error.description, isSilence: error.isSilence || error.isGatewayAlone,
                isLast: error.isSilence)
        }
    }

    private func prove(
        _ day: Day, _ candidate: PictureChoice.Candidate, _ download: Download, _ part: Part
    ) async throws -> Outcome {
        if WebAddress(download.url).map(PictureAddress.isOfNoPicture) == true {
            throw MissingPicture(url: candidate.url, leadsTo: download.url)
        }
        let facts = try await archive.incoming.inspect(part)
        if download.resumed, facts.trailing > 0 { throw PictureDefect.trailing(facts.format, facts.trailing) }
        var picture = picture(facts, of: day, candidate, bytes: download.bytes, sha256: download.sha256)
        (picture.etag, picture.lastModified) = (download.headers["etag"], download.headers["last-modified"])
        return .fetched(picture, part: part.name)
    }

    /// The metadata of a picture that was got, whole and checked.
    func picture(
        _ facts: PictureFacts, of day: Day, _ candidate: PictureChoice.Candidate, bytes: Int64, sha256: String
    ) -> Metadata.Picture {
        let isConverted = Rendition.isConverted(facts.format, from: candidate.url)
        return Metadata.Picture(
            // The commit gives the file its visible name; until then the suffix tells its format.
            file: "\(day).\(facts.format.suffix)", kind: isConverted ? .rendition : candidate.kind, url: candidate.url,
            bytes: bytes, width: facts.size?.width, height: facts.size?.height, sha256: sha256, fetched: clock())
    }
}

extension TransferError {
    /// Whether the server was not there, or nothing came.
    fileprivate var isSilence: Bool {
        switch self {
        case .stalled, .timeLimit, .connectTimeout, .unconnected, .unresolved, .untrusted, .broken, .truncated: true
        default: false
        }
    }

    /// Whether a gateway says that there is no server behind it.
    fileprivate var isGatewayAlone: Bool {
        guard case .status(_, let code, _) = self else { return false }
        return GatewayStatus.isAlone(code)
    }
}

/// The error of an address that leads to what NASA shows where it has no picture.
struct MissingPicture: Error, Equatable, CustomStringConvertible {
    let url: String
    let leadsTo: String

    var description: String { "\(url) leads to what NASA shows where it has no picture (\(leadsTo))" }
}
