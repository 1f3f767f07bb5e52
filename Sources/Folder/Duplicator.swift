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
            if try clone(source, as: name, in: folder, describe) { return .cloned }
            withoutClones.insert(identity.device)
        }
        if try link(source, as: name, in: folder, isTaken: standing != nil) { return .linked }
        try copy([(source, name)], in: folder) { copy, _ in describe(copy) }
        return .copied
    }

    /// Copies files in any case: a later write to either spares the other. Their bytes are flushed side by side; they get
    /// their names in their order, once all of them are whole.
    ///
    /// - Parameter describe: sets a copy's attributes before it is seen under its name.
    public func copy(
        _ sources: [(file: OpenFile, name: FilePath)], in folder: Folder,
        describe: (OpenFile, FilePath) -> Void = { _, _ in }
    ) throws(FolderError) {
        var staged: [(copy: Saver.Staged, name: FilePath)] = []
        do {
            for (file, name) in sources {
                let copy = try saver.stage(as: Self.temporary(name)) { copy throws(FolderError) in
                    try copy.fill(from: file)
                }
                staged.append((copy, name))
                describe(copy.file, name)
            }
            try Saver.flush(staged.map(\.copy.file), [])
            for (copy, name) in staged { try saver.place(copy, as: name, in: folder) }
        } catch {
            // What got its name is no longer in `incoming/`.
            for (copy, _) in staged { saver.discard(copy) }
            throw error
        }
    }

    private func clone(
        _ source: OpenFile, as name: FilePath, in folder: Folder, _ describe: (OpenFile) -> Void
    ) throws(FolderError) -> Bool {
        let staged = try saver.stage(as: Self.temporary(name)) { (_) throws(FolderError) in }
        do {
            if staged.file.clone(source) {
                describe(staged.file)
                try staged.file.flush()
                try saver.place(staged, as: name, in: folder)
                return true
            }
        } catch {
            saver.discard(staged)
            throw error
        }
        saver.discard(staged)
        return false
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

    private static func temporary(_ name: FilePath) -> FilePath {
        "\(name).second"
    }
}
