internal import Folder
internal import MirrorTree

extension FavoritesSurvey {
    /// Gives links whose names are no UTF-8 their pictures' names, so that they can be recorded; returns whether any
    /// was renamed. A link that cannot be renamed is recorded under what its name looks like.
    func nameUnnamed(in favorites: Folder) -> Bool {
        var any = false
        for entry in entries where entry.path.name.text == nil {
            guard case .link = entry.form, let file = facts.file(entry.day),
                let album = entry.path.album.bytes.isEmpty
                    ? favorites : try? favorites.folderOnThisMount(entry.path.album),
                let name = try? album.freeName(file),
                let isMoved = try? album.move(entry.path.name, to: name)
            else { continue }
            any = any || isMoved
        }
        return any
    }
}
