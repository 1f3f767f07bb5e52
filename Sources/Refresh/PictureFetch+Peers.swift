internal import Archive
internal import Folder
internal import Hashing
internal import MirrorTree
internal import NASA
internal import Pictures
internal import Store

extension PictureFetch {
    /// Takes the one picture that is believed: the file that stands for the day, or that of the first mirror that has it.
    func take(
        _ need: Need, _ held: HeldDay, beside stored: StoredDay, from peers: PeerEntries, watch: PassWatch
    ) async throws -> Outcome {
        try await watch.slots.inside {
            try watch.checkFetching()
            let known = stored.sealed?.recordedPicture
            if let sum = held.picture.sum, let (name, file) = try await archive.incoming.standing(stored, sum: sum) {
                if let known { return .verified(known.named(name)) }
                let standing = try picture(file, need, sum).named(name)
                return .verified(standing.unverified(at: file.attribute("user.xdg.origin.url"), of: need))
            }
            var shortage: DiskLow?
            for giver in held.givers {
                do {
                    let came = try await peers.ask(giver.peer) { peer in
                        try await copy(giver.path, of: peer, need, known, watch)
                    }
                    if let (part, picture) = came, picture.sha256 == held.picture.sum {
                        if let known { return .fetched(known, part: part) }
                        let told = try await peers.ask(giver.peer) { try await $0.metadata(need.day) }?.mirror.picture
                        let url = told?.sha256 == picture.sha256 ? told?.published : nil
                        return .fetched(picture.unverified(at: url, of: need), part: part)
                    }
                } catch is PictureDefect {
                    // Another mirror may have the picture whole.
                } catch let low as DiskLow {
                    // The length is what this mirror says; the next one may say less.
                    shortage = low
                }
                try await archive.incoming.discardPart(for: need.day)
            }
            if let shortage { throw shortage }
            return .failed(held.picture.lack(of: known?.kind == .page ? "page" : "picture"), at: [])
        }
    }

    /// Copies a mirror's file into `incoming/`; `nil` where there is none, or a longer one.
    private func copy(
        _ path: FilePath, of peer: Peer, _ need: Need, _ known: Metadata.Picture?, _ watch: PassWatch
    ) async throws -> (part: FilePath, picture: Metadata.Picture)? {
        let limit = known?.bytes ?? Self.maximumPictureBytes
        if var known, known.kind == .page {
            guard let page = try await peer.read(path) else { return nil }
            try await archive.incoming.discardPart(for: need.day)
            let part = try await archive.incoming.part(for: need.day, url: peer.place)
            try part.file.write(page)
            known.sha256 = SHA256.hash(page)
            return (part.name, known)
        }
        switch peer {
        case .folder(let tree):
            guard let (source, status) = try tree.root.opened(path), status.bytes <= limit else { return nil }
            try room.check(free: try await archive.incoming.freeBytes(), for: status.bytes)
            let part = try await archive.incoming.adopt(source, for: need.day, linking: false)
            return (part.name, try picture(part.file, need, try await archive.incoming.sum(of: part.file)))
        case .server(_, let transfer):
            let candidate = PictureChoice.Candidate(url: peer.address(of: path), kind: .rendition)
            switch try await attempt(need, candidate, stored: nil, watch, of: (transfer, limit)) {
            case .done(.fetched(let picture, let part)): return (part, picture)
            case .done: return nil
            case .refused(let refusal): throw PeerError(description: refusal.reason, isSilence: refusal.isSilence)
            }
        }
    }

    private func picture(_ file: OpenFile, _ need: Need, _ sum: String) throws -> Metadata.Picture {
        picture(
            try PictureFacts(inspecting: file), of: need.day, .init(url: "", kind: .rendition),
            bytes: try file.status().bytes, sha256: sum)
    }
}

extension Metadata.Picture {
    /// The picture under the name at which it stands.
    func named(_ name: String) -> Metadata.Picture {
        var picture = self
        picture.file = name
        return picture
    }

    /// The picture as one that NASA was not asked about.
    ///
    /// - Parameter url: where it may be from. It is believed only if the day's record names it.
    fileprivate func unverified(at url: String?, of need: Need) -> Metadata.Picture {
        let candidate = need.candidates.first { $0.url == url }
        var picture = self
        // NASA's original is asked for where it is not known that this is it.
        (picture.url, picture.kind) = (candidate?.url, candidate?.kind ?? .rendition)
        (picture.etag, picture.lastModified, picture.isUnverified) = (nil, nil, true)
        return picture
    }
}
