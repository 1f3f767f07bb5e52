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

    var hasOtherWords: Bool {
        SecondLook.hasOtherWords(metadata, than: stored)
    }
}
