internal import Folder
internal import Hashing

/// The record of a folder that was just made: it is known from the start that nothing is missing in it.
///
/// The files and their order are those of a ``Reconciliation``, of which making a root needs no more.
enum FavoritesBeginning {
    static func write(_ favorites: Folder, _ root: Folder, _ saver: Saver) throws {
        var marker = MarkerFile(in: favorites)
        try marker.replace()
        let record = FavoritesRecord()
        var text = FavoritesText()
        let json = text.json(of: record, changed: nil, since: nil)
        try saver.save(json, as: FavoritesRecord.file, in: root)
        let sum = SHA256.hash(json)
        try marker.write(sum)
        // A copy of the folder made out of hard links meanwhile must not pass for it.
        guard let written = try marker.marker(), written.hardLinks == 1 else { return try marker.write("") }
        let kept = KeptFavorites(sha256: sum, marker: written.state, record: record)
        try saver.save(kept.encoded(json), as: FavoritesRecord.file, in: root.makeFolder(Tree.own))
    }
}
