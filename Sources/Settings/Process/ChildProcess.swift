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
        let (number, output, errors) = try start()
        let texts = Pipe.wholeTexts(of: [output, errors])
        return Ended(code: Spawn.end(of: number), output: texts[0], errors: texts[1])
    }

    /// Starts the program. On return only it holds its ends of the pipes, so their closing tells of its end.
    private func start() throws -> (number: Int32, output: Pipe, errors: Pipe) {
        let (output, itsOutput) = try Pipe.make()
        let (errors, itsErrors) = try Pipe.make()
        do {
            let number = try Spawn.start(
                program, arguments, environment: environment,
                streams: [nil, itsOutput.descriptor, itsErrors.descriptor])
            withExtendedLifetime((itsOutput, itsErrors)) {}
            return (number, output, errors)
        } catch {
            throw CommandFailure(command: program, reason: String(cString: strerror(error.code)) + ".")
        }
    }
}

/// A program that could not be started.
struct CommandFailure: Error, Equatable, CustomStringConvertible {
    let command: String
    let reason: String

    var description: String { "\(command) failed: \(reason)" }
}
