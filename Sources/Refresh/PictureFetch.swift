internal import Archive
internal import Belief
internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Pictures
package import Settings
internal import Store
package import Transfer

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
        case failed(String, at: Set<HostPart>)
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
                let kind = HostPart(candidate.url)
                if let reason = watch.withLock({ $0.hosts.reason(notToAsk: kind) }) {
                    waits.append(reason)
                    continue
                }
                if refusals.contains(where: { $0.isSilence && HostPart($0.url).server == kind.server }) {
                    continue
                }
                let known = need.conditional?.url == candidate.url ? need.conditional : nil
                switch try await attempt(need, candidate, stored: known, watch) {
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
                reason ?? "NASA names no address for it", at: Set(need.candidates.map { HostPart($0.url) }))
        }
    }

    /// Compares the stored picture with pieces of what its server has, where the server cannot be asked by a validator
    /// and the whole would be much; `nil` where the whole is to be fetched.
    private func look(_ need: Need, _ watch: PassWatch) async throws -> Outcome? {
        guard let stored = need.stored, need.conditional == nil || stored.isFilm, stored.kind != .page,
            let candidate = need.candidates.first, candidate.url == stored.url || stored.isUnverified == true,
            watch.withLock({ $0.hosts.reason(notToAsk: HostPart(candidate.url)) }) == nil,
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
        _ need: Need, _ candidate: PictureChoice.Candidate, stored: Metadata.Picture?, _ watch: PassWatch,
        of mirror: (transfer: Transfer, limit: Int64)? = nil
    ) async throws -> Attempt {
        let (day, kind) = (need.day, HostPart(candidate.url))
        let limit = candidate.isVideo ? maximumVideoBytes : Self.maximumPictureBytes
        var request = Request(candidate.url, maximumBytes: mirror?.limit ?? limit, timeLimit: .seconds(6 * 3_600))
        request.accept = candidate.isVideo ? Self.videos : Self.pictures
        // A server that converts files may call both formats the same.
        if let stored, !stored.isConverted {
            request.ifNoneMatch = stored.etag
            request.ifModifiedSince = stored.etag == nil ? stored.lastModified : nil
        }
        // The requests of many days wait for a connection when the doubt comes up.
        let isHeld = Monitor(false)
        if mirror == nil {
            request.mayStart = { address in
                watch.withLock { known in
                    let isInDoubt = !need.isProbe && known.hosts.needsProof(kind)
                    isHeld.withLock { $0 = isInDoubt }
                    return !isInDoubt && known.grantsPicture(address, for: day)
                }
            }
        }

        var tries = 2
        while true {
            tries -= 1
            try room.check(free: try await archive.incoming.freeBytes())
            let part = try await archive.incoming.part(for: day, url: candidate.url)
            let space = DiskRoom.Reservation(in: room, for: part.file)
            do {
                let download = try await (mirror?.transfer ?? transfer).file(
                    request, to: part.file.descriptor, resuming: stored == nil ? part.resumable : nil,
                    onHeaders: { announcement in part.record(url: candidate.url, announcement) },
                    mayGrow: { space.mayGrow(from: $0, to: $1) })
                if download.notModified { return .done(.unchanged) }
                if let attempt = try await prove(day, candidate, download, part) { return attempt }
            } catch TransferError.truncated where tries > 0 {
                continue
            } catch TransferError.notStarted where isHeld.withLock(\.self) {
                throw HostInDoubt(kind: kind)
            } catch let error as TransferError {
                return try await failure(error, day, candidate, space, watch)
            }
        }
    }

    /// The end of a download that failed. The bytes that came stay where a later one can go on with them.
    private func failure(
        _ error: TransferError, _ day: Day, _ candidate: PictureChoice.Candidate, _ space: DiskRoom.Reservation,
        _ watch: PassWatch
    ) async throws -> Attempt {
        let url = candidate.url
        switch error {
        case .cancelled: throw CancellationError()
        case .notStarted(let place):
            try watch.checkFetching()
            let reason = "\(url): \(PassWatch.askedEnough(url, at: place))"
            return .refused(Refusal(url: url, reason: reason, isUnasked: true))
        case .status(let url, 429, let headers): throw pause(url, headers)
        case .tooLarge:
            try await archive.incoming.discardPart(for: day)
            if candidate.isVideo { return .done(.page(address: url)) }
        case .noRoom:
            let shortage = room.shortage(free: try await archive.incoming.freeBytes(), for: space)
            // A beginning that fills the disk is in the way of other downloads.
            try await archive.incoming.discardPart(for: day)
            throw shortage
        case .write(_, let code):
            try await archive.incoming.discardPart(for: day)
            throw FolderError.system(action: "write a picture into", path: archive.tree.root.path, code: code)
        default: break
        }
        return .refused(Refusal(url: url, reason: error.description, isSilence: error.isSilence))
    }

    /// What a download brought; `nil` where the same address may have a right one in one piece.
    private func prove(
        _ day: Day, _ candidate: PictureChoice.Candidate, _ download: Download, _ part: Part
    ) async throws -> Attempt? {
        let url = candidate.url
        do {
            if let reason = absence(of: url, at: download.url) {
                try await archive.incoming.discardPart(for: day)
                return .refused(Refusal(url: url, reason: reason))
            }
            let facts = try await archive.incoming.inspect(part)
            if download.resumed, facts.trailing > 0 { throw PictureDefect.trailing(facts.format, facts.trailing) }
            var picture = picture(facts, of: day, candidate, bytes: download.bytes, sha256: download.sha256)
            (picture.etag, picture.lastModified) = (download.headers["etag"], download.headers["last-modified"])
            return .done(.fetched(picture, part: part.name))
        } catch let defect as PictureDefect {
            try await archive.incoming.discardPart(for: day)
            // A file put together from two answers may be wrong.
            if download.resumed { return nil }
            if candidate.isVideo, defect == .unknownFormat { return .done(.page(address: url)) }
            return .refused(Refusal(url: url, reason: "\(defect) (\(url))"))
        }
    }

    /// A sentence for an address that leads to what NASA shows where it has no picture.
    func absence(of url: String, at place: String) -> String? {
        guard let address = WebAddress(place), PictureAddress.isOfNoPicture(address) else { return nil }
        return "\(url) leads to what NASA shows where it has no picture (\(place))"
    }

    /// The metadata of a picture that was got, whole and checked.
    func picture(
        _ facts: PictureFacts, of day: Day, _ candidate: PictureChoice.Candidate, bytes: Int64, sha256: String
    ) -> Metadata.Picture {
        let isConverted = Rendition.isConverted(facts.format, from: candidate.url)
        // The commit gives the file its visible name; until then the suffix tells its format.
        var picture = Metadata.Picture(
            isConverted ? .rendition : candidate.kind, "\(day).\(facts.format.suffix)", candidate.url, bytes: bytes,
            sha256: sha256, fetched: clock())
        (picture.width, picture.height) = (facts.size?.width, facts.size?.height)
        return picture
    }
}

/// A host may be at fault, so the day was not asked for, and nothing is recorded of it.
struct HostInDoubt: Error {
    let kind: HostPart
}

extension TransferError {
    /// Whether the server was not there, or nothing came: a gateway may say so, too.
    var isSilence: Bool {
        switch self {
        case .stalled, .timeLimit, .connectTimeout, .unconnected, .unresolved, .untrusted, .broken, .truncated: true
        case .status(_, let code, _): GatewayStatus.isAlone(code)
        default: false
        }
    }
}
