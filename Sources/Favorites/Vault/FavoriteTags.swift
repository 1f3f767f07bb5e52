internal import Folder

/// The tags that file managers show on a favorite's picture: `Favorite` and its albums.
///
/// The owner may tag pictures too. The tags that we have set are noted beside them; next time exactly those, and
/// `Favorite`, give way to the new ones, and every other tag stays. So a tag of the owner's that is called like an
/// album goes with the album, and one of ours that the owner took away comes back.
enum FavoriteTags {
    static let attribute = "user.xdg.tags"
    /// Notes which of the tags are ours.
    static let note = "user.apod-mirror.tags"

    private static let favorite = "Favorite"
    /// All of a file's attributes together have 4 kB on ext4, and the story needs some of it.
    private static let room = 500

    /// The tags that a favorite gets: as many of its albums as fit. A comma would end a tag.
    static func ours(_ albums: [String]) -> [String] {
        var tags = [favorite]
        var bytes = favorite.utf8.count
        for album in albums {
            let tag = String(album.map { $0 == "," ? ";" : $0 })
            bytes += tag.utf8.count + 1
            if bytes > room { break }
            if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// Tags a favorite's picture, or takes our tags away with `nil`. Writes only what differs, since every writing is a
    /// change of the file to backup programs. Best effort.
    static func tag(_ picture: OpenFile, albums: [String]?) {
        let ours = albums.map(ours) ?? []
        let former = split(picture.attribute(note))
        let present = split(picture.attribute(attribute))
        let tags = ours + present.filter { $0 != favorite && !former.contains($0) && !ours.contains($0) }
        // The note is written first: a tag that is not in the note would be the owner's for ever.
        if ours != former, !set(note, ours, picture) { return }
        if tags != present { _ = set(attribute, tags, picture) }
    }

    private static func split(_ value: String?) -> [String] {
        (value ?? "").split(separator: ",").map(String.init)
    }

    private static func set(_ attribute: String, _ tags: [String], _ file: OpenFile) -> Bool {
        if !tags.isEmpty { return file.setAttribute(attribute, tags.joined(separator: ",")) }
        file.removeAttribute(attribute)
        return true
    }
}
