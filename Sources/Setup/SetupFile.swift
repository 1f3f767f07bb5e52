internal import Folder
internal import Glibc
internal import Settings

/// A file of systemd's or of settings that `setup` writes whole, and takes away again.
struct SetupFile {
    let path: String

    func isThere() throws -> Bool { try contents(ofFile: path) != nil }

    /// Compares the bytes: `String` takes two spellings of é for one.
    func differs(from text: String?) throws -> Bool {
        try contents(ofFile: path).map { Array($0.utf8) } != text.map { Array($0.utf8) }
    }

    /// - Parameter what: what the file is, for the message.
    func write(_ text: String, _ what: String, _ output: Output) throws {
        let name = FilePath(path)
        let folder = try Folder.make(name.parent?.text ?? "/")
        if geteuid() == 0 { try FolderTrust.checkRootsOwn(folder) }
        try Saver(through: folder).save(Array(text.utf8), as: name.name, in: folder)
        output.line("Wrote the \(what): \(path)")
    }

    func remove() throws {
        let name = FilePath(path)
        guard let folder = try Folder.open(name.parent?.text ?? "/") else { return }
        try folder.remove(name.name)
        try folder.sync()
    }

    /// Removes the file, with its folder if that held nothing else.
    func removeDropIn() throws {
        try remove()
        guard let folder = FilePath(path).parent, let units = try Folder.open(folder.parent?.text ?? "/") else {
            return
        }
        if units.removeEmptyFolder(folder.name) { try units.sync() }
    }
}
