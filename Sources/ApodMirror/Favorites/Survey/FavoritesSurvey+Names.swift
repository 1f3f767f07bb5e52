internal import Folder

extension FavoritesSurvey {
    /// Gives links whose names are no UTF-8 their pictures' names, so that they can be recorded; whether there were any.
    func nameUnnamed(in favorites: Folder) throws(FolderError) -> Bool {
        var any = false
        for entry in entries where entry.path.name.text == nil {
            guard case .link = entry.form, let file = facts.file(entry.day),
                let album = entry.path.album.bytes.isEmpty
                    ? favorites : try favorites.folderOnThisMount(entry.path.album)
            else { continue }
            if try album.move(entry.path.name, to: FavoriteLink.freeName(file, in: album)) { any = true }
        }
        return any
    }
}
