package import Days
package import Folder
internal import Words

/// The reason why an entry of `favorites/` is no favorite. The entry stays as it is; the log and `status` name it once.
package enum Refusal: Hashable, Sendable {
    case outside
    case folder
    case loop
    /// A file, or a link to one, that is no day's picture.
    case noPicture
    case future(Day)
    /// NASA published nothing that day.
    case gap(Day)
    case unreadable(reason: String)
    /// Another program has leased the file.
    case inUse
    /// A FIFO, a socket or a device.
    case notAFile
}

extension Refusal {
    /// A line that is safe for a terminal, since it quotes names on disk. `entry` is a path below `favorites/`.
    package func sentence(entry: FilePath) -> String {
        printable("favorites/\(entry) is no favorite: \(reason)")
    }

    /// The problem, and the advice what to do.
    package var reason: String {
        switch self {
        case .outside: "it leads out of the mirror. Link to a picture in the mirror's own folders."
        case .folder: "it leads to a folder. Link to the pictures in it, or make a sub-folder here for an album."
        case .loop: "it leads back to itself. Delete it and link to the picture again."
        case .noPicture: "it is no day's picture of this mirror. Keep other files elsewhere, or leave it."
        case .future(let day): "\(day) has not come yet. Link to it again when it has."
        case .gap(let day): "NASA published no picture on \(day). Delete it, or leave it."
        case .unreadable(let reason): "it cannot be read (\(reason)). Check its permissions and its disk."
        case .inUse: "a program uses it that lets nobody else open it. It is looked at again."
        case .notAFile: "it is neither a link nor a file. Keep it elsewhere."
        }
    }
}
