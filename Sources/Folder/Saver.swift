internal import Glibc

/// The durable write: every file of the mirror that matters comes into being here.
///
/// Temporary in `incoming/` (the same file system) → write → flush → group and mode → rename → flush of the folder. So
/// a reader, and a machine that lost power, sees the former file or the new one, whole. In bulk many files are staged,
/// then flushed together: the journal is written once instead of once a file. `syncfs` is never used; it would wait for
/// other programs' writes.
public struct Saver: Sendable {
    public let incoming: Folder

    public init(through incoming: Folder) {
        self.incoming = incoming
    }

    public enum Durability: Sendable {
        /// The file and its name are on disk when the call returns.
        case durable
        /// The file is never torn, but the former version may come back after a power cut. For files that can be made
        /// again.
        case whole
        /// The file is whole for every reader, but a power cut may lose it. For files that are soon written again.
        case unflushed
    }

    /// Writes one file; returns its status in its place.
    @discardableResult
    public func save(
        _ bytes: [UInt8], as name: FilePath, in folder: Folder, _ durability: Durability = .durable
    ) throws(FolderError) -> FileStatus {
        try save(as: name, in: folder, durability) { file throws(FolderError) in try file.write(bytes) }
    }

    /// Writes one file with the bytes of another.
    @discardableResult
    public func save(
        copyOf source: OpenFile, as name: FilePath, in folder: Folder, _ durability: Durability = .durable
    ) throws(FolderError) -> FileStatus {
        try save(as: name, in: folder, durability) { file throws(FolderError) in try file.fill(from: source) }
    }

    /// Writes files of one folder, durably: they are flushed side by side, and the folder once for all their names. After a
    /// power cut each of them is the former one or the new one.
    public func save(_ files: [(name: FilePath, bytes: [UInt8])], in folder: Folder) throws(FolderError) {
        if files.isEmpty { return }
        var staged: [Staged] = []
        do {
            for file in files { staged.append(try stage(file.bytes, as: "\(file.name).new")) }
            try Self.flush(staged.map(\.file), [])
            for (staged, file) in zip(staged, files) { try place(staged, as: file.name, in: folder) }
        } catch {
            staged.forEach(discard)
            throw error
        }
        try folder.sync()
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

    /// A written file in `incoming/` that is not flushed yet.
    public struct Staged: Sendable {
        public let name: FilePath
        public let file: OpenFile
    }

    /// Writes a file into `incoming/` and leaves it there.
    public func stage(_ bytes: [UInt8], as name: FilePath) throws(FolderError) -> Staged {
        try stage(as: name) { file throws(FolderError) in try file.write(bytes) }
    }

    /// Writes a copy of another file into `incoming/` and leaves it there.
    public func stage(copyOf source: OpenFile, as name: FilePath) throws(FolderError) -> Staged {
        try stage(as: name) { file throws(FolderError) in try file.fill(from: source) }
    }

    /// Writes a copy of another file into `incoming/` and flushes its data, so that its later place never has a torn
    /// file.
    public func stage(wholeCopyOf source: OpenFile, as name: FilePath) throws(FolderError) -> Staged {
        let staged = try stage(copyOf: source, as: name)
        do {
            try staged.file.flushData()
        } catch {
            discard(staged)
            throw error
        }
        return staged
    }

    /// A left-over of that name stays until the new file is whole: it may be the only trace of an interrupted commit.
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

    /// Flushes many files together, and `incoming/` itself. After it a power cut leaves all of them whole but those
    /// that are returned with their reasons; before it any of them may be torn or missing. Throws where the disk is full.
    ///
    /// A file whose flush failed is discarded, never retried: the kernel may have dropped its pages.
    public func flush(_ window: [Staged]) throws(FolderError) -> [FilePath: FolderError] {
        var lost: [FilePath: FolderError] = [:]
        for staged in window { staged.file.startFlush() }
        let failures = Self.failures(window.map(\.file), [incoming])
        for case (let staged, let error?) in zip(window, failures) {
            discard(staged)
            lost[staged.name] = error
        }
        if let full = lost.values.first(where: \.isDiskFull) { throw full }
        if let failure = failures.last ?? nil { throw failure }
        // The names of those that were discarded do not come back.
        if !lost.isEmpty { try incoming.sync() }
        return lost
    }

    /// Flushes files and folders that do not depend on each other, side by side: all of it takes little more time than
    /// the slowest. Throws where any could not be flushed.
    public static func flush(_ files: [OpenFile], _ folders: [Folder]) throws(FolderError) {
        for case let failure? in failures(files, folders) { throw failure }
    }

    /// The failures of the flushes, first those of files.
    private static func failures(_ files: [OpenFile], _ folders: [Folder]) -> [FolderError?] {
        let all = files.map(Flushed.file) + folders.map(Flushed.folder)
        return ConcurrentCalls.failures(all) { flushed throws(FolderError) in try flushed.flush() }
    }

    private enum Flushed: Sendable {
        case file(OpenFile)
        case folder(Folder)

        func flush() throws(FolderError) {
            switch self {
            case .file(let file): try file.flush()
            case .folder(let folder): try folder.sync()
            }
        }
    }

    /// Renames a staged file into its place. The file gets the folder's group; its mode comes from the umask.
    public func place(_ staged: Staged, as name: FilePath, in folder: Folder) throws(FolderError) {
        try hand(staged, to: folder)
        try incoming.rename(staged.name, to: name, in: folder)
    }

    /// Renames a staged file into its place, if that is free; `false` where it is taken.
    public func place(_ staged: Staged, asFree name: FilePath, in folder: Folder) throws(FolderError) -> Bool {
        try hand(staged, to: folder)
        return try incoming.moveOwn(staged.name, to: name, in: folder)
    }

    /// Writes a file under a free name; `false` where the name is taken after all.
    public func save(_ bytes: [UInt8], asFree name: FilePath, in folder: Folder) throws(FolderError) -> Bool {
        let staged = try stage(bytes, as: "\(name).new")
        do {
            try staged.file.flushData()
            if try place(staged, asFree: name, in: folder) { return true }
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
            // Only a member of the group may give it a file; the file is as good without it.
            _ = fchown(staged.file.descriptor, uid_t.max, group)
        }
    }

    /// Removes a staged file; if that fails, the next start sweeps it away.
    public func discard(_ staged: Staged) {
        try? incoming.remove(staged.name)
    }
}
