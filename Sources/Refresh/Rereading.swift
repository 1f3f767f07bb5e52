internal import Belief
internal import Days
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
    let picture: Metadata.Picture
    /// The words as the entry has them. A title or credit that is missing is the stored one.
    let said: DayWords
    /// Whether the entry lacks words that are stored, and that stay.
    let lacksWords: Bool

    /// Returns `nil` when the stored JSON names no picture.
    init?(entry: Entry, metadata: Metadata, choice: PictureChoice, stored: StoredDay, takesEmptyStory: Bool) {
        guard let former = stored.metadata, let picture = former.mirror.picture else { return nil }
        self.entry = entry
        self.choice = choice
        self.stored = stored
        self.former = former
        self.picture = picture
        // The stored addresses stay: an entry that names nothing for a while does not take them back.
        var filled = metadata
        filled.fillGaps(from: former, namesNothing: entry.namesNothing, takesEmptyStory: takesEmptyStory)
        self.metadata = filled
        said = DayWords(entry, beside: former)
        lacksWords = !filled.hasWords(of: metadata)
    }

    var isPage: Bool { picture.kind == .page }

    /// Whether the day has no whole record as NASA served it, or NASA's says something else by now. A record that lost
    /// words or its picture, which stay, takes no other's place.
    var hasOtherRecord: Bool {
        guard let served = metadata.mirror.record?.bytes else { return false }
        guard let kept = stored.record, former.mirror.record?.isWhole(kept) == true else { return true }
        return !lacksWords && (!entry.namesNothing || picture.url == nil) && !Metadata.Record.saysTheSame(kept, served)
    }
}

extension Metadata {
    /// The parts that come from NASA, without the mirror's notes about them.
    var ofNASA: Metadata {
        var words = self
        words.mirror.picture = nil
        words.mirror.pending = nil
        words.mirror.state = .present
        words.mirror.fetched = Timestamp(seconds: 0)
        words.mirror.source = ""
        words.mirror.record = nil
        return words
    }
}

extension StoredDay {
    /// Whether words that differ from the stored ones are no correction, since NASA still says what the day's record
    /// says: the stored words were damaged or edited here, or another version of this program read them.
    ///
    /// - Parameters:
    ///   - words: the words that the record has to say, so that nothing else passes for it.
    ///   - served: the record as it is served now.
    func isReread(as words: DayWords, from served: [UInt8]?) -> Bool {
        guard let metadata, let served, let read = metadata.reread(served), DayWords(read) == words else {
            return false
        }
        if metadata.mirror.record?.isWhole(served) == true { return true }
        guard let record, hasDamagedJSON || metadata.mirror.record?.isWhole(record) == true else { return false }
        return Metadata.Record.saysTheSame(record, served)
    }
}
