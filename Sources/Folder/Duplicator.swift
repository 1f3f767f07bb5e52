/// Gives files a second name that keeps their content.
///
/// A clone is made where the file system can: it takes no room, and a later write to either file spares the other. Else
/// a hard link is made, which takes no room either and is safe against removal and replacement, and else a copy. The
/// second file appears whole and replaces any file of its name. The caller makes it durable by syncing the folder, once
/// for all its files.
public struct Duplicator {
    private let saver: Saver
    /// Devices whose file system refused a clone: asking again for every file would cost more than the hard link.
    private var withoutClones: Set<UInt64> = []

    public init(_ saver: Saver) {
        self.saver = saver
    }

    /// How a file came to its second name.
    public enum Way: Sendable {
        /// The name belongs to that very file already.
        case same
        case cloned, linked, copied
    }

    /// - Parameter describe: sets a clone's or copy's attributes before it is seen; a hard link has its file's.
    @discardableResult
    public mutating func duplicate(
        _ source: OpenFile, as name: FilePath, in folder: Folder, describe: (OpenFile) -> Void = { _ in }
    ) throws(FolderError) -> Way {
        let identity = try source.status().identity
        let standing = try folder.status(name)
        if standing?.identity == identity { return .same }
        if !withoutClones.contains(identity.device) {
            let staged = try saver.stage(as: Self.temporary(name)) { (_) throws(FolderError) in }
            if staged.file.clone(source) {
                try place(staged, as: name, in: folder, describe)
                return .cloned
            }
            saver.discard(staged)
            withoutClones.insert(identity.device)
        }
        if try link(source, as: name, in: folder, isTaken: standing != nil) { return .linked }
        try copy(source, as: name, in: folder, describe: describe)
        return .copied
    }

    /// Copies the file in any case: a later write to either file spares the other.
    public func copy(
        _ source: OpenFile, as name: FilePath, in folder: Folder, describe: (OpenFile) -> Void = { _ in }
    ) throws(FolderError) {
        let staged = try stageCopy(of: source, as: name)
        try place(staged, as: name, in: folder, describe)
    }

    /// Copies several files, whose bytes are flushed side by side. They get their names in their order, once all of
    /// them are whole.
    ///
    /// - Parameter describe: sets the first one's attributes before it is seen.
    public func copy(
        _ sources: [(file: OpenFile, name: FilePath)], in folder: Folder, describe: (OpenFile) -> Void
    ) throws(FolderError) {
        var staged: [(copy: Saver.Staged, name: FilePath)] = []
        do {
            for (file, name) in sources { staged.append((try stageCopy(of: file, as: name), name)) }
            if let first = staged.first { describe(first.copy.file) }
            try Saver.flush(staged.map(\.copy.file), [])
            for (copy, name) in staged { try saver.place(copy, as: name, in: folder) }
        } catch {
            // What got its name is no longer in `incoming/`.
            for (copy, _) in staged { saver.discard(copy) }
            throw error
        }
    }

    private func stageCopy(of source: OpenFile, as name: FilePath) throws(FolderError) -> Saver.Staged {
        try saver.stage(as: Self.temporary(name)) { copy throws(FolderError) in try copy.fill(from: source) }
    }

    private static func temporary(_ name: FilePath) -> FilePath {
        "\(name).second"
    }

    private func place(
        _ staged: Saver.Staged, as name: FilePath, in folder: Folder, _ describe: (OpenFile) -> Void
    ) throws(FolderError) {
        describe(staged.file)
        do {
            try staged.file.flush()
            try saver.place(staged, as: name, in: folder)
        } catch {
            saver.discard(staged)
            throw error
        }
    }

    private func link(
        _ source: OpenFile, as name: FilePath, in folder: Folder, isTaken: Bool
    ) throws(FolderError) -> Bool {
        if !isTaken { return try folder.link(source, as: name) }
        let incoming = saver.incoming
        let temporary = Self.temporary(name)
        try incoming.remove(temporary)
        guard try incoming.link(source, as: temporary) else { return false }
        do {
            try incoming.rename(temporary, to: name, in: folder)
        } catch {
            try? incoming.remove(temporary)
            throw error
        }
        // rename(2) leaves both names where they are links to one file, as when another process made the link first.
        try incoming.remove(temporary)
        return true
    }
}
