package import Settings

/// Why a folder cannot be used as the mirror's root.
package enum RootError: ExitCoded, Equatable, Sendable, CustomStringConvertible {
    case missing(path: String)
    /// The folder is there and is no mirror.
    case notMirror(path: String)
    /// The folder is not ours to fill: `--create` takes a missing or empty folder, or a tree of ours.
    case foreign(path: String)
    case newer(path: String, version: Int)
    case damagedIdentity(path: String)
    case locked(path: String)
    /// Files that this process makes would not be the mirror's owner's; `line` is what the caller should have typed.
    case othersMirror(path: String, owner: String, line: String)
    /// `.apod-mirror/` belongs to another user than the mirror itself.
    case foreignOwn(path: String, owner: String)
    /// The path leads to another folder than the one that was opened, or the folder to another path.
    case replaced(path: String)
    /// The service runs as `user`, who cannot write there; `mending` is the command line that helps.
    case notWritable(path: String, user: String, reason: String, mending: String)

    package var exitCode: ExitCode {
        if case .locked = self { return .busy }
        return .root
    }

    package var description: String {
        switch self {
        case .missing(let path):
            "There is no folder \(path). Is its disk mounted? "
                + "To make a new mirror there: apod-mirror sync --create --mirror \(path.shellWord)"
        case .notMirror(let path):
            "\(path) is not a mirror: .apod-mirror/mirror.json is missing. Is its disk mounted? "
                + "To make a new mirror there: apod-mirror sync --create --mirror \(path.shellWord)"
        case .foreign(let path):
            "\(path) holds files that are not a mirror's, so no mirror was made there. Choose an empty folder."
        case .newer(let path, let version):
            "\(path) was written by a newer apod-mirror (format \(version)). Install that version; nothing was changed."
        case .damagedIdentity(let path):
            "\(path)/.apod-mirror/mirror.json cannot be read as a mirror's identity. Move the file away and run "
                + "apod-mirror sync --create --mirror \(path.shellWord); the pictures stay."
        case .othersMirror(let path, let owner, let line):
            "\(path) belongs to \(owner), and what another user makes there would not be theirs. As \(owner): \(line)"
        case .foreignOwn(let path, let owner):
            "\(path)/.apod-mirror belongs to \(owner), and the mirror does not, so nothing in it is believed. Move it away and "
                + "run apod-mirror sync --create --mirror \(path.shellWord); the pictures stay."
        case .locked(let path):
            "Another apod-mirror is at work in \(path). Wait until it is done."
        case .replaced(let path):
            "\(path) was moved, replaced or unmounted while it was in use. Nothing more is written there."
        case .notWritable(let path, let user, let reason, let mending):
            "\(path) cannot be written to by \(user) (\(reason)). To mend it: \(mending)"
        }
    }
}
