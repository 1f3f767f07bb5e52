internal import Archive
internal import Days
internal import Folder
internal import Hashing
internal import MirrorTree
internal import NASA
internal import Pages
internal import Peers
internal import Pictures
internal import Store
internal import Transfer

extension PeerRestoration {
    /// Stores the day with its picture: the one that stands there, or the one that a mirror has. Returns what is still
    /// missing, in words.
    func restorePicture(
        _ metadata: Metadata, _ stored: StoredDay, _ believed: BelievedDay.Belief, _ told: [Told]
    ) async throws -> String? {
        if let known = metadata.mirror.picture {
            if known.kind == .page { return try await restorePage(metadata, stored, known.url) }
        } else if case .page(let address, _) = choice(metadata.media) {
            return try await restorePage(metadata, stored, address)
        }
        let hadPicture = metadata.mirror.picture != nil
        guard let sum = believed.sum else {
            let reason =
                believed == .nothing
                ? "no mirror that was named has a picture of it"
                : "its picture is not proved: no two witnesses say the same of it, and one is not enough"
            try await keepWaiting(metadata, stored, reason)
            return reason
        }
        if let (name, file) = try await ownFile(stored, with: sum) {
            let whole = hadPicture ? metadata : try described(metadata, sum, name, file, by: nil)
            try await store(DayChange(metadata: whole, content: .kept, basis: .judged(stored)))
            return nil
        }
        guard let (part, teller) = try await fetch(stored.day, sum, told) else {
            let reason = "no mirror that was named has the very picture whose sum is known"
            try await keepWaiting(metadata, stored, reason)
            return reason
        }
        let hint = hadPicture ? nil : (try? await teller.metadata(stored.day))??.mirror.picture
        let whole = hadPicture ? metadata : try described(metadata, sum, "\(stored.day)", part.file, by: hint)
        try await store(
            DayChange(metadata: whole, content: .fetched(part.name), basis: .judged(stored), keepsFormer: false))
        return nil
    }

    private func store(_ change: DayChange) async throws {
        let metadata = try await archive.store(change)
        archive.events.send(.stored(metadata, replaced: false))
    }

    /// The day's file, where it has these very bytes.
    private func ownFile(_ stored: StoredDay, with sum: String) async throws -> (name: String, file: OpenFile)? {
        guard let name = stored.onlyFile?.text, let file = try await archive.incoming.open(stored.day, name),
            file.hasSum(sum)
        else { return nil }
        return (name, file)
    }

    /// Fetches the picture with this sum into `incoming/` from the first mirror that has it whole, and says which that was.
    private func fetch(_ day: Day, _ sum: String, _ told: [Told]) async throws -> (part: Part, teller: Peer)? {
        for other in told {
            guard let picture = other.month.pictures[day], picture.sum == sum else { continue }
            try room.check(free: try await archive.incoming.freeBytes())
            // What an interrupted download left is of another server.
            try await archive.incoming.discardPart(for: day)
            let part = try await archive.incoming.part(for: day, url: other.peer.place)
            let space = room.reservation(for: part.file)
            do {
                let came = try await other.peer.copy(
                    Tree.monthPath(day).appending(picture.name), to: part.file,
                    atMost: PictureFetch.maximumPictureBytes
                ) { space.mayGrow(from: $0, to: $1) }
                if came == sum, (try? await archive.incoming.inspect(part)) != nil { return (part, other.peer) }
            } catch TransferError.noRoom {
                let shortage = room.shortage(free: try await archive.incoming.freeBytes(), for: space)
                try await archive.incoming.discardPart(for: day)
                throw shortage
            } catch let error as FolderError where error.isDiskFull {
                try await archive.incoming.discardPart(for: day)
                throw error
            } catch {
                // The next mirror may have it.
                try Task.checkCancellation()
            }
            try await archive.incoming.discardPart(for: day)
        }
        return nil
    }

    /// The day with what is known of its picture: the file's own facts, and an address that its record names.
    ///
    /// - Parameter hint: what another mirror says of the same bytes.
    private func described(
        _ metadata: Metadata, _ sum: String, _ name: String, _ file: OpenFile, by hint: Metadata.Picture?
    ) throws -> Metadata {
        let facts = try PictureFacts(inspecting: file)
        var candidates: [PictureChoice.Candidate] = []
        if case .download(let all) = choice(metadata.media) { candidates = all }
        let url = hint?.sha256 == sum ? hint?.published : file.attribute("user.xdg.origin.url")
        let candidate = candidates.first { $0.url == url } ?? candidates.first
        return metadata.with(
            Metadata.Picture(
                file: name, kind: candidate?.kind ?? .rendition, url: candidate?.url, bytes: try file.status().bytes,
                width: facts.size?.width, height: facts.size?.height, sha256: sum, fetched: clock()))
    }

    /// Stores the words of a day whose picture is still to come, where nothing stands for the day.
    private func keepWaiting(_ metadata: Metadata, _ stored: StoredDay, _ reason: String) async throws {
        if stored.hasFile { return }
        var metadata = metadata
        metadata.mirror.picture = nil
        metadata.mirror.state = .pending
        metadata.mirror.pending = .init(reason: reason, attempts: 0, retryAfter: clock())
        try await store(DayChange(metadata: metadata, content: .none, basis: .judged(stored)))
    }

    /// Stores a day that NASA shows at another place with the page of ours that leads there.
    private func restorePage(_ metadata: Metadata, _ stored: StoredDay, _ address: String?) async throws -> String? {
        if let name = metadata.visibleName, let sum = metadata.mirror.picture?.sha256,
            try await archive.incoming.open(stored.day, name)?.hasSum(sum) == true
        {
            try await store(DayChange(metadata: metadata, content: .kept, basis: .judged(stored)))
            return nil
        }
        let page = VideoPage.render(metadata, address: address, poster: await archive.incoming.poster(of: stored.day))
        let picture = Metadata.Picture(
            file: "\(stored.day).\(VideoPage.suffix)", kind: .page, url: address, bytes: Int64(page.count),
            sha256: SHA256.hash(page), fetched: clock())
        try await store(
            DayChange(metadata: metadata.with(picture), content: .page(page), basis: .judged(stored)))
        return nil
    }
}

extension Metadata {
    /// What the day's record names; without its bytes a picture may be meant, or nothing.
    fileprivate var media: Media {
        guard let record = mirror.record, let bytes = record.bytes,
            let entry = Entry(record: bytes, source: record.source, base: record.base)
        else { return .unnamed }
        return entry.media
    }
}
