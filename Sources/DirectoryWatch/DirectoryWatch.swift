public import Folder
internal import Glibc

/// Hints that something changed in a folder of the mirror or in its albums: sub-folders to any depth, but no dot-folders,
/// no mounts inside, and nothing behind a symbolic link.
///
/// A hint is never a fact: it has the consumer scan, and a scan at every hint misses nothing, since the kernel queues an
/// event before the call that caused it returns. The root above the folder is watched, too: for folders that come or go,
/// such as a year, and for the folder's own name, as a link in its place has it, and that of its record.
///
/// The watch is `apod-mirror-watch`, a process of its own. It is never told of a change among the folders: whenever one
/// came or went, or events were lost, it is ended, and another one gets all folders anew.
public struct DirectoryWatch: Sendable {
    public enum Hint: Equatable, Sendable {
        /// The watch is armed, for the first time or anew: anything may have changed before.
        case armed
        case changed
        /// No event tells of the changes here, which other machines make: a scan is due at every interval.
        case interval
    }

    let root: String
    let folder: FilePath
    let program: String?
    var interval = Duration.seconds(15)
    var isRemote: @Sendable (Folder) -> Bool = \.isRemote

    /// - Parameters:
    ///   - root: the mirror's root, by a path its owner chose.
    ///   - folder: the name of the folder in the root, which may be missing.
    ///   - program: the path of `apod-mirror-watch`; `nil` for the one that belongs to this program.
    public init(root: String, folder: FilePath, program: String? = nil) {
        (self.root, self.folder, self.program) = (root, folder, program)
    }

    static var usualProgram: String? { RunningProgram.companion("apod-mirror-watch") }

    /// Gives hints. Throws any error once the task is cancelled, else the one by which the watch failed; it can be run again.
    public func run(_ tell: (Hint) -> Void) async throws {
        while true {
            let began = ContinuousClock.now
            var pause = interval
            for try await hint in try hints() {
                // Folders that come and go without end take a quarter of a core at most.
                if hint == .armed { pause = min(began.duration(to: .now) * 3, .seconds(5)) }
                tell(hint)
            }
            try await Pause().wait(for: pause)
        }
    }

    /// The hints of one process, until another one must watch.
    func hints() throws -> AsyncThrowingStream<Hint, any Error> {
        let (ours, theirs) = try PassingSocket.pair()
        return AsyncThrowingStream { stream in
            stream.onTermination = { _ in ours.stop() }
            // File systems may block for any time, and so does the socket.
            DedicatedThread.start("favorites") {
                do {
                    try watch(ours, theirs) { stream.yield($0) }
                    stream.finish()
                } catch {
                    stream.finish(throwing: error)
                }
            }
        }
    }

    private func watch(_ ours: PassingSocket, _ theirs: PassingSocket, _ tell: (Hint) -> Void) throws {
        if try isBlind() { return tell(.interval) }
        guard let program = program ?? Self.usualProgram else {
            throw WatchError("apod-mirror-watch is not beside apod-mirror.")
        }
        var process = try WatchProcess(program, ours, theirs)
        defer { process.end() }
        try arm(&process)
        tell(.armed)
        while !process.isStale {
            try process.awaitEvent()
            tell(.changed)
        }
    }

    private func isBlind() throws -> Bool {
        let root = try existingRoot()
        return isRemote((try? root.folder(folder)) ?? root)
    }

    /// The root, opened by its path each time: an open handle would keep a disk mounted here from being unmounted.
    private func existingRoot() throws -> Folder {
        if let found = try Folder.open(root) { return found }
        throw WatchError("The mirror's folder \(root) is not there.")
    }

    /// Has every folder watched before it is listed, so that later changes in it are events.
    private func arm(_ process: inout WatchProcess) throws {
        try process.awaitStart()
        let root = try existingRoot()
        try process.watch(root, only: folder)
        guard let top = try reach({ () throws(FolderError) in try root.folder(folder) }) else { return }
        var albums: [FilePath] = []
        func watch(_ album: Folder, _ path: FilePath?) throws {
            try process.watch(album)
            let entries = try reach(album.entries) ?? []
            for entry in entries where entry.kind == .folder && entry.name.bytes.first != UInt8(ascii: ".") {
                albums.append(path?.appending(entry.name) ?? entry.name)
            }
        }
        try watch(top, nil)
        while let path = albums.popLast() {
            // A mount inside is not even opened: one whose server is gone would never answer.
            let album = try reach { () throws(FolderError) in try top.folderOnThisMount(path) }
            if let album { try watch(album, path) }
        }
    }

    /// Returns `nil` for a folder that is gone, a link or a file by now, or cannot be read; the scan reports those.
    /// Errors that would make the whole watch blind are thrown.
    private func reach<Result>(_ body: () throws(FolderError) -> Result?) throws -> Result? {
        do throws(FolderError) {
            return try body()
        } catch {
            guard case .system(_, _, let code) = error, [EMFILE, ENFILE, ENOMEM].contains(code) else { return nil }
            throw error
        }
    }
}
