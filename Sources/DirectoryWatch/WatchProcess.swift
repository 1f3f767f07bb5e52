internal import Folder
internal import Glibc

/// A run of `apod-mirror-watch`; its `main.c` describes the messages.
struct WatchProcess {
    /// Whether a folder came or went, or events were lost: then another process must watch.
    private(set) var isStale = false
    private let socket: PassingSocket
    /// `nil` once it has ended.
    private var number: Int32?
    private let wasStopped = Monitor(false)

    /// The longest wait for an answer. A process that is stopped is noticed at once.
    private static let patience = Duration.seconds(60)

    init(_ program: String, _ socket: PassingSocket, _ theirs: PassingSocket) throws {
        let number = try Spawn.start(program, [], environment: [:], streams: [theirs.descriptor, nil, nil])
        (self.socket, self.number) = (socket, number)
        // The socket does not tell that a process is stopped.
        DedicatedThread.start("watch's end") { [wasStopped] in
            if Spawn.isStopped(afterWaitingFor: number) { wasStopped.withLock { $0 = true } }
            socket.stop()
        }
    }

    /// Ends it by force: it holds nothing.
    @discardableResult
    mutating func end() -> Int32 {
        guard let number else { return 0 }
        self.number = nil
        // The number cannot be another process's before it is waited for.
        kill(number, SIGKILL)
        return Spawn.end(of: number)
    }

    mutating func awaitStart() throws {
        if let code = try answer() { throw WatchError.cannotStart(code) }
    }

    /// Returns once the folder is watched.
    ///
    /// - Parameter name: the name that matters there, also with `.json` behind it; `nil` where all do.
    mutating func watch(_ folder: Folder, only name: FilePath? = nil) throws {
        // A process that is gone is noticed when its answer is awaited.
        try? socket.send(name?.description ?? "/", folder: folder)
        if let code = try answer() { throw WatchError.cannotWatch(folder.path, code) }
    }

    mutating func awaitEvent() throws {
        if try message(within: nil) != "changed" { isStale = true }
    }

    /// The code of a refusal; `nil` for consent. Events that come before it are noted.
    private mutating func answer() throws -> Int32? {
        while true {
            let words = try message(within: Self.patience).split(separator: " ")
            switch words.first {
            case "ready", "watched": return nil
            case "refused": return words.last.flatMap { Int32($0) } ?? EIO
            case "changed": continue
            default: isStale = true
            }
        }
    }

    private mutating func message(within limit: Duration?) throws -> String {
        if let message = try socket.receive(within: limit) { return message.text }
        let code = end()
        if wasStopped.withLock({ $0 }) { throw WatchError("apod-mirror-watch was stopped.") }
        let how = code > 128 ? "was ended by signal \(code - 128)" : "ended with \(code)"
        throw WatchError("apod-mirror-watch \(how).")
    }
}
