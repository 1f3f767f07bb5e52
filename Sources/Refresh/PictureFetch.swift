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
    /// Mirrors that pictures are taken from, and from nowhere else.
    var peers: PeerEntries?
    var asksNASA: Bool { peers == nil && collection?.isUnchecked != true }

    enum Outcome: Sendable {
        /// The picture is in `incoming/`, whole and checked.
        case fetched(Metadata.Picture, part: FilePath)
        /// The server says that it has what is stored.
        case unchanged
        /// The server has the stored picture, as pieces of it show, at this address.
        case verified(Metadata.Picture)
        /// The server has other bytes that show the stored picture: it encodes anew.
        case encodedAnew(Metadata.Picture)
        /// A video that is too large or of no known format: its page stands for it.
        case page(address: String)
        /// - at: the servers that gave nothing, or were not asked since they are at fault.
        case failed(String, at: Set<PictureAddress.Kind>)
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
    /// - Parameter watch: hears what comes and what does not; a pass that it has ended begins no fetch.
    func fetch(_ need: Need, watch: PassWatch) async throws -> Outcome {
        try await watch.slots.inside {
            try watch.checkFetching()
            if let look = try await look(need, watch) { return look }
            var (refusals, waits): ([Refusal], [String]) = ([], [])
            for candidate in need.candidates {
                let kind = PictureAddress.Kind(candidate.url)
                if watch.withLock({ $0.isHeld(kind, for: need.day) }) { throw HostInDoubt(kind) }
                let isSilent = refusals.contains { $0.isSilence && PictureAddress.Kind($0.url).server == kind.server }
                if let reason = watch.withLock({ $0.reason(notToAsk: kind) }) { waits.append(reason) }
                if isSilent || watch.withLock({ $0.reason(notToAsk: kind) != nil }) { continue }
                let known = need.conditional?.url == candidate.url ? need.conditional : nil
                switch try await attempt(need.day, candidate, stored: known, watch) {
                case .done(.fetched(let picture, _)) where !need.takes(picture):
                    try await archive.incoming.discardPart(for: need.day)
                    watch.withLock { $0.recordPicture(from: candidate.url) }
                    refusals.append(Refusal(url: candidate.url, reason: need.otherBytes(at: candidate.url)))
                case .done(let outcome):
                    watch.withLock { $0.recordPicture(from: candidate.url) }
                    return outcome
                case .refused(let refusal):
                    if !refusal.isUnasked {
                        watch.withLock { $0.hear(candidate.url, silence: refusal.isSilence ? refusal.reason : nil) }
                    }
                    refusals.append(refusal)
                }
                // The stored picture stays: no better address before it had one.
                if known != nil { break }
            }
            let reason = refusals.first { $0.isSilence }?.reason ?? waits.first ?? refusals.first?.reason
            if waits.isEmpty, !refusals.contains(where: { $0.isSilence || $0.isUnasked }), let last = refusals.last {
                watch.withLock { $0.recordRefusals(refusals.map(\.url), last.reason) }
            }
            return .failed(
                reason ?? "NASA names no address for it", at: Set(need.candidates.map { PictureAddress.Kind($0.url) }))
        }
    }

    /// Compares the stored picture with pieces of what its server has, where the server cannot be asked by a validator
    /// and the whole would be much; `nil` where the whole is to be fetched.
    private func look(_ need: Need, _ watch: PassWatch) async throws -> Outcome? {
        guard let stored = need.stored, need.conditional == nil || stored.isFilm, stored.kind != .page,
            let candidate = need.candidates.first, candidate.url == stored.url || stored.isUnverified == true,
            watch.withLock({ $0.reason(notToAsk: PictureAddress.Kind(candidate.url)) }) == nil,
            let file = try await archive.incoming.open(need.day, stored.file)
        else { return nil }
        switch try await compare(file, with: candidate.url, for: need.day, watch) {
        case .same(let served):
            watch.withLock { $0.recordPicture(from: candidate.url) }
            var picture = stored
            (picture.url, picture.kind) = (candidate.url, stored.isUnverified == true ? candidate.kind : stored.kind)
            (picture.etag, picture.lastModified) = (served.etag, served.lastModified)
            return .verified(picture)
        case .other: return nil
        case .untold(let reason): return stored.isFilm && stored.isUnverified != true ? .failed(reason, at: []) : nil
        }
    }

    enum Attempt {
        case done(Outcome)
        case refused(Refusal)
    }

    /// An address that no picture came from.
    struct Refusal {
        let url: String
        let reason: String
        /// Whether the server was not there, or nothing came: mostly that is its fault, and not the picture's.
        var isSilence = false
        /// Whether the address was asked as often as it may be.
        var isUnasked = false
    }

    /// - Parameter mirror: another mirror's way to be asked, and the most bytes that are taken from it.
    func attempt(
        _ day: Day, _ candidate: PictureChoice.Candidate, stored: Metadata.Picture?, _ watch: PassWatch,
        of mirror: (transfer: Transfer, limit: Int64)? = nil
    ) async throws -> Attempt {
        let limit = candidate.isVideo ? maximumVideoBytes : Self.maximumPictureBytes
        var request = Request(candidate.url, maximumBytes: mirror?.limit ?? limit, timeLimit: .seconds(6 * 3_600))
        // The CDN may choose WebP without this header.
        request.accept = candidate.isVideo ? "video/mp4,video/quicktime,video/*" : "image/jpeg,image/png,image/gif"
        // A server that converts files may call both formats the same.
        if let stored, !stored.isConverted {
            request.ifNoneMatch = stored.etag
            request.ifModifiedSince = stored.etag == nil ? stored.lastModified : nil
        }
        if mirror == nil { request.mayStart = { address in watch.withLock { $0.grantsPicture(address, for: day) } } }

        var tries = 2
        while true {
            tries -= 1
            try room.check(free: try await archive.incoming.freeBytes())
            let part = try await archive.incoming.part(for: day, url: candidate.url)
            let space = room.reservation(for: part.file)
            do {
                let download = try await (mirror?.transfer ?? transfer).file(
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
                let reason = try watch.whyNotGranted(candidate.url, at: place)
                return .refused(Refusal(url: candidate.url, reason: reason, isUnasked: true))
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
                url: url, reason: error.description, isSilence: error.isSilence || error.isGatewayAlone)
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
    var isSilence: Bool {
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
