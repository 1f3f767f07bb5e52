internal import Belief
package import Days
internal import Folder
internal import Hashing
package import MirrorTree
internal import NASA
internal import Pictures

/// Makes again what a day lacks, or what is damaged of it, of what its witnesses here say: a favorite's second copy first,
/// then its record, the sums of its month and its file. The source is not asked.
///
/// Words come from the record, which counts as whole where two of three agree: its own bytes, the sum in the JSON, and
/// the sum in `published/SHA256SUMS`. A picture's facts come from the JSON where the file bears them out, else from
/// the file where `SHA256SUMS` or a favorite's second copy does. Where no two agree, nothing is changed.
package struct Mending {
    private let tree: Tree
    private let day: Day
    private let stored: StoredDay
    /// The day's month and its `metadata/`; `nil` where they are gone.
    private let month, metadata: Folder?
    private let isUnasked: Bool

    /// - Parameter isUnasked: Whether NASA was never seen to serve the day's picture.
    package init(_ tree: Tree, _ day: Day, isUnasked: Bool = false) throws {
        month = try tree.root.folder(Tree.monthPath(day))
        metadata = try month?.folder("metadata")
        (self.tree, self.day, self.isUnasked) = (tree, day, isUnasked)
        stored = try StoredDay(day, month: month, metadata: metadata)
    }

    /// The change that heals this damage; `nil` where that takes the source, or a person.
    package func change(for damage: Damage) throws -> DayChange? {
        let change: DayChange? =
            switch damage {
            case .metadata, .missing, .changed, .unreadable: try fromVault(replacing: true) ?? page()
            case .edited: try fromVault(replacing: true) ?? editedMetadata()
            case .outvoted: try outvotedMetadata()
            case .undecided: nil
            }
        return try change ?? (stored.json == nil || stored.hasDamagedJSON ? unreadableMetadata() : nil)
    }

    /// The change that brings a day without picture or JSON back from the vault; `nil` where it lacks neither. Nothing that
    /// stands in its month gives way but a link, a damaged JSON, or one that waits for a picture.
    func changeForMissing() throws -> DayChange? {
        stored.isPresent ? nil : try fromVault(replacing: false)
    }

    private func kept(_ metadata: Metadata) -> DayChange {
        DayChange(
            metadata: metadata, content: metadata.mirror.picture == nil ? .none : .kept, basis: .judged(stored))
    }

    // MARK: The second copy

    /// The day with its picture, JSON and record, each from the vault where its month has it not, or damaged. A hidden day
    /// stays hidden, and a picture that NASA replaced meanwhile does not come back.
    ///
    /// - Parameter replacing: Whether a file of other bytes gives way under the picture's name. It may be the owner's.
    private func fromVault(replacing: Bool) throws -> DayChange? {
        let json = try? tree.root.read(DayPlace.vault.json(of: day))
        let second = json.flatMap { try? Metadata($0, of: day) }.flatMap { $0.visibleName == nil ? nil : $0 }
        let own = (stored.metadata?.withLostPicture).flatMap { $0.visibleName == nil ? nil : $0 }
        let sums = Set([second, stored.metadata].compactMap { $0?.recordedPicture?.sha256 })
        guard sums.count == 1, let sum = sums.first, !stored.isHidden, try !hasOther(than: sum) else { return nil }

        let takesJSON = try own == nil || second.map { try saysMore($0, json ?? []) } ?? false
        guard var new = takesJSON ? second : own, let name = new.visibleName else { return nil }
        let takesRecord = addRecord(to: &new)
        var content = DayChange.Content.kept
        // A file that cannot be read is as good as none.
        if (try? month?.holds(FilePath(name), sum)) != true {
            if try mayStand(name, replacing), let file = whole(second?.visibleName ?? name, sum) {
                content = .secondCopy(file)
            } else if takesJSON || !takesRecord {
                // A JSON does not come back without its picture.
                return nil
            }
        } else if !takesJSON, !takesRecord {
            return nil
        }
        return DayChange(
            metadata: new, content: content, basis: .judged(stored), json: takesJSON ? json : stored.json)
    }

    /// Whether the second copy's words are whole and the month's damaged, and the month has no other record to make them
    /// again from.
    private func saysMore(_ second: Metadata, _ json: [UInt8]) throws -> Bool {
        guard stored.hasDamagedJSON, MetadataSum(of: json) != .wrong else { return false }
        if second.mirror.record?.sha256 == stored.record.map({ SHA256.hash($0) }) { return true }
        return try wholeRecord(named: stored.metadata?.mirror.record) == nil
    }

    /// Gives the metadata the record's bytes where only the vault has them whole; returns whether it does.
    private func addRecord(to metadata: inout Metadata) -> Bool {
        guard let named = metadata.mirror.record, stored.record.map(named.isWhole) != true,
            let bytes = try? tree.root.read(DayPlace.vault.record(of: day)), named.isWhole(bytes)
        else { return false }
        metadata.mirror.record?.bytes = bytes
        return true
    }

    /// Whether the month, whose JSON of the day cannot be read, has another picture than the vault, right by `SHA256SUMS`:
    /// NASA may have replaced the vault's.
    private func hasOther(than sum: String) throws -> Bool {
        guard stored.metadata == nil, let month, let sums = try tree.sums(of: day.month)?.sums else { return false }
        return stored.files.keys.compactMap(\.text).contains { name in
            guard let noted = sums[name], noted != sum else { return false }
            return (try? month.holds(FilePath(name), noted)) == true
        }
    }

    /// Whether the vault's picture may stand under that name, which has other bytes, a link or nothing.
    private func mayStand(_ name: String, _ replacing: Bool) throws -> Bool {
        guard let standing = try month?.status(FilePath(name)), standing.kind != .symlink else { return true }
        return replacing && standing.kind == .file
    }

    /// The vault's picture of that name, if it has these bytes.
    private func whole(_ name: String, _ sum: String) -> OpenFile? {
        let file = try? tree.root.open(DayPlace.vault.picture(FilePath(name), of: day))
        return file?.hasSum(sum) == true ? file : nil
    }

    // MARK: The day's JSON

    /// The JSON can be read, and its own sum differs: its words are made anew, and the facts of the picture stay where
    /// the file bears them out.
    private func editedMetadata() throws -> DayChange? {
        guard var new = stored.metadata else { return nil }
        // Damage to its key leaves a JSON without the picture that stands there.
        if new.mirror.picture == nil, stored.hasFile, let anew = try unreadableMetadata() { return anew }
        if let picture = new.mirror.picture, let file = try open(picture.file) { try measure(file, in: &new) }
        return try reread(new).map(kept)
    }

    /// The file and another witness agree on a sum that the JSON does not have.
    private func outvotedMetadata() throws -> DayChange? {
        guard var new = stored.metadata, let picture = new.mirror.picture, let file = try open(picture.file) else {
            return nil
        }
        let sum = try SHA256.hash(file: file.descriptor)
        guard try tree.witnesses(of: new, file: sum).agreed == sum else { return nil }
        new.mirror.picture?.sha256 = sum
        try measure(file, in: &new)
        return kept(try reread(new) ?? new)
    }

    /// The metadata with the words of the day's record; `nil` where that is not whole.
    private func reread(_ metadata: Metadata) throws -> Metadata? {
        guard let record = try wholeRecord(named: metadata.mirror.record) else { return nil }
        var new = metadata
        new.mirror.record = record.named
        return new.reread(record.bytes ?? [])
    }

    /// The JSON is gone, cannot be read, or is another day's: the record has the words and the file its own facts.
    private func unreadableMetadata() throws -> DayChange? {
        guard let record = try wholeRecord(named: nil), let bytes = record.bytes,
            var entry = Entry(record: bytes, source: record.source, base: record.base), entry.day == day
        else { return nil }
        let notice = try notice(in: entry.explanation)
        if let notice { entry.cut(notice) }
        var new = Metadata(entry, source: record.source, base: record.base, fetched: .now)
        new.mirror.notice = notice
        new.mirror.record = record.named
        if stored.isHidden {
            new.mirror.state = .hidden
            return kept(new)
        }
        guard stored.files.count == 1, let name = stored.files.keys.first?.text, let file = try open(name) else {
            return nil
        }
        if name.hasSuffix(".\(VideoPage.suffix)") { return try page(new, around: file) }
        let sum = try SHA256.hash(file: file.descriptor)
        guard try tree.sums(of: day.month)?.sums[name] == sum else { return nil }
        let url = file.attribute("user.xdg.origin.url")
        let status = try file.status()
        var picture = Metadata.Picture(
            url != nil && url == entry.original ? .original : .rendition, name, url, bytes: status.bytes, sha256: sum,
            fetched: .now)
        if isUnasked { picture.isUnverified = true }
        let replacements = Timestamp(seconds: status.modified).replacements(of: day) ?? 0
        if replacements > 0 { picture.replacements = replacements }
        new = new.with(picture)
        try measure(file, in: &new)
        return kept(new)
    }

    private func open(_ name: String) throws -> OpenFile? {
        guard let month, try month.status(FilePath(name))?.kind == .file else { return nil }
        return try month.open(FilePath(name))
    }

    private func measure(_ file: OpenFile, in metadata: inout Metadata) throws {
        metadata.mirror.picture?.bytes = try file.status().bytes
        guard metadata.mirror.picture?.kind != .page, let facts = try? PictureFacts(inspecting: file) else { return }
        metadata.mirror.picture?.width = facts.size?.width
        metadata.mirror.picture?.height = facts.size?.height
    }

    // MARK: The day's record

    /// The day's record with its bytes, where two witnesses agree on them.
    ///
    /// - Parameter named: the record that the JSON names, if it can be read.
    private func wholeRecord(named: Metadata.Record?) throws -> Metadata.Record? {
        guard let metadata, let bytes = stored.record else { return nil }
        let sum = SHA256.hash(bytes)
        guard try named?.sha256 == sum || MonthSums(ofRecords: metadata).stored()?.sums["\(day).json"] == sum,
            let source = Entry.source(ofRecord: bytes) ?? named?.source
        else { return nil }
        return Metadata.Record(serving: bytes, source: source, base: try base(source, named))
    }

    /// The address of the record's server. Other days of the month had the same, and bear it out.
    private func base(_ source: String, _ named: Metadata.Record?) throws -> String {
        var bases: [String] = []
        for other in try others() {
            guard let record = other.mirror.record, record.source == source else { continue }
            if record.base == named?.base { return record.base }
            bases.append(record.base)
        }
        return bases.first ?? named?.base ?? APIShape.apodBasic.publicBase
    }

    /// The notice that was cut off the stories of other days, where this story has it, too.
    private func notice(in story: String) throws -> Notice? {
        try others().lazy.compactMap(\.mirror.notice).first { $0.cutOff(story) != story }
    }

    /// The whole JSON of the month's other days, one read at a time.
    private func others() throws -> some Sequence<Metadata> {
        try (metadata?.entries() ?? []).lazy.compactMap { [metadata, day] entry in
            guard entry.kind == .file, let metadata, let other = PictureName.day(of: entry.name), other != day,
                entry.name == "\(other).json", let bytes = try? metadata.read(entry.name),
                MetadataSum(of: bytes) == .right
            else { return nil }
            return try? Metadata(bytes, of: other)
        }
    }

    // MARK: The page of a video

    /// A page that is missing or damaged is made again; only the very bytes that were stored take its place.
    private func page() throws -> DayChange? {
        guard let stored = stored.metadata?.withLostPicture, let picture = stored.mirror.picture, picture.kind == .page
        else { return nil }
        let poster = try open(picture.file).flatMap { try VideoPage.poster(in: $0) }
        let page = VideoPage.render(stored, address: picture.url, poster: poster)
        guard SHA256.hash(page) == picture.sha256 else { return nil }
        return DayChange(metadata: stored, content: .page(poster), basis: .judged(self.stored))
    }

    /// The day with a page that is made again around the poster in the one that stands there.
    private func page(_ new: Metadata, around file: OpenFile) throws -> DayChange {
        let page = Metadata.Picture.page(of: day, file.attribute("user.xdg.origin.url") ?? new.url, now: .now)
        let poster = try VideoPage.poster(in: file)
        return DayChange(metadata: new.with(page), content: .page(poster), basis: .judged(stored))
    }
}

extension Entry {
    /// The address of the untouched upload.
    fileprivate var original: String? {
        switch media {
        case .picture(let original, _, _): original
        case .hostedVideo(let address, _, _): address
        case .elsewhere, .placeholder, .unnamed, .none: nil
        }
    }
}
