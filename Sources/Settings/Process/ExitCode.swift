internal import Folder

/// The exit codes of the process, in the numbers of `sysexits.h` where it has one.
package enum ExitCode: Int32, CaseIterable, Codable, Sendable {
    /// All is well, or nothing is wrong that a sync has not told before.
    case fine = 0
    /// The answer is given, but not all is well: `status` is degraded, something that NASA has is newly missing, disbelieved
    /// or disputed, `verify` found damage, `search` or `credits` found nothing.
    case notAllWell = 1
    /// `status` was asked, no daemon runs, and all is well.
    case noDaemon = 3
    /// The command line makes no sense.
    case usage = 64
    /// The source cannot be reached; one-shot commands only, the daemon waits.
    case unavailable = 69
    /// The root is missing, foreign, replaced or not writable. The unit restarts on it, to build its sandbox anew.
    case root = 73
    /// The disk is full or fails, or the system gives no more files or threads.
    case inputOutput = 74
    /// Another instance holds the mirror, or ended in the middle of an order. The command can be given again.
    case busy = 75
    /// A configuration file or an environment variable is wrong.
    case configuration = 78
    /// A person or the system ended a one-shot command early.
    case interrupted = 130
}

/// An error that says with which exit code the program ends. Any other error ends it with `inputOutput`.
package protocol ExitCoded: Error {
    var exitCode: ExitCode { get }
}

extension ExitCode {
    package init(of error: any Error) {
        self = (error as? any ExitCoded)?.exitCode ?? .inputOutput
    }

    package init(of result: Result<ExitCode, any Error>) {
        switch result {
        case .success(let code): self = code
        case .failure(let error): self.init(of: error)
        }
    }
}

/// An error as a person meets it: a sentence and the exit code that goes with it.
package struct Failure {
    package let sentence: String
    package let exitCode: ExitCode

    package init(_ error: any Error) {
        sentence = "apod-mirror: \(error)"
        exitCode = ExitCode(of: error)
    }
}

extension FolderError: ExitCoded {
    package var exitCode: ExitCode {
        switch self {
        case .symlink, .notFolder: .root
        case _ where isNotWritable: .root
        case .locked, .inUse: .busy
        default: .inputOutput
        }
    }
}
