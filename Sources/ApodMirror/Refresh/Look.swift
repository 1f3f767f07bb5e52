/// A day whose picture is there, and its entry read again.
struct Look {
    var entry: Entry
    /// The entry's, still without a picture.
    var metadata: Metadata
    var choice: PictureChoice
    var stored: Metadata
    /// The stored one.
    var picture: Metadata.Picture

    init(entry: Entry, metadata: Metadata, choice: PictureChoice, stored: Metadata, picture: Metadata.Picture) {
        self.entry = entry
        self.metadata = metadata
        self.choice = choice
        self.stored = stored
        self.picture = picture
        keepWords()
        // What is there did come from somewhere: an entry that names nothing for a while does not unsay it.
        if choice.isEmpty {
            self.metadata.mediaType = stored.mediaType
            self.metadata.url = stored.url
            self.metadata.hdurl = stored.hdurl
        }
        if choice.isEmpty || metadata.mirror.poster == nil {
            self.metadata.thumbnailURL = stored.thumbnailURL
            self.metadata.mirror.poster = stored.mirror.poster
        }
    }

    /// A text that is empty now, or that this source never has, is not a correction: the stored one stays. A title, a
    /// story and its links go together with those of their source.
    private mutating func keepWords() {
        if metadata.title.isEmpty { metadata.title = stored.title }
        if metadata.explanation.isEmpty { metadata.explanation = stored.explanation }
        if metadata.mirror.explanationHTML == nil, metadata.explanation == stored.explanation {
            metadata.mirror.explanationHTML = stored.mirror.explanationHTML
        }
        if metadata.mirror.credit == nil {
            metadata.mirror.credit = stored.mirror.credit
            metadata.copyright = metadata.copyright ?? stored.copyright
        }
        metadata.mirror.alt = metadata.mirror.alt ?? stored.mirror.alt
        metadata.mirror.page = metadata.mirror.page ?? stored.mirror.page
        metadata.mirror.postID = metadata.mirror.postID ?? stored.mirror.postID
        entry.title = metadata.title
        entry.explanation = metadata.explanation
        entry.explanationHTML = metadata.mirror.explanationHTML
        entry.credit = metadata.mirror.credit
        entry.alt = metadata.mirror.alt
        entry.page = metadata.mirror.page
    }

    var hasOtherWords: Bool {
        SecondLook.hasOtherWords(metadata, than: stored)
    }
}
