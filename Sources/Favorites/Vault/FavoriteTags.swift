internal import Days
internal import Folder
internal import Store

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

    static func merge(_ ours: [String], into present: [String], insteadOf former: [String]) -> [String] {
        ours + present.filter { $0 != favorite && !former.contains($0) && !ours.contains($0) }
    }

    static func split(_ value: String?) -> [String] {
        (value ?? "").split(separator: ",").map(String.init)
    }
}

/// Writes the tags that file managers show on favorites' pictures: see ``FavoriteTags``.
struct TagWriter {
    let store: DayStore

    /// Tags a favorite's picture, or takes our tags away with `nil`. Writes only what differs,
    /// since every writing is a change of the file to backup programs. Best effort.
    func tag(_ day: Day, albums: [String]?) {
        guard let file = store.openFile(of: day) else { return }
        let ours = albums.map(FavoriteTags.ours) ?? []
        let former = FavoriteTags.split(file.attribute(FavoriteTags.note))
        let present = FavoriteTags.split(file.attribute(FavoriteTags.attribute))
        let tags = FavoriteTags.merge(ours, into: present, insteadOf: former)
        // The note is written first: a tag that is not in the note would be the owner's for ever.
        if ours != former, !set(FavoriteTags.note, ours, file) { return }
        if tags != present { _ = set(FavoriteTags.attribute, tags, file) }
    }

    private func set(_ attribute: String, _ tags: [String], _ file: OpenFile) -> Bool {
        if !tags.isEmpty { return file.setAttribute(attribute, tags.joined(separator: ",")) }
        file.removeAttribute(attribute)
        return true
    }
}
