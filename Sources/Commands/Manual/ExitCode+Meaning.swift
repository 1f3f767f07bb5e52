internal import Settings

extension ExitCode {
    /// A sentence for the man page.
    var meaning: String {
        switch self {
        case .fine: "All is well. Days may be pending; the reason is told."
        case .notAllWell:
            "Answered, but not all is well: status is degraded, days are missing, damage was found, nothing matches."
        case .noDaemon: "There is no running service to tell its status."
        case .usage: "The command line makes no sense."
        case .unavailable: "The server cannot be reached; the service waits instead."
        case .root: "The mirror is missing, is none, was replaced or cannot be written; the service starts anew on it."
        case .inputOutput: "The disk is full or fails, or the system gives no more files or threads."
        case .busy: "Another apod-mirror is at work in the mirror."
        case .configuration: "A file of settings, a variable of the environment or the key is wrong."
        case .interrupted: "A signal ended the command early."
        }
    }
}
