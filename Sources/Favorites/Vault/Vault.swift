internal import Days
package import Folder
package import MirrorTree

/// `.apod-mirror/vault/`: every favorite's picture and JSON once more, under their own names. It is what brings the
/// favorites back when their months are gone and NASA has nothing any more.
///
/// The vault's JSON says which picture a day has there, and comes in after the picture; so a day is whole as soon as
/// its JSON speaks of a picture that is there, and no whole copy is given up before its replacement is in.
package struct Vault {
    package static let path = Tree.own.appending("vault")

    let folder: Folder

    init(folder: Folder) {
        self.folder = folder
    }

    /// `nil` where nothing was ever kept.
    package init?(in tree: Tree) throws {
        guard let folder = try tree.root.folder(Self.path) else { return nil }
        self.folder = folder
    }

    func keptDay(_ day: Day, twin: KeptDay? = nil) -> KeptDay? {
        KeptDay(of: day, in: folder, twin: twin)
    }

    /// Whether a regular file of that size stands under the picture's name.
    func holds(_ kept: KeptDay) -> Bool {
        guard let status = try? folder.status(kept.file) else { return false }
        return status.kind == .file && status.bytes == kept.picture.bytes
    }

    /// A hash of the status of a day's files: as long as it stays the same, none of them was written to or replaced.
    /// `nil` when one is missing.
    func look(_ day: Day, picture: FilePath, month metadata: Folder?) -> Int? {
        let json = KeptDay.jsonName(day)
        guard let month = try? metadata?.status(json), let kept = try? folder.status(json),
            let picture = try? folder.status(picture)
        else { return nil }
        var hasher = Hasher()
        for status in [month, kept, picture] { hasher.combine(status) }
        return hasher.finalize()
    }
}
