internal import Folder

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
