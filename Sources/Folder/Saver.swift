internal import Glibc

/// The durable write: every file of the mirror that matters comes into being here.
///
/// Temporary in `incoming/` (the same file system) → write → flush → group and mode → rename → flush of the folder.
/// So a reader, and a machine that lost power, sees the former file or the new one, whole. In bulk many files are
/// staged, then flushed together: the journal is written once instead of once a file. `syncfs` is never used; it
/// would wait for strangers' writes.
public struct Saver: Sendable {
    public let incoming: Folder

    public init(through incoming: Folder) {
        self.incoming = incoming
    }

    public enum Durability: Sendable {
        /// On disk, name and all, when the call returns.
        case durable
        /// Never torn, but the former version may come back after a power cut. For what can be made again.
        case whole
        /// Whole for every reader, and lost with the power. For what is written once more at once.
        case unflushed
    }

    /// Writes one file; returns what the file system knows of it in its place.
    @discardableResult
    public func save(
        _ bytes: [UInt8], as name: FilePath, in folder: Folder, _ durability: Durability = .durable
    ) throws(FolderError) -> FileStatus {
        try save([bytes[...]], as: name, in: folder, durability)
    }

    /// The same with bytes that lie in several places.
    @discardableResult
    public func save(
        _ pieces: [ArraySlice<UInt8>], as name: FilePath, in folder: Folder, _ durability: Durability = .durable
    ) throws(FolderError) -> FileStatus {
        try save(as: name, in: folder, durability) { file throws(FolderError) in
            for piece in pieces { try file.write(piece) }
        }
    }

    /// The same with the bytes of another.
    @discardableResult
    public func save(
        copyOf source: OpenFile, as name: FilePath, in folder: Folder, _ durability: Durability = .durable
    ) throws(FolderError) -> FileStatus {
        try save(as: name, in: folder, durability) { file throws(FolderError) in try file.fill(from: source) }
    }

    private func save(
        as name: FilePath, in folder: Folder, _ durability: Durability,
        fill: (OpenFile) throws(FolderError) -> Void
    ) throws(FolderError) -> FileStatus {
        let staged = try stage(as: "\(name).new", fill)
        do {
            switch durability {
            case .durable: try staged.file.flush()
            case .whole: try staged.file.flushData()
            case .unflushed: break
            }
            try place(staged, as: name, in: folder)
        } catch {
            discard(staged)
            throw error
        }
        if durability == .durable { try folder.sync() }
        return try staged.file.status()
    }

    /// A file in `incoming/` that is written and not yet flushed.
    public struct Staged: Sendable {
        public let name: FilePath
        public let file: OpenFile
    }

    /// Writes a file into `incoming/` and leaves it there.
    public func stage(_ bytes: [UInt8], as name: FilePath) throws(FolderError) -> Staged {
        try stage(as: name) { file throws(FolderError) in try file.write(bytes) }
    }

    /// The same with the bytes of another file, and flushed: what takes the place soon is never torn.
    public func stage(wholeCopyOf source: OpenFile, as name: FilePath) throws(FolderError) -> Staged {
        let staged = try stage(as: name) { file throws(FolderError) in try file.fill(from: source) }
        do {
            try staged.file.flushData()
        } catch {
            discard(staged)
            throw error
        }
        return staged
    }

    /// A left-over of that name holds until the new file is whole: it may be all that tells of a commit cut short.
    func stage(
        as name: FilePath, _ fill: (OpenFile) throws(FolderError) -> Void
    ) throws(FolderError) -> Staged {
        if try incoming.status(name) != nil {
            let staged = try stage(under: "\(name).new", fill)
            try incoming.rename(staged.name, to: name, in: incoming)
            return Staged(name: name, file: staged.file)
        }
        return try stage(under: name, fill)
    }

    private func stage(
        under name: FilePath, _ fill: (OpenFile) throws(FolderError) -> Void
    ) throws(FolderError) -> Staged {
        let staged = Staged(name: name, file: try incoming.create(name))
        do {
            try fill(staged.file)
        } catch {
            discard(staged)
            throw error
        }
        return staged
    }

    /// Takes up a file that lies in `incoming/` already, `nil` when it does not.
    public func staged(_ name: FilePath) throws(FolderError) -> Staged? {
        guard let file = try incoming.open(name) else { return nil }
        return Staged(name: name, file: file)
    }

    /// Flushes many files together, and `incoming/` itself: after it, a power cut leaves all of them whole but those that
    /// are returned with their reasons. Throws where none can be written, as on a full disk.
    ///
    /// A file whose flush failed is thrown away, never retried: the kernel may have dropped its pages.
    public func flush(_ window: [Staged]) throws(FolderError) -> [FilePath: FolderError] {
        var lost: [FilePath: FolderError] = [:]
        for staged in window { staged.file.startFlush() }
        let failures = SideBySide.map(window) { staged -> FolderError? in
            do throws(FolderError) {
                try staged.file.flush()
                return nil
            } catch {
                return error
            }
        }
        for case (let staged, let error?) in zip(window, failures) {
            discard(staged)
            lost[staged.name] = error
        }
        if let full = lost.values.first(where: \.isDiskFull) { throw full }
        try incoming.sync()
        return lost
    }

    /// Gives a staged file its place. It gets the folder's group; its mode came with it from the umask.
    public func place(_ staged: Staged, as name: FilePath, in folder: Folder) throws(FolderError) {
        try hand(staged, to: folder)
        try incoming.rename(staged.name, to: name, in: folder)
    }

    /// Writes a file whose name is to be free, and was just now; `false` where something has it after all.
    public func save(_ bytes: [UInt8], asFree name: FilePath, in folder: Folder) throws(FolderError) -> Bool {
        let staged = try stage(bytes, as: "\(name).new")
        do {
            try staged.file.flushData()
            try hand(staged, to: folder)
            if try incoming.move(staged.name, to: name, in: folder) { return true }
        } catch {
            discard(staged)
            throw error
        }
        discard(staged)
        return false
    }

    private func hand(_ staged: Staged, to folder: Folder) throws(FolderError) {
        let group = try folder.status().group
        if try staged.file.status().group != group {
            // Only a member of the group may hand a file to it; the file is as good without.
            _ = fchown(staged.file.descriptor, uid_t.max, group)
        }
    }

    /// Removes a staged file. One that cannot be removed is swept at the next start.
    public func discard(_ staged: Staged) {
        try? incoming.remove(staged.name)
    }
}
