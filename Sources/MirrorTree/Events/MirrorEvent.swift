package import Days

/// What happens to a mirror, picture by picture: the progress bar, the log and the status listen to the same events.
/// Nothing is dropped: they are few, and each is a fact.
package enum MirrorEvent: Codable, Sendable {
    /// The pass knows how many days lack their picture.
    case planned(pictures: Int)
    /// The source is asked for these days' entries.
    case asking(ClosedRange<Day>)
    /// A picture, video or page is in its place and durable.
    case stored(Metadata, replaced: Bool)
    /// The title or text was corrected; the picture is the same.
    case corrected(Metadata)
    /// A day has no picture yet.
    case pending(Day, title: String?, reason: String)
    /// NASA has no entry for the day: for good (`confirmed`) or not yet.
    case unpublished(Day, confirmed: Bool)
    /// A replacement that is not believed without the owner's word.
    case disputed(Day, reason: String)
    /// The picture was deleted by hand and is fetched again.
    case missing(Day)
    /// Hidden or pruned.
    case removed([Day])
    /// Back from the vault, or from a prune.
    case returned([Day])
    /// These days became favorites, are none any more, or lie in other albums.
    case favorites([Day])
    /// The source asked to be left alone for so long, and somebody waits for it.
    case waiting(seconds: Int)
    /// A look at NASA came to its end.
    case looked
    /// So many thumbnails are made anew.
    case makingThumbnails(Int)
    /// What became of a day's thumbnails.
    case thumbnail(Day, ThumbnailNews)
    /// Today's picture is gone, and has to be made anew.
    case todayWanted
    /// Somebody took a page out of its folder: whichever are missing have to be written again.
    case pageTaken
    /// Somebody took thumbnails of these days out of their folder.
    case thumbnailsTaken([Day])
    /// Something beside the days went wrong; a whole sentence.
    case trouble(String)
}
