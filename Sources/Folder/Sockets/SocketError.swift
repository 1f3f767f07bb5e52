internal import Glibc

public enum SocketError: Error, Equatable, Sendable {
    case tooLong(path: String)
    case timeUp(path: String)
    case system(action: String, path: String, code: Int32)

    init(_ action: String, _ path: String, _ code: Int32) {
        self = .system(action: action, path: path, code: code)
    }
}

extension SocketError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong(let path): "\(path) is too long for the name of a socket, which may have 107 bytes."
        case .timeUp(let path): "Nothing came through \(path) in time."
        case .system(let action, let path, let code): "Could not \(action) \(path): \(FolderError.reason(code))."
        }
    }
}
