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
    /// Stores the day with its picture: the one that stands there, or the one that a mirror has.
    func restorePicture(
        _ metadata: Metadata, _ stored: StoredDay, _ believed: BelievedDay.Belief, _ told: [Told]
    ) async throws -> Outcome {
        if let known = metadata.mirror.picture {
            if known.kind == .page { return try await restorePage(metadata, known, stored, told) }
        } else if case .page(let address, _) = choice(metadata.media) {
            return try await makePage(metadata, stored, address)
        }
        guard let sum = believed.sum else {
            return try await lack(
                metadata, stored,
                believed == .nothing
                    ? "no mirror that was named has a picture of it"
                    : "its picture is not proved: no two witnesses say the same of it, and one is not enough")
        }
        let isKnown = metadata.mirror.picture != nil
        if let (name, file) = try await ownFile(stored, metadata, with: sum) {
            let whole = isKnown ? metadata : try described(metadata, sum, name, file, by: nil)
            try await store(DayChange(metadata: whole, content: .kept, basis: .judged(stored)))
            return .whole
        }
        let length = metadata.mirror.picture?.bytes ?? PictureFetch.maximumPictureBytes
        guard let (part, giver) = try await fetch(stored.day, sum, atMost: length, told) else {
            return try await lack(metadata, stored, "no mirror that was named has the very picture whose sum is known")
        }
        var whole = metadata
        if !isKnown {
            let hint = try await giver.ask { try await $0.metadata(stored.day) }?.mirror.picture
            whole = try described(metadata, sum, "\(stored.day)", part.file, by: hint?.sha256 == sum ? hint : nil)
            if trust == .anyone { whole.mirror.source = giver.peer.place }
        }
        try await store(DayChange(metadata: whole, content: .fetched(part.name), basis: .judged(stored)))
        return .brought
    }

    private func store(_ change: DayChange) async throws {
        let metadata = try await archive.store(change)
        archive.events.send(.stored(metadata, .picture(replaced: false)))
    }

    /// The day's file, where it has these very bytes: the one that its JSON names, else the only one.
    private func ownFile(
        _ stored: StoredDay, _ metadata: Metadata, with sum: String
    ) async throws -> (name: String, file: OpenFile)? {
        for name in [metadata.visibleName, stored.onlyFile?.text].compactMap(\.self) {
            if let file = try await archive.incoming.open(stored.day, name), file.hasSum(sum) { return (name, file) }
        }
        return nil
    }

    /// Fetches the picture with this sum into `incoming/` from the first mirror that has it whole, and says which that was.
    private func fetch(
        _ day: Day, _ sum: String, atMost bytes: Int64, _ told: [Told]
    ) async throws -> (part: Part, giver: AskedPeer)? {
        for other in told {
            guard let picture = other.month.pictures[day], picture.sum == sum else { continue }
            try room.check(free: try await archive.incoming.freeBytes())
            // The rest of an interrupted download is of another server.
            try await archive.incoming.discardPart(for: day)
            let part = try await archive.incoming.part(for: day, url: other.peer.peer.place)
            let space = room.reservation(for: part.file)
            do {
                let came = try await other.peer.ask { peer in
                    try await peer.copy(Tree.monthPath(day).appending(picture.name), to: part.file, atMost: bytes) {
                        space.mayGrow(from: $0, to: $1)
                    }
                }
                if came == sum, (try? await archive.incoming.inspect(part)) != nil { return (part, other.peer) }
            } catch TransferError.noRoom {
                // The length is what this mirror says; the next one may say less.
            } catch TransferError.write(_, let code) {
                try await archive.incoming.discardPart(for: day)
                throw FolderError.system(action: "write a picture into", path: archive.tree.root.path, code: code)
            } catch TransferError.cancelled {
                throw CancellationError()
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
        let url = hint?.published ?? file.attribute("user.xdg.origin.url")
        let candidate = candidates.first { $0.url == url }
        return metadata.with(
            Metadata.Picture(
                // NASA's original is asked for where it is not known that this is it.
                file: name, kind: candidate?.kind ?? .rendition, url: candidate?.url, bytes: try file.status().bytes,
                width: facts.size?.width, height: facts.size?.height, sha256: sum, fetched: clock(),
                isUnverified: true))
    }

    /// A day whose picture cannot be had. What its JSON says of the picture stays, for a mirror that has it; a record that was
    /// brought is stored. Words of a day that has none yet are stored, and wait for the picture.
    private func lack(_ metadata: Metadata, _ stored: StoredDay, _ reason: String) async throws -> Outcome {
        if stored.metadata == nil, !stored.hasFile {
            var metadata = metadata
            metadata.mirror.state = .pending
            metadata.mirror.pending = .init(reason: reason, attempts: 0, retryAfter: clock(), isUnverified: true)
            _ = try await archive.store(DayChange(metadata: metadata, content: .none, basis: .judged(stored)))
            archive.events.send(.absent(stored.day, .pending(reason: reason)))
        } else if stored.hasFile, let record = metadata.mirror.record, record.bytes != nil,
            metadata.mirror.picture != nil,
            stored.record.map(record.isWhole) != true
        {
            _ = try await archive.store(DayChange(metadata: metadata, content: .kept, basis: .judged(stored)))
        }
        return .left(reason)
    }
}

// MARK: - Pages of ours that stand for a video

extension PeerRestoration {
    /// A page that is missing or damaged is made again, or taken from a copy of this mirror; only the very bytes that were
    /// stored take its place.
    private func restorePage(
        _ metadata: Metadata, _ known: Metadata.Picture, _ stored: StoredDay, _ told: [Told]
    ) async throws -> Outcome {
        if try await ownFile(stored, metadata, with: known.sha256) != nil {
            try await store(DayChange(metadata: metadata, content: .kept, basis: .judged(stored)))
            return .whole
        }
        let poster = await archive.incoming.poster(of: stored.day)
        for poster in [poster, nil] {
            let page = VideoPage.render(metadata, address: known.url, poster: poster)
            if SHA256.hash(page) != known.sha256 { continue }
            try await store(DayChange(metadata: metadata, content: .page(page), basis: .judged(stored)))
            return .whole
        }
        let path = Tree.monthPath(stored.day).appending(FilePath(known.file))
        for other in told {
            guard let page = try await other.peer.ask({ try await $0.read(path) }), SHA256.hash(page) == known.sha256
            else { continue }
            try await store(DayChange(metadata: metadata, content: .page(page), basis: .judged(stored)))
            return .brought
        }
        return .left("no mirror that was named has the very page whose sum is known")
    }

    private func makePage(_ metadata: Metadata, _ stored: StoredDay, _ address: String?) async throws -> Outcome {
        let page = VideoPage.render(metadata, address: address, poster: await archive.incoming.poster(of: stored.day))
        let picture = Metadata.Picture(
            file: "\(stored.day).\(VideoPage.suffix)", kind: .page, url: address, bytes: Int64(page.count),
            sha256: SHA256.hash(page), fetched: clock(), isUnverified: true)
        try await store(
            DayChange(metadata: metadata.with(picture), content: .page(page), basis: .judged(stored)))
        return .brought
    }
}

extension Metadata {
    /// The media that the day's record names; without its bytes a picture may be meant, or nothing.
    fileprivate var media: Media {
        guard let record = mirror.record, let bytes = record.bytes,
            let entry = Entry(record: bytes, source: record.source, base: record.base)
        else { return .unnamed }
        return entry.media
    }
}
