package import Days
package import Folder
internal import Glibc
internal import Hashing
internal import JSON
internal import Settings

/// Makes a root. No other code turns a folder into a mirror, and this does only when it is asked to by name.
package enum RootCreation {
    package enum Outcome: Equatable, Sendable {
        case made
        /// A tree of ours had lost its `.apod-mirror/`; nothing else was touched.
        case restored
        /// The folder is a mirror already.
        case unchanged
    }

    /// Takes a missing or empty folder, or a tree of ours without its `.apod-mirror/`; refuses anything else.
    package static func create(_ path: String, start: Day) throws -> Outcome {
        // A mirror that root makes in another user's folder could not be run by that user.
        if geteuid() == 0, let there = try Folder.open(path), there.hasOwners,
            case let owner = try there.status().owner, owner != 0
        {
            throw RootError.othersMirror(path: path, owner: UserAccount.name(ofUser: owner), line: "")
        }
        let root = try Folder.make(path)
        if try Tree.identity(in: root) != nil { return .unchanged }
        let names = try root.entries().filter { entry in
            try !isHarmless(entry.name) && !isEmptyFavorites(entry, in: root)
        }
        // A tree that lost its .apod-mirror/ goes back as far as it did.
        let oldest = try Listing(of: root).days.withMetadata.first
        guard names.isEmpty || oldest != nil else { throw RootError.foreign(path: path) }

        let own = try root.makeFolder(Tree.own)
        let saver = Saver(through: try own.makeFolder("incoming"))
        let identity = MirrorIdentity(id: newID(), start: min(start, oldest ?? start), isProvisional: true)
        let favorites = try root.makeFolder(Tree.favorites)
        // Whatever comes into a new mirror is read by this program, and need not be read anew.
        if names.isEmpty { try saver.save(JSONFile.encode(ReadingState.done), as: ReadingState.name, in: own) }
        try saver.save(JSONFile.encode(identity), as: "mirror.json", in: own)
        if try favorites.entries().isEmpty, try root.status(FavoritesRecord.file) == nil {
            try write(FavoritesRecord(), favorites, root, saver)
        }
        return names.isEmpty ? .made : .restored
    }

    /// A random UUID: version 4 of RFC 9562.
    private static func newID() -> String {
        (0..<32).reduce(into: "") { text, place in
            if [8, 12, 16, 20].contains(place) { text += "-" }
            let digit = Int.random(in: 0..<16)
            text += String(place == 12 ? 4 : place == 16 ? 8 | digit & 3 : digit, radix: 16)
        }
    }

    /// Whether a fresh disk or a file manager leaves this name in a folder that its owner calls empty.
    package static func isHarmless(_ name: FilePath) -> Bool {
        [".apod-mirror", "lost+found", ".hidden", ".directory", ".DS_Store"].contains(name)
            || name.bytes.starts(with: ".Trash-".utf8)
    }

    /// Whether an entry is an empty `favorites/`, all that stands there when making a root was cut short.
    private static func isEmptyFavorites(_ entry: Folder.Entry, in root: Folder) throws -> Bool {
        guard entry.name == Tree.favorites, entry.kind == .folder else { return false }
        return try root.folder(entry.name)?.entries().isEmpty ?? true
    }

    /// Writes the record of a folder that was just made: it is known from the start that nothing is missing in it.
    ///
    /// The files and their order are those of a ``Reconciliation``, of which making a root needs no more.
    private static func write(_ record: FavoritesRecord, _ favorites: Folder, _ root: Folder, _ saver: Saver) throws {
        var marker = MarkerFile(in: favorites)
        try marker.replace()
        let json = try FavoritesText.json(of: record)
        try saver.save(json, as: FavoritesRecord.file, in: root)
        let sum = SHA256.hash(json)
        try marker.write(sum)
        try marker.flush()
        // A copy of the folder made out of hard links meanwhile must not pass for it.
        guard let written = try marker.marker(), written.hardLinks == 1 else {
            try marker.write("")
            return try marker.flush()
        }
        let kept = KeptFavorites(sha256: sum, marker: written.state, record: record)
        try saver.save(kept.encoded(json), as: FavoritesRecord.file, in: root.makeFolder(Tree.own))
    }
}
