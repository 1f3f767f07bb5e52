internal import Days
internal import Folder
internal import Store

/// Writes the tags that file managers show on favorites' pictures: see ``FavoriteTags``.
struct TagWriter {
    let store: DayStore

    init(_ store: DayStore) {
        self.store = store
    }

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
