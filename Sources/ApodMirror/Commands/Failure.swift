internal import Folder
internal import Glibc
internal import HTTP
internal import NASA

/// An error as a person meets it: a sentence and the exit code that goes with it.
struct Failure {
    let sentence: String
    let exitCode: ExitCode

    init(_ error: any Error) {
        sentence = "apod-mirror: \(error)"
        exitCode = Self.code(of: error)
    }

    static func code(of error: any Error) -> ExitCode {
        switch error {
        case is UsageError: .usage
        case let error as ConfigurationError: error.exitCode
        case let error as SetupError: error.exitCode
        case is UnfitPath: .usage
        case is UntrustedPath, is NotShown: .root
        case is SourceError, is ListeningError, is NotCompared: .unavailable
        case RootError.locked: .busy
        case is RootError, is FavoritesError, is NotTheirs: .root
        case is DiskLow: .inputOutput
        case let error as FolderError: code(of: error)
        case is HideError, is NoPicture, is NothingDisputed, is FavoriteError, is WallpaperError: .notAllWell
        case is APIKeyError, is UnknownGroup: .configuration
        case is NotOwn, is DaemonForeign: .root
        default: .inputOutput
        }
    }

    private static func code(of error: FolderError) -> ExitCode {
        switch error {
        case .symlink, .notFolder: .root
        case _ where error.isNotWritable: .root
        case .locked, .inUse: .busy
        default: .inputOutput
        }
    }
}
