package import Folder
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

extension FolderTrust {
    /// Refuses a folder into which root is to write settings, where others could change them or put others in their place.
    static func checkRootsOwn(_ folder: Folder) throws {
        let root = FolderTrust()
        let isStrange =
            try root.stranger(folder.writeAccess(), isLast: true) ?? root.stranger(inside: folder.writeAccessInside())
        if isStrange != nil { throw UntrustedPath.settings(folder.path) }
    }
}

// MARK: - Links of units

/// The links by which a mount starts the service: a mirror whose disk comes back starts again.
///
/// `systemctl add-wants` makes the same links, only not for a disk that was mounted by hand and has no unit file.
struct WantsLinks {
    let scope: ServiceScope

    /// Makes the link from a mount unit, or from none, the only one; returns whether anything had to change.
    func set(_ mountUnit: String?, fragment: String) throws -> Bool {
        var hasChanged = false
        for unit in try wanting() where unit != mountUnit {
            try remove(from: unit)
            hasChanged = true
        }
        guard let mountUnit else { return hasChanged }
        let folder = try Folder.make(scope.unitFolder + "/" + Self.folder(mountUnit))
        guard try folder.symlink(FilePath(fragment), as: FilePath(scope.unit)) else { return hasChanged }
        try folder.sync()
        return true
    }

    /// The mount units that start the service.
    private func wanting() throws -> [String] {
        guard let units = try Folder.open(scope.unitFolder) else { return [] }
        return try units.entries().compactMap { entry in
            guard let name = entry.name.text, name.hasSuffix(Self.folder(".mount")), entry.kind == .folder,
                try units.folder(entry.name)?.status(FilePath(scope.unit)) != nil
            else { return nil }
            return String(name.dropLast(Self.folder("").count))
        }.sorted()
    }

    private func remove(from mountUnit: String) throws {
        guard let units = try Folder.open(scope.unitFolder),
            let folder = try units.folder(FilePath(Self.folder(mountUnit)))
        else { return }
        try folder.remove(FilePath(scope.unit))
        try folder.sync()
        if units.removeEmptyFolder(FilePath(Self.folder(mountUnit))) { try units.sync() }
    }

    private static func folder(_ unit: String) -> String { unit + ".wants" }
}

// MARK: - The lock

/// Keeps two runs of `setup` apart, which would write the same files.
package enum SetupLock {
    /// Takes the lock, which holds for as long as the value lives.
    ///
    /// - Parameter runtime: a folder of the owner's that is gone after a reboot.
    package static func take(in runtime: String) throws -> FileLock {
        guard let above = try Folder.open(runtime) else {
            throw SetupError.noSession(user: UserAccount.name(ofUser: geteuid()))
        }
        // The folder is closed to others, since a user who can open the file can lock them out.
        let folder = try OwnFolder.make("apod-mirror-setup", in: above)
        do {
            return try FileLock("lock", in: folder)
        } catch {
            if case .locked = error { throw SetupError.busy }
            throw error
        }
    }
}
