internal import CInotifyTools
public import Folder
internal import Glibc

/// The reason why a watch cannot begin or go on.
public enum WatchError: Error, Equatable, Sendable {
    case noRoot(path: String)
    case noControl(path: String)
    /// More folders than one user may watch; the limit is `nil` in a sandbox that does not let it be read.
    case tooManyFolders(path: String, limit: Int?)
    /// More inotify instances than one user may have, with the limit as above.
    case tooManyInstances(limit: Int?)
    /// The descriptor is beyond the first 1,024, which are all that the library's `select` can use.
    case descriptorTooHigh(Int32)
    case folder(FolderError)
    /// Any other failure that the system reports.
    case system(action: String, path: String, code: Int32)

    /// EMFILE has two meanings: the user's limit of instances, or the process's of descriptors.
    static func noInstance(code: Int32) -> WatchError {
        let isOutOfDescriptors = (try? Folder.open("/")) == nil
        return code == EMFILE && !isOutOfDescriptors
            ? .tooManyInstances(limit: known(inotifytools_get_max_user_instances()))
            : .system(action: "start", path: "inotify", code: code)
    }

    static func cannotWatch(_ path: String, code: Int32) -> WatchError {
        code == ENOSPC
            ? .tooManyFolders(path: path, limit: known(inotifytools_get_max_user_watches()))
            : .system(action: "watch", path: path, code: code)
    }

    private static func known(_ limit: CInt) -> Int? { limit < 0 ? nil : Int(limit) }
}

extension WatchError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noRoot(let path):
            "The mirror's folder \(path) is not there."
        case .noControl(let path):
            "The folder \(path) is not there, without which a watch could not be ended. Make it and start again."
        case .tooManyFolders(let path, let limit):
            "Linux lets one user watch \(Self.number(limit)) folders at once, and \(path) would be one too many; "
                + "raise the limit with: sysctl fs.inotify.max_user_watches=\(max(2 * (limit ?? 0), 524_288))"
        case .tooManyInstances(let limit):
            "Linux lets one user have \(Self.number(limit)) watching programs at once, and this would be one too many; "
                + "raise the limit with: sysctl fs.inotify.max_user_instances=\(max(2 * (limit ?? 0), 1_024))"
        case .descriptorTooHigh(let number):
            "The watch got descriptor \(number) and can use only those below \(FD_SETSIZE): "
                + "too many files were open when it began."
        case .folder(let error):
            error.description
        case .system(let action, let path, let code):
            "Could not \(action) \(path): \(Self.reason(code))."
        }
    }

    private static func number(_ limit: Int?) -> String { limit.map { "\($0)" } ?? "only so many" }

    private static func reason(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
