internal import CInotifyTools
public import Folder
internal import Glibc

/// Hints that files changed in a folder or below it, and where.
///
/// A hint is never a fact: it says which names to scan again, not what happened. The first hint names nothing and comes
/// when the watch is armed. A consumer that then scans everything, and later the names of every hint, misses no change:
/// the system queues an event before the call that caused it returns. Later hints come at once after a burst of events,
/// and those that arrive while the consumer is busy are merged into one.
///
/// Besides the folder with its albums (sub-folders to any depth; no dot-folders, no mounts inside, nothing behind a
/// symbolic link), the root above it is watched: for the folder itself to go, come or be replaced, and for the other
/// names that the caller asks for. The folder may be missing; the root and the control folder must exist.
///
/// Each iteration is a watch with its own thread, which ends with the iteration. libinotifytools holds one instance a
/// process, so a second watch is armed only when the first has ended and cleaned up.
public struct DirectoryWatch: Sendable {
    let place: Place
    let forcedMode: Mode?

    /// - Parameters:
    ///   - root: The mirror's root, by a path its owner chose.
    ///   - folder: The name of the folder in the root.
    ///   - control: The path below the root of a private folder, by which a sleeping watch is woken to end. It stays
    ///     open during an iteration; nothing is written there.
    ///   - matters: Whether it is worth a hint when this other name in the root comes, goes or is written. Asked on
    ///     the watch's thread.
    public init(
        root: String, folder: FilePath, control: FilePath, matters: @escaping @Sendable (_ name: FilePath) -> Bool
    ) {
        self.init(root: root, folder: folder, control: control, mode: nil, matters: matters)
    }

    init(
        root: String, folder: FilePath, control: FilePath, mode: Mode?,
        matters: @escaping @Sendable (_ name: FilePath) -> Bool
    ) {
        place = Place(root: root, folder: folder, control: control, matters: matters)
        forcedMode = mode
    }
}

struct Place: Sendable {
    let root: String
    let folder: FilePath
    let control: FilePath
    let matters: @Sendable (FilePath) -> Bool

    func shown(_ path: FilePath) -> String { "\(root)/\(path)" }
}

// MARK: - Mode

extension DirectoryWatch {
    /// The way in which changes are noticed.
    public enum Mode: Hashable, Sendable {
        case inotify
        /// A hint at each interval, where inotify does not see other machines' changes: on network and FUSE mounts.
        case rescan(every: Duration)
    }

    /// The way in which an iteration that starts now would notice changes. This reads the disk.
    public var mode: Mode {
        if let forcedMode { return forcedMode }
        // A folder that cannot be opened here is reported with its reason when the watch is armed.
        guard let root = try? Folder.open(place.root) else { return .inotify }
        let folder = try? root.folder(place.folder)
        return (folder ?? root).isRemote ? .rescan(every: .seconds(15)) : .inotify
    }
}

// MARK: - Iteration

extension DirectoryWatch: AsyncSequence {
    public typealias Element = Changes
    public typealias Failure = WatchError

    /// An iteration ends, and with it the watch, when it is dropped or its task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        private var signals: AsyncStream<Void>.Iterator
        private let session: WatchSession

        init(_ signals: AsyncStream<Void>, _ session: WatchSession) {
            self.signals = signals.makeAsyncIterator()
            self.session = session
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WatchError) -> Changes? {
            while await signals.next(isolation: actor) != nil {
                if let changes = session.takeChanges() { return changes }
            }
            if let failure = session.takeFailure() { throw failure }
            return nil
        }

        /// Stays on its caller's actor, which the standard library's version would leave.
        public mutating func next() async throws(WatchError) -> Changes? {
            try await next(isolation: #isolation)
        }
    }

    public func makeAsyncIterator() -> Iterator {
        let session = WatchSession()
        let signals = AsyncStream<Void>(bufferingPolicy: .bufferingNewest(1)) { signal in
            signal.onTermination = { _ in session.stop() }
            DedicatedThread.start("favorites") {
                work(session) { changes in
                    session.report(changes)
                    signal.yield()
                }
                signal.finish()
            }
        }
        return Iterator(signals, session)
    }

    /// Runs on the watch's own thread, because file systems may block for any time.
    private func work(_ session: WatchSession, _ report: @escaping (Changes) -> Void) {
        if case .rescan(let interval) = mode {
            repeat { report(.anywhere) } while session.sleeps(interval)
            return
        }
        guard session.takeTurn() else { return }
        defer { session.endTurn() }
        do throws(WatchError) {
            try Reader(place: place, session: session, report: report).run()
        } catch {
            session.fail(error)
        }
    }
}

// MARK: - Errors

/// The reason why a watch cannot begin or go on.
public enum WatchError: Error, Equatable, Sendable {
    case noRoot(path: String)
    case noControl(path: String)
    /// More folders than one user may watch; the limit is `nil` in a sandbox that does not let it be read.
    case tooManyFolders(path: String, limit: Int?)
    /// More inotify instances than one user may have, with the limit as above.
    case tooManyInstances(limit: Int?)
    /// The descriptor is beyond the first 1,024, which are all that the library's `select` can use.
    case descriptorTooHigh(Int32)
    case folder(FolderError)
    /// Any other failure that the system reports.
    case system(action: String, path: String, code: Int32)

    /// EMFILE has two meanings: the user's limit of instances, or the process's of descriptors.
    static func noInstance(code: Int32) -> WatchError {
        let isOutOfDescriptors = (try? Folder.open("/")) == nil
        return code == EMFILE && !isOutOfDescriptors
            ? .tooManyInstances(limit: known(inotifytools_get_max_user_instances()))
            : .system(action: "start", path: "inotify", code: code)
    }

    static func cannotWatch(_ path: String, code: Int32) -> WatchError {
        code == ENOSPC
            ? .tooManyFolders(path: path, limit: known(inotifytools_get_max_user_watches()))
            : .system(action: "watch", path: path, code: code)
    }

    private static func known(_ limit: CInt) -> Int? { limit < 0 ? nil : Int(limit) }
}

extension WatchError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noRoot(let path):
            "The mirror's folder \(path) is not there."
        case .noControl(let path):
            "The folder \(path) is not there, without which a watch could not be ended. Make it and start again."
        case .tooManyFolders(let path, let limit):
            "Linux lets one user watch \(Self.number(limit)) folders at once, and \(path) would be one too many; "
                + "raise the limit with: sysctl fs.inotify.max_user_watches=\(max(2 * (limit ?? 0), 524_288))"
        case .tooManyInstances(let limit):
            "Linux lets one user have \(Self.number(limit)) watching programs at once, and this would be one too many; "
                + "raise the limit with: sysctl fs.inotify.max_user_instances=\(max(2 * (limit ?? 0), 1_024))"
        case .descriptorTooHigh(let number):
            "The watch got descriptor \(number) and can use only those below \(FD_SETSIZE): "
                + "too many files were open when it began."
        case .folder(let error):
            error.description
        case .system(let action, let path, let code):
            "Could not \(action) \(path): \(Self.reason(code))."
        }
    }

    private static func number(_ limit: Int?) -> String { limit.map { "\($0)" } ?? "only so many" }

    private static func reason(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
