internal import Archive
internal import Days
internal import MirrorTree
internal import Store

extension DayJudge {
    func judge(_ rereading: Rereading) async throws -> DayOutcome {
        if facts.accepted.contains(day) { return try await again(rereading, asking: false) }
        let comesRound = day.distance(to: facts.today) >= Plan.recent
        switch SecondLook.make(
            rereading.metadata, choice: rereading.choice, stored: rereading.former, now: facts.now,
            comesRound: comesRound, isDoubtful: facts.doubtful.contains(day), isOther: rereading.hasOtherPicture)
        {
        case .nothing where rereading.former.mirror.state == .disputed && openDispute(rereading) == nil:
            // NASA went back to what is stored.
            _ = try await archive.store(rereading.change(rereading.picture))
            return .nothing(day)
        case .nothing:
            return openDispute(rereading).map { .disputed(day, $0, isNew: false) } ?? .nothing(day)
        case .words:
            return try await correctWords(rereading)
        case .picture:
            return try await again(rereading, asking: true)
        case .anew:
            return try await again(rereading, asking: false)
        case .replacement:
            if let dispute = facts.disputes[day], rereading.choice.names(dispute.url) {
                return .disputed(day, dispute, isNew: false)
            }
            return try await again(rereading, asking: false)
        }
    }

    /// A dispute is over when NASA names the stored picture again. A dispute about other bytes under the same address
    /// is not: only a request for that picture can tell.
    private func openDispute(_ rereading: Rereading) -> Disputes.Dispute? {
        guard let dispute = facts.disputes[day] else { return nil }
        let isOver = dispute.url != rereading.picture.url && rereading.choice.names(rereading.picture.url)
        return isOver ? nil : dispute
    }

    func again(_ rereading: Rereading, asking: Bool) async throws -> DayOutcome {
        let former = rereading.picture
        switch rereading.choice {
        case .wait:
            return try await keep(rereading)
        case .page(let address, let poster):
            return try await judge(
                try await page(rereading.entry, rereading.metadata, address, poster, rereading.stored),
                replacing: former, of: rereading)
        case .download(let candidates):
            switch try await fetch(rereading.entry, candidates, stored: asking ? former : nil) {
            case .fetched(let picture, _) where picture.sha256 == former.sha256:
                return try await confirm(rereading, now: picture)
            case .fetched(let picture, _) where picture.isConverted && rereading.choice.names(former.url):
                // The picture is the same in another format, as far as anybody can tell.
                return try await confirm(rereading, now: former.withKnownKind)
            case .fetched(let picture, let part):
                var change = rereading.change(picture)
                change.content = .fetched(part)
                change.keepsFormer = former.knownKind != .rendition || picture.kind == .rendition
                return try await judge(change, replacing: former, of: rereading)
            case .page(let address) where former.kind == .page && former.url == address:
                return try await confirm(rereading, now: former)
            case .page(let address):
                let poster = rereading.metadata.mirror.poster
                return try await judge(
                    try await page(rereading.entry, rereading.metadata, address, poster, rereading.stored),
                    replacing: former, of: rereading)
            case .unchanged:
                return try await confirm(rereading, now: former)
            case .failed:
                return try await keep(rereading)
            }
        }
    }

    /// Keeps the stored picture, since no other is to be had. Corrected words are stored all the same.
    private func keep(_ rereading: Rereading) async throws -> DayOutcome {
        rereading.hasOtherWords ? try await correctWords(rereading) : .undecided(day)
    }

    /// Stores what is newly known of the same bytes.
    private func confirm(_ rereading: Rereading, now fresh: Metadata.Picture) async throws -> DayOutcome {
        try await archive.incoming.discardPart(for: day)
        var rereading = rereading
        rereading.picture.url = fresh.url
        rereading.picture.kind = fresh.kind
        rereading.picture.etag = fresh.etag
        rereading.picture.lastModified = fresh.lastModified
        rereading.picture.checked = facts.now
        if rereading.hasOtherWords { return .corrected(try await archive.store(change(of: rereading))) }
        _ = try await archive.store(rereading.change(rereading.picture))
        return .nothing(day)
    }

    private func correctWords(_ rereading: Rereading) async throws -> DayOutcome {
        var change = try await change(of: rereading)
        if openDispute(rereading) != nil { change.metadata.mirror.state = .disputed }
        return .corrected(try await archive.store(change))
    }

    /// New words around the same picture.
    private func change(of rereading: Rereading) async throws -> DayChange {
        let picture = rereading.picture
        guard picture.kind == .page else { return rereading.change(picture) }
        // A page contains the words, too.
        let (metadata, stored) = (rereading.metadata, rereading.stored)
        var change = try await page(rereading.entry, metadata, picture.url, metadata.mirror.poster, stored)
        change.metadata.mirror.picture?.checked = picture.checked
        return change
    }
}
