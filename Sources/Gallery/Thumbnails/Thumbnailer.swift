internal import Days
package import Folder
internal import Glibc
internal import MirrorTree
package import Pictures

/// Decodes pictures in a child process, because untrusted bytes are never decoded in this one. The child starts with
/// its first picture, and ends with the last.
///
/// The actor has a thread of its own: it waits for the child.
package actor Thumbnailer {
    private nonisolated let thread = FileThread()
    private let program: String
    private let patience: Duration
    /// The child's messages on its standard error, until ``takeWords()`` returns them.
    private var said = ""
    /// The number of thumbnails staged so far.
    private var staged = 0
    /// The child under way, shared with ``stop()`` outside the actor.
    private nonisolated let running = Monitor<Running?>(nil)

    private struct Running {
        let process: Int32
        let socket: PassingSocket
        let errors: Pipe
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    package init(program: String, patience: Duration = Thumbnailer.patience) {
        self.program = program
        self.patience = patience
    }

    /// The child's answer for one picture.
    package enum Outcome: Sendable {
        /// The smaller pictures, with the decoder's complaint about the picture, if any.
        case made([OpenFile], complaint: String?)
        /// The picture has more pixels than may be decoded.
        case tooLarge
        case unreadable(String)
        /// The child did not finish; the picture may be fine.
        case interrupted(String)

        /// The fault that the decoder found in the bytes it was given, if any.
        var fault: String? {
            switch self {
            case .made(_, let complaint): complaint
            case .unreadable(let reason): reason
            case .tooLarge, .interrupted: nil
            }
        }
    }

    /// The longest wait for an answer, by the clock. The child limits its own processor time (`Limits`), so a busy
    /// machine costs no picture its thumbnail; this limit is for a child that was stopped, or waits for a disk that is
    /// gone.
    package static let patience = Duration.seconds(120)

    /// Makes smaller pictures; a cancelled task kills the child.
    ///
    /// - Parameter withLook: whether the smallest is to contain the perceptual hash.
    package func shrink(_ picture: OpenFile, to widths: [Int], withHash: Bool = false) async throws -> Outcome {
        try await withTaskCancellationHandler {
            try Task.checkCancellation()
            return try ask(picture, widths, withHash)
        } onCancel: {
            stop()
        }
    }

    /// Whether two files of that size show one picture, by their perceptual hashes; `false` where one of them cannot be
    /// decoded, or shows too little. The child ends with this, and other callers wait meanwhile.
    package func showTheSame(_ one: OpenFile, _ other: OpenFile, _ size: PixelSize) async throws -> Bool {
        defer { end() }
        // The shorter side has twice the pixels that are hashed.
        let width = 2 * PerceptualHash.side * max(size.width, size.height) / size.height
        do {
            guard let one = try await hash(of: one, width), let other = try await hash(of: other, width) else {
                return false
            }
            return one.isLike(other)
        } catch let error as CancellationError {
            throw error
        } catch {
            return false
        }
    }

    private func hash(of picture: OpenFile, _ width: Int) async throws -> PerceptualHash? {
        guard case .made(let files, complaint: nil) = try await shrink(picture, to: [width], withHash: true) else {
            return nil
        }
        return PerceptualHash(in: try files[0].read(PerceptualHash.length, at: 0))
    }

    /// Stages a file for its commit; waiting for the disk, too, is this thread's. Its name is unique, since other
    /// thumbnailers may be at work on the same day.
    func stage(_ file: OpenFile, in tree: Tree) throws -> Saver.Staged {
        staged += 1
        return try tree.saver().stage(wholeCopyOf: file, as: "thumbnail \(ObjectIdentifier(self).hashValue) \(staged)")
    }

    private func ask(_ picture: OpenFile, _ widths: [Int], _ withHash: Bool) throws -> Outcome {
        let outputs = try widths.map { try OpenFile.inMemory("\($0)") }
        let words = widths.map { "\($0)" } + (withHash ? ["look"] : [])
        let socket = try handOver(words.joined(separator: " "), [picture] + outputs)
        do {
            guard let answer = try socket.receive(within: patience) else {
                let code = end(byForce: true) ?? 0
                try Task.checkCancellation()
                switch code {
                // Another than the mirror killed it: a machine short of memory ends the decoder first.
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

    /// Returns and clears the child's messages since the last call, as one short line; `nil` where there are none.
    func takeWords() -> String? {
        defer { said = "" }
        return said.nilIfEmpty
    }

    private func listen() {
        running.withLock { $0?.errors }.map(listen)
    }

    private func listen(to errors: Pipe) {
        let words = errors.words().split(whereSeparator: \.isNewline).filter { !Self.isForDevelopers($0) }
            .joined(separator: " ")
        if said.isEmpty { said = printable(String(decoding: words.utf8.prefix(Self.mostWords), as: UTF8.self)).oneLine }
    }

    /// GraphicsMagick tells its own developers that a picture has more than one comment. Nothing is wrong with it.
    private static func isForDevelopers(_ line: Substring) -> Bool {
        line.hasPrefix("SetImageAttribute: Extending attribute")
    }

    private static let mostWords = 400

    /// A child that ended between two pictures is started again: the next picture is not at fault.
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

    /// The files are inspected, since the child's word is not trusted.
    private func read(_ answer: String, _ outputs: [OpenFile]) throws -> Outcome {
        let words = answer.split(separator: " ")
        switch words.first {
        case "made":
            for output in outputs {
                guard let facts = try? PictureFacts(inspecting: output), facts.format == .jpeg else {
                    end(byForce: true)
                    return .unreadable("the decoder made no picture of it")
                }
            }
            let though = " though "
            let complaint = answer.offset(of: though).map {
                printable(String(decoding: answer.utf8.dropFirst($0 + though.utf8.count), as: UTF8.self))
            }
            return .made(outputs, complaint: complaint)
        case "large": return .tooLarge
        default: return .unreadable(printable(words.dropFirst().joined(separator: " ")))
        }
    }

    /// Throws ``NoDecoder`` when the child does not become ready.
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

    /// Starts the child. On return only the child holds its ends of socket and pipe, so their closing tells of its end.
    private func start() throws -> Running {
        let (ours, theirs) = try PassingSocket.pair()
        let (errors, theirErrors) = try Pipe.make(losesExcess: true)
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

    /// Ends the child without force; it has nothing to do at this time.
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
            // The child has not been waited for while the lock is held, so the process ID is still its own.
            kill(running.process, SIGKILL)
        }
    }
}

/// The decoder does not start.
struct NoDecoder: Error, CustomStringConvertible {
    let description: String
}

/// The program that decodes pictures.
package enum ThumbnailProgram {
    package static let name = "apod-mirror-thumbnailer"

    /// Returns `nil` when the program is not there.
    package static func path() -> String? { RunningProgram.companion(name) }
}
