/// One name can have many spellings: on vfat, exFAT, NTFS and network shares case does not count, on others neither does
/// how an é is composed.
///
/// Only the listing tells which of them are one. Inode numbers do not: exfat-fuse makes one up for every spelling.
extension Folder {
    /// How the disk itself spells the name; `nil` when it is not there, or that cannot be told.
    public func spelling(of name: FilePath) throws(FolderError) -> FilePath? {
        guard try status(name) != nil else { return nil }
        let names = try entries().map(\.name)
        if names.contains(name) { return name }
        let folded = name.folded
        let alike = names.filter { $0.folded == folded }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Removes a name that another took the place of; `false` when it was left, because the other is not there, or may
    /// be the same one spelled otherwise.
    @discardableResult
    public func remove(_ name: FilePath, besides kept: FilePath) throws(FolderError) -> Bool {
        guard let kept = try spelling(of: kept), let name = try spelling(of: name), name != kept else { return false }
        try remove(name)
        return true
    }
}

extension FilePath {
    /// The same for all that some disk takes for one name. There is no harm in taking too many for one: what a name leads
    /// to is asked first.
    fileprivate var folded: String { description.uppercased().lowercased() }
}
