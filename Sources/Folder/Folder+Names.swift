internal import CLinux
internal import Glibc

/// Changes of names. Each is one step that happens whole or not at all, and is durable once the folder is synced.
///
/// Only bare names are taken, because the system calls would follow `../` and absolute paths.
extension Folder {
    /// Renames, and replaces any file that has the new name.
    public func rename(_ name: FilePath, to newName: FilePath, in folder: Folder) throws(FolderError) {
        try renameat2(name, newName, folder, flags: 0)
    }

    /// Renames to a free name; `false` when the name is taken.
    public func move(_ name: FilePath, to newName: FilePath) throws(FolderError) -> Bool {
        try move(name, to: newName, in: self)
    }

    /// Renames to a free name in another folder of the file system; `false` when the name is taken.
    public func move(_ name: FilePath, to newName: FilePath, in folder: Folder) throws(FolderError) -> Bool {
        if let isMoved = try moveExclusively(name, to: newName, in: folder) { return isMoved }
        guard try folder.status(newName) == nil else { return false }
        try rename(name, to: newName, in: folder)
        return true
    }

    /// Does what ``move(_:to:in:)`` does for a file whose present name nobody but this process uses. Such a file can get the
    /// new name by a hard link, which takes no name that is taken; the present one goes then.
    public func moveOwn(_ name: FilePath, to newName: FilePath, in folder: Folder) throws(FolderError) -> Bool {
        if let isMoved = try moveExclusively(name, to: newName, in: folder) { return isMoved }
        guard try link(name, as: newName, in: folder) else { return try move(name, to: newName, in: folder) }
        try remove(name)
        return true
    }

    /// Renames to a free name; `nil` where the file system cannot refuse a taken one, as NFS and others.
    private func moveExclusively(
        _ name: FilePath, to newName: FilePath, in folder: Folder
    ) throws(FolderError) -> Bool? {
        do {
            try renameat2(name, newName, folder, flags: UInt32(RENAME_NOREPLACE))
            return true
        } catch .system(_, _, EEXIST) {
            return false
        } catch .system(_, _, let code) where code == EINVAL || code == ENOSYS || code == EOPNOTSUPP {
            return nil
        }
    }

    /// Swaps a visible name with a hidden one, both of which must exist; `false` on a file system that cannot.
    ///
    /// The kernel reports the exchange as two moves, the arrival at the visible name last, so file managers see the new
    /// file come after the old one has gone. In the other order the last event is a removal, and the windows of
    /// Nautilus, Nemo and PCManFM show no file until they are reloaded.
    ///
    /// - Parameter folder: the folder of the hidden name; `nil` for this one.
    public func exchange(
        visible: FilePath, hidden: FilePath, in folder: Folder? = nil
    ) throws(FolderError) -> Bool {
        do {
            try renameat2(visible, hidden, folder ?? self, flags: UInt32(RENAME_EXCHANGE))
            return true
        } catch .system(_, _, let code) where code == EINVAL || code == ENOSYS || code == EOPNOTSUPP {
            return false
        }
    }

    private func renameat2(
        _ name: FilePath, _ newName: FilePath, _ folder: Folder, flags: UInt32
    ) throws(FolderError) {
        try check(name)
        try folder.check(newName)
        let code = name.withCString { from in
            newName.withCString { to in
                CLinux.renameat2(descriptor, from, folder.descriptor, to, flags)
            }
        }
        if code != 0 { throw FolderError("rename \(shown(name)) to", folder.shown(newName), errno) }
    }

    /// Gives a file a second name; `false` when that name is taken or the file system has no hard links.
    public func link(_ name: FilePath, as newName: FilePath, in folder: Folder) throws(FolderError) -> Bool {
        try check(name)
        try folder.check(newName)
        let code = name.withCString { from in
            newName.withCString { to in
                linkat(descriptor, from, folder.descriptor, to, 0)
            }
        }
        if code == 0 { return true }
        let reason = errno
        switch reason {
        case EEXIST, EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return false
        default: throw FolderError("link \(shown(name)) as", folder.shown(newName), reason)
        }
    }

    /// Gives an open file a further name, whatever its other names are by now. Returns `false` for any failure: the
    /// caller copies instead, and a copy that fails too tells the reason.
    public func link(_ file: OpenFile, as name: FilePath) throws(FolderError) -> Bool {
        try check(name)
        let source = FilePath(file.descriptorPath)
        return source.withCString { from in
            name.withCString { linkat(AT_FDCWD, from, descriptor, $0, AT_SYMLINK_FOLLOW) }
        } == 0
    }

    /// Makes a symbolic link; `false` when the name is taken, ``FolderError/noLinks(path:)`` where the disk has none.
    public func symlink(_ target: FilePath, as name: FilePath) throws(FolderError) -> Bool {
        try check(name)
        let code = target.withCString { text in
            name.withCString { symlinkat(text, descriptor, $0) }
        }
        if code == 0 { return true }
        let reason = errno
        switch reason {
        case EEXIST: return false
        // vfat and exFAT say EPERM, their FUSE drivers ENOSYS, network shares EOPNOTSUPP.
        case EPERM, ENOSYS, EOPNOTSUPP: throw .noLinks(path: shown(name))
        default: throw FolderError("make the link", shown(name), reason)
        }
    }

    /// The target of a symbolic link, as text; `nil` when the name is missing or no link.
    public func linkTarget(_ name: FilePath) throws(FolderError) -> FilePath? {
        try check(name)
        // The buffer is on the stack: an array made for the longest target would keep that room for ever.
        let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer -> FilePath? in
            guard let start = buffer.baseAddress else { return nil }
            let length = name.withCString { readlinkat(descriptor, $0, start, buffer.count) }
            return length < 0 ? nil : FilePath(bytes: Array(UnsafeRawBufferPointer(start: start, count: length)))
        }
        if let target { return target }
        let reason = errno
        if reason == ENOENT || reason == EINVAL { return nil }
        throw FolderError("read the link", shown(name), reason)
    }

    /// Removes a file or link; a missing name is no error.
    public func remove(_ name: FilePath) throws(FolderError) {
        try check(name)
        let code = name.withCString { unlinkat(descriptor, $0, 0) }
        if code == 0 { return }
        let reason = errno
        if reason != ENOENT { throw FolderError("remove", shown(name), reason) }
    }

    /// Removes an empty folder; returns whether it was removed.
    @discardableResult
    public func removeEmptyFolder(_ name: FilePath) -> Bool {
        name.isName && name.withCString { unlinkat(descriptor, $0, AT_REMOVEDIR) } == 0
    }
}

// MARK: - Spellings

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
    public var folded: String { description.uppercased().lowercased() }
}
