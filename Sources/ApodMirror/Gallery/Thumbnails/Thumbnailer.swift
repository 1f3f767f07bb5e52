internal import Folder
internal import Glibc
internal import Pictures

/// One process that decodes pictures, because untrusted bytes are never decoded in this one: started with its first
/// picture, and ended with the last.
///
/// An actor with a thread of its own: it waits for the other process.
actor Thumbnailer {
    private nonisolated let thread = FileThread()
    private let program: String
    /// How many files it has written.
    private var staged = 0
    /// Shared with whoever stops it from outside.
    private nonisolated let running = Monitor<Running?>(nil)

    private struct Running {
        let process: Int32
        let socket: PassingSocket
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    init(program: String) {
        self.program = program
    }

    /// The smaller pictures of one, in the order of the widths, the largest first.
    enum Answer: Sendable {
        case made([OpenFile])
        /// More pixels than may be decoded.
        case tooLarge
        case unreadable(String)
        /// The picture may be as good as any.
        case interrupted(String)
    }

    /// It answers within this time, or ends because it may not take so much of the processor: what takes longer does so
    /// because the machine is busy.
    private static let patience = Duration.seconds(9)

    /// Broken off when the task is cancelled.
    func shrink(_ picture: OpenFile, to widths: [Int]) async throws -> Answer {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try ask(picture, widths)
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

    private func ask(_ picture: OpenFile, _ widths: [Int]) throws -> Answer {
        let outputs = try widths.map { try OpenFile.inMemory("\($0)") }
        let socket = try handOver(widths.map { "\($0)" }.joined(separator: " "), [picture] + outputs)
        do {
            guard let answer = try socket.receive(within: Self.patience) else {
                let code = end(byForce: true) ?? 0
                try Task.checkCancellation()
                // Not by us: who is short of memory takes what can best be done without.
                if code == 128 + SIGKILL { return .interrupted("the decoder was killed") }
                return .unreadable("the decoder ended with \(code)")
            }
            return try read(answer.text, outputs)
        } catch SocketError.timeUp {
            end(byForce: true)
            return .interrupted("it takes too long")
        }
    }

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
            return .made(outputs)
        case "large": return .tooLarge
        default: return .unreadable(printable(words.dropFirst().joined(separator: " ")))
        }
    }

    /// Throws ``NoDecoder`` when it does not come to be ready.
    private func started() throws -> PassingSocket {
        if let socket = running.withLock({ $0?.socket }) { return socket }
        let (ours, theirs) = try PassingSocket.pair()
        let process: Int32
        do {
            process = try Spawn.start(
                program, [], environment: ["PATH": "/usr/bin:/bin"],
                streams: [theirs.descriptor, nil, STDERR_FILENO])
        } catch {
            throw NoDecoder(description: "\(error)")
        }
        // Until here the other end must be open; from here on only the other process has it.
        withExtendedLifetime(theirs) {}
        running.withLock { $0 = Running(process: process, socket: ours) }
        guard let word = try? ours.receive(within: Self.patience), word.text == "ready" else {
            let code = end(byForce: true) ?? 0
            try Task.checkCancellation()
            throw NoDecoder(description: "\(program) does not start (it ended with \(code)).")
        }
        if Task.isCancelled {
            end(byForce: true)
            throw CancellationError()
        }
        return ours
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
