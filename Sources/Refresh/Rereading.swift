internal import MirrorTree
internal import NASA
internal import Store

/// The entry of a day whose picture is there, read again, beside what is stored of the day.
struct Rereading {
    var entry: Entry
    /// The metadata of the entry, still without a picture.
    var metadata: Metadata
    var choice: PictureChoice
    let stored: StoredDay
    /// The metadata in the stored JSON.
    let former: Metadata
    /// The stored picture.
    var picture: Metadata.Picture
    /// Whether the entry lacks words that are stored, and that stay.
    private var lacksWords = false

    /// Returns `nil` when the stored JSON names no picture.
    init?(entry: Entry, metadata: Metadata, choice: PictureChoice, stored: StoredDay) {
        guard let former = stored.metadata, let picture = former.mirror.picture else { return nil }
        self.entry = entry
        self.metadata = metadata
        self.choice = choice
        self.stored = stored
        self.former = former
        self.picture = picture
        // The stored addresses stay: an entry that names nothing for a while does not take them back.
        self.metadata.keep(former, namesNothing: choice.isEmpty)
        lacksWords = !self.metadata.hasWords(of: metadata)
    }

    /// Whether the source names the SHA-256 of its picture, and the stored picture has another.
    var hasOtherPicture: Bool { entry.digest.map { $0 != picture.sha256 } ?? false }

    var hasOtherWords: Bool {
        SecondLook.hasOtherWords(metadata, than: former)
    }

    /// Whether the day has no whole record as NASA served it, or NASA's says something else by now. A record that lost
    /// words or its picture, which stay, takes no other's place.
    var hasOtherRecord: Bool {
        guard let served = metadata.mirror.record?.bytes else { return false }
        guard let kept = stored.record, former.mirror.record?.isWhole(kept) == true else { return true }
        return !lacksWords && (!choice.isEmpty || picture.url == nil) && !Metadata.Record.saysTheSame(kept, served)
    }

    /// The day as it is stored, with the new record.
    var changeOfRecord: DayChange {
        var metadata = former
        metadata.mirror.record = self.metadata.mirror.record
        return DayChange(metadata: metadata, content: .kept, basis: .judged(stored))
    }

    /// The day with the entry's words and this picture; the file that stands there stays.
    func change(_ picture: Metadata.Picture) -> DayChange {
        DayChange(metadata: metadata.with(picture), content: .kept, basis: .judged(stored))
    }
}
