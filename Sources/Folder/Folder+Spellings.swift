/// A name can have many spellings: on vfat, exFAT, NTFS and network shares case does not count, on others neither does
/// how an é is composed.
///
/// Only the listing tells which spellings are one file. Inode numbers do not: exfat-fuse makes one up for each.
extension Folder {
    /// The name as the disk spells it; `nil` when the name is missing or its spelling is ambiguous.
    public func spelling(of name: FilePath) throws(FolderError) -> FilePath? {
        guard try status(name) != nil else { return nil }
        let names = try entries().map(\.name)
        if names.contains(name) { return name }
        let folded = name.folded
        let alike = names.filter { $0.folded == folded }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Removes a name that another has replaced. Returns `false` when the name was left, because the other is missing
    /// or may be the same file spelled otherwise.
    @discardableResult
    public func remove(_ name: FilePath, besides kept: FilePath) throws(FolderError) -> Bool {
        guard let kept = try spelling(of: kept), let name = try spelling(of: name), name != kept else { return false }
        try remove(name)
        return true
    }
}

extension FilePath {
    /// A key that is equal for all spellings that some disk takes for one name. It may be equal for more:
    /// ``Folder/spelling(of:)`` first asks whether the name exists.
    fileprivate var folded: String { description.uppercased().lowercased() }
}
