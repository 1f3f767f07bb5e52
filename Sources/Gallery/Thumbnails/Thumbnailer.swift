internal import Folder
internal import Glibc
internal import MirrorTree
internal import Pictures
internal import Words

/// One process that decodes pictures, because untrusted bytes are never decoded in this one: started with its first
/// picture, and ended with the last.
///
/// An actor with a thread of its own: it waits for the other process.
package actor Thumbnailer {
    private nonisolated let thread = FileThread()
    private let program: String
    private let patience: Duration
    /// What the other process said on its standard error, until somebody asks for it.
    private var said = ""
    /// How many files it has written.
    private var staged = 0
    /// Shared with whoever stops it from outside.
    private nonisolated let running = Monitor<Running?>(nil)

    private struct Running {
        let process: Int32
        let socket: PassingSocket
        let errors: Overheard
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    init(program: String, patience: Duration = Thumbnailer.patience) {
        self.program = program
        self.patience = patience
    }

    /// The smaller pictures of one, in the order of the widths, the largest first.
    enum Answer: Sendable {
        /// With what the decoder says is wrong with the picture, if anything is.
        case made([OpenFile], complaint: String?)
        /// More pixels than may be decoded.
        case tooLarge
        case unreadable(String)
        /// The picture may be as good as any.
        case interrupted(String)

        /// What the decoder says is wrong with the bytes it was given.
        var fault: String? {
            switch self {
            case .made(_, let complaint): complaint
            case .unreadable(let reason): reason
            case .tooLarge, .interrupted: nil
            }
        }
    }

    /// How much of the processor it may take for a picture the process limits itself (`Limits`), so a busy machine costs
    /// no picture its thumbnail. By the clock only one is given up that was stopped, or waits for a disk that is gone.
    static let patience = Duration.seconds(120)

    /// Broken off when the task is cancelled.
    ///
    /// - Parameter withLook: whether the smallest is to say what the picture looks like.
    func shrink(_ picture: OpenFile, to widths: [Int], withLook: Bool = false) async throws -> Answer {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try ask(picture, widths, withLook)
        } onCancel: {
            stop()
        }
    }

    /// Writes what was made to where it can take its place from; waiting for the disk, too, is this thread's. Under a name
    /// that nobody else has, since others may be at work on the same day.
    func stage(_ file: OpenFile, in tree: Tree) throws -> Saver.Staged {
        staged += 1
        return try tree.saver().stage(wholeCopyOf: file, as: "thumbnail \(ObjectIdentifier(self).hashValue) \(staged)")
    }

    private func ask(_ picture: OpenFile, _ widths: [Int], _ withLook: Bool) throws -> Answer {
        let outputs = try widths.map { try OpenFile.inMemory("\($0)") }
        let words = widths.map { "\($0)" } + (withLook ? ["look"] : [])
        let socket = try handOver(words.joined(separator: " "), [picture] + outputs)
        do {
            guard let answer = try socket.receive(within: patience) else {
                let code = end(byForce: true) ?? 0
                try Task.checkCancellation()
                switch code {
                // Not by us: who is short of memory takes what can best be done without.
                case 128 + SIGKILL: return .interrupted("the decoder was killed")
                case 128 + SIGXCPU: return .interrupted("it takes too much of the processor")
                default: return .unreadable("the decoder ended with \(code)")
                }
            }
            listen()
            return try read(answer.text, outputs)
        } catch SocketError.timeUp {
            end(byForce: true)
            return .interrupted("the decoder stands still")
        }
    }

    /// What it said besides since the last time this was asked, on one line and not much; `nil` when nothing.
    func takeWords() -> String? {
        defer { said = "" }
        return said.nilIfEmpty
    }

    private func listen() {
        running.withLock { $0?.errors }.map(listen)
    }

    private func listen(to errors: Overheard) {
        let words = errors.words().split(whereSeparator: \.isNewline).filter { !Self.isForDevelopers($0) }
            .joined(separator: " ")
        if said.isEmpty { said = printable(String(decoding: words.utf8.prefix(Self.mostWords), as: UTF8.self)).oneLine }
    }

    /// GraphicsMagick tells its own developers that a picture has more than one comment. Nothing is wrong with it.
    private static func isForDevelopers(_ line: Substring) -> Bool {
        line.hasPrefix("SetImageAttribute: Extending attribute")
    }

    private static let mostWords = 400

    /// What ended between two pictures did so for no fault of the next one.
    private func handOver(_ text: String, _ files: [OpenFile]) throws -> PassingSocket {
        do {
            let socket = try started()
            try socket.send(text, files: files)
            return socket
        } catch is SocketError {
            end(byForce: true)
            let socket = try started()
            try socket.send(text, files: files)
            return socket
        }
    }

    /// Its word is not taken for what is in the files.
    private func read(_ answer: String, _ outputs: [OpenFile]) throws -> Answer {
        let words = answer.split(separator: " ")
        switch words.first {
        case "made":
            for output in outputs {
                guard let facts = try? PictureFacts(inspecting: output), facts.format == .jpeg else {
                    end(byForce: true)
                    return .unreadable("the decoder made no picture of it")
                }
            }
            let complaint = answer.firstRange(of: " though ").map { printable(String(answer[$0.upperBound...])) }
            return .made(outputs, complaint: complaint)
        case "large": return .tooLarge
        default: return .unreadable(printable(words.dropFirst().joined(separator: " ")))
        }
    }

    /// Throws ``NoDecoder`` when it does not come to be ready.
    private func started() throws -> PassingSocket {
        if let socket = running.withLock({ $0?.socket }) { return socket }
        let started = try start()
        running.withLock { $0 = started }
        guard let word = try? started.socket.receive(within: patience), word.text == "ready" else {
            let code = end(byForce: true) ?? 0
            try Task.checkCancellation()
            let words = takeWords().map { " and said: \($0)" } ?? ""
            throw NoDecoder(description: "\(program) does not start (it ended with \(code)\(words)).")
        }
        if Task.isCancelled {
            end(byForce: true)
            throw CancellationError()
        }
        return started.socket
    }

    /// When this returns, only the other process has its ends: their closing is what tells of its own.
    private func start() throws -> Running {
        let (ours, theirs) = try PassingSocket.pair()
        let (errors, theirErrors) = try Overheard.pipe()
        do {
            let process = try Spawn.start(
                program, [], environment: ["PATH": "/usr/bin:/bin"],
                streams: [theirs.descriptor, nil, theirErrors.descriptor])
            withExtendedLifetime((theirs, theirErrors)) {}
            return Running(process: process, socket: ours, errors: errors)
        } catch {
            throw NoDecoder(description: "\(error)")
        }
    }

    /// Has it end when it is done with what it has, which is nothing.
    func end() {
        end(byForce: false)
    }

    @discardableResult
    private func end(byForce: Bool) -> Int32? {
        let former = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let former else { return nil }
        former.socket.stop()
        if byForce { kill(former.process, SIGKILL) }
        defer { listen(to: former.errors) }
        return Spawn.end(of: former.process)
    }

    private nonisolated func stop() {
        running.withLock { running in
            guard let running else { return }
            // Under the lock: nobody has waited for it yet, so the number is still its own.
            kill(running.process, SIGKILL)
        }
    }
}

/// No picture can be decoded.
struct NoDecoder: Error, CustomStringConvertible {
    let description: String
}
