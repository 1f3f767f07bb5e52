/// The damage to a day's picture or its JSON.
package enum Damage: Equatable, Sendable {
    /// The JSON cannot be read.
    case metadata(path: String)
    /// The JSON names a file that is not there.
    case missing(path: String)
    /// The file's bytes are not those that were stored.
    case changed(path: String)
    /// The disk does not give the file's bytes back.
    case unreadable(path: String, reason: String)
}

extension Damage: CustomStringConvertible {
    package var description: String {
        switch self {
        case .metadata(let path): "\(path) cannot be read as a day's metadata."
        case .missing(let path): "\(path) is missing."
        case .changed(let path): "\(path) is not what was stored: its sum differs."
        case .unreadable(let path, let reason): "\(path) cannot be read. \(reason)"
        }
    }
}
