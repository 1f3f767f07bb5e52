internal import Folder
internal import Glibc

/// A program that runs to its end while this one waits.
package struct ChildProcess {
    package struct Ended: Equatable {
        /// The exit code; 128 and the number of the signal where a signal ended the program.
        package var code: Int32
        package var output: String
        package var errors: String
    }

    package var program: String
    package var arguments: [String]
    package var environment: [String: String]

    package init(program: String, arguments: [String], environment: [String: String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }

    package func run() throws -> Ended {
        let output = try Pipe()
        let errors = try Pipe()
        let number: Int32
        do {
            number = try Spawn.start(
                program, arguments, environment: environment, streams: [nil, output.writing, errors.writing])
        } catch {
            throw CommandFailure(command: program, reason: String(cString: strerror(error.code)) + ".")
        }
        output.closeWriting()
        errors.closeWriting()
        let texts = Pipe.readAll([output, errors])
        return Ended(code: Spawn.end(of: number), output: texts[0], errors: texts[1])
    }
}

/// A program that could not be started.
struct CommandFailure: Error, Equatable, CustomStringConvertible {
    let command: String
    let reason: String

    var description: String { "\(command) failed: \(reason)" }
}

/// A pipe for an output stream of a child process.
private final class Pipe {
    private let reading: CInt
    private(set) var writing: CInt

    init() throws {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw CommandFailure(command: "pipe", reason: String(cString: strerror(errno)) + ".")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        closeWriting()
        close(reading)
    }

    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Reads everything until the last writer has closed; all pipes side by side, so that no writer waits for another.
    static func readAll(_ pipes: [Pipe]) -> [String] {
        var texts = [[UInt8]](repeating: [], count: pipes.count)
        var open = Set(pipes.indices)
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while !open.isEmpty {
            let places = open.sorted()
            var polled = places.map { pollfd(fd: pipes[$0].reading, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
            for (place, facts) in zip(places, polled) where facts.revents != 0 {
                let count = read(pipes[place].reading, &buffer, buffer.count)
                let code = errno
                if count > 0 {
                    texts[place] += buffer[..<count]
                } else if count == 0 || code != EINTR {
                    open.remove(place)
                }
            }
        }
        return texts.map { String(decoding: $0, as: UTF8.self) }
    }
}
