internal import Belief
internal import Days
internal import MirrorTree
internal import Pictures
internal import Store

/// A picture that differs from the stored one.
extension DayRules {
    /// The ruling on a picture beside the stored one.
    struct PictureVerdict {
        var part: Ruling?
        /// The picture that stands for the day from now on.
        var stands: Metadata.Picture
        var content = Verdict.Content.kept
        var keepsFormer = true
    }

    func judgePicture(_ found: DayCase, _ day: Rereading, _ pass: Evidence) -> PictureVerdict {
        let former = day.picture
        let isLook = !pass.pictures.tally.isDoubtful
        let same = Ruling.same(isLook: isLook)
        switch (day.choice, found.got) {
        // A placeholder never takes a picture away, nor an entry that lost its media, nor a failed request.
        case (.wait, _), (.download, .failed):
            return PictureVerdict(stands: former)
        case (.page(let address, let poster), _):
            if address == nil, former.kind != .page, !facts.accepted.contains(found.day) {
                return PictureVerdict(stands: former)
            }
            // The film itself is as good as the page that would open it.
            if address == former.url, former.kind != .page || former.isUnverified != true {
                return PictureVerdict(part: same, stands: former)
            }
            let page = Metadata.Picture.page(of: found.day, address, now: facts.now)
            return replaced(found, former, by: page, .page(poster: poster), pass)
        case (.download, .verified(let picture)),
            (.download, .fetched(let picture, _)) where picture.sha256 == former.sha256:
            return confirmed(former, picture, same)
        case (.download, .fetched(let picture, _)) where picture.isConverted && day.choice.names(former.url):
            // The picture is the same in another format, as far as anybody can tell.
            if former.isUnverified == true { return PictureVerdict(stands: former) }
            var known = former
            known.kind = former.knownKind
            return PictureVerdict(part: same, stands: known)
        case (.download, .fetched(let picture, let part)):
            return replaced(found, former, by: picture, .fetched(part), pass)
        case (.download, .encodedAnew(let picture)):
            return PictureVerdict(part: .same(isLook: isLook, other: picture.sha256), stands: former)
        case (.download, .unchanged):
            return PictureVerdict(part: same, stands: former)
        case (.download, .page(let address)):
            if former.kind == .page, former.url == address { return PictureVerdict(part: same, stands: former) }
            let page = Metadata.Picture.page(of: found.day, address, now: facts.now)
            return replaced(found, former, by: page, .page(poster: day.metadata.mirror.poster), pass)
        case (.download, nil):
            guard let dispute = facts.disputes.pictures[found.day] else { return PictureVerdict(stands: former) }
            // NASA names the stored picture again: the dispute about another address is over.
            if dispute.url != former.url, day.choice.names(former.url) {
                return PictureVerdict(part: .same(isLook: false), stands: former)
            }
            return PictureVerdict(part: .dispute(dispute.servedAgain(at: facts.now)), stands: former)
        }
    }

    func pictureVerdict(witness found: DayCase, _ pass: Evidence) -> Ruling? {
        guard let former = found.stored.metadata?.mirror.picture else { return nil }
        let isSame =
            switch found.got {
            case .unchanged, .verified, .encodedAnew: true
            case .fetched(let picture, _): picture.sha256 == former.sha256
            default: false
            }
        return isSame ? .same(isLook: !pass.pictures.tally.isDoubtful) : nil
    }

    /// The same bytes, with what is newly known of them.
    private func confirmed(_ former: Metadata.Picture, _ fresh: Metadata.Picture, _ same: Ruling) -> PictureVerdict {
        var picture = former
        (picture.url, picture.kind) = (fresh.url, fresh.kind)
        (picture.etag, picture.lastModified) = (fresh.etag, fresh.lastModified)
        picture.isUnverified = nil
        return PictureVerdict(part: same, stands: picture)
    }

    /// Judges a picture that differs from the stored one.
    private func replaced(
        _ found: DayCase, _ former: Metadata.Picture, by new: Metadata.Picture, _ content: Verdict.Content,
        _ pass: Evidence
    ) -> PictureVerdict {
        let isUnverified = former.isUnverified == true
        var part: Ruling
        if let doubt = pass.doubt(new, of: found.day) {
            part = .wait(doubt, other: new.key)
        } else if isUnverified || facts.doubtful.contains(found.day) {
            // A picture that NASA was never asked about, or that no decoder reads, gives way without a dispute.
            part = .commit(.filled)
        } else {
            let version = facts.notes.picture(former, of: found.day, now: facts.now)
            // A provisional picture that is another day's came by mistake, whatever its size.
            let isMistaken =
                !version.isGuarded(since: facts.notes.amnestyOfPictures)
                && pass.isGivenToOther(former, than: found.day)
            let doubt = isMistaken ? nil : PictureDoubts.doubt(new, replacing: former)
            part = GuardRules.judge(
                version,
                .init(
                    key: new.key, url: new.url ?? "", doubt: doubt, isFinal: doubt != nil,
                    isAccepted: facts.accepted.contains(found.day),
                    isBetter: PictureDoubts.isBetter(new, than: former)),
                disputed: facts.disputes.pictures[found.day], among: pass.pictures)
        }
        guard case .commit = part else { return PictureVerdict(part: part, stands: former) }
        return PictureVerdict(
            part: part, stands: new, content: content,
            keepsFormer: former.knownKind != .rendition || new.kind == .rendition || isUnverified)
    }

    /// How the picture counts among those that tell whether the pass is in doubt; `nil` where it does not.
    func pictureWitness(_ found: DayCase) -> (version: Version, key: String)? {
        guard let former = found.stored.metadata?.mirror.picture, former.isUnverified != true,
            !facts.doubtful.contains(found.day), !found.stored.hasDamagedJSON
        else { return nil }
        let version = facts.notes.picture(former, of: found.day, now: facts.now)
        switch found.got {
        case .unchanged, .verified, .encodedAnew: return (version, version.key)
        case .fetched(let new, _):
            let isSame = new.isConverted || PictureDoubts.isBetter(new, than: former)
            return (version, isSame ? version.key : new.sha256)
        default: return nil
        }
    }
}

extension PassFacts {
    /// Whether another file of a picture may be the stored one, encoded anew, so that it is worth decoding.
    func mayBeEncodedAnew(_ new: Metadata.Picture, _ former: Metadata.Picture, of day: Day) -> Bool {
        let isAlike =
            new.url == former.url && new.kind == former.kind && new.width != nil && new.width == former.width
            && new.height == former.height && PictureFormat(ofName: new.file) == PictureFormat(ofName: former.file)
        guard isAlike, !new.isFilm, former.isUnverified != true,
            ![accepted, damaged, doubtful].contains(where: { $0.contains(day) })
        else { return false }
        return notes.picture(former, of: day, now: now).mayBeEncodedAnew(new.sha256, on: now.day)
    }
}

extension Metadata.Picture {
    var isFilm: Bool { PictureFormat(ofName: file)?.isVideo == true }

    /// Tells an answer from others. A page settles by its address, and is made anew with the day's words.
    var key: String { kind == .page ? "page" : sha256 }

    func claim(of day: Day) -> PictureRules.Claim { .init(day: day, sum: sha256, address: published ?? "") }
}
