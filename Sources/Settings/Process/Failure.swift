internal import Folder

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
