internal import Folder
internal import Glibc

/// The reason why there is no watch.
public struct WatchError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    static func cannotStart(_ code: Int32) -> WatchError {
        guard code == EMFILE else { return WatchError("apod-mirror-watch could not start: \(reason(code)).") }
        return tooMany("have", "watching programs at once, and this", "max_user_instances", atLeast: 1_024)
    }

    static func cannotWatch(_ path: String, _ code: Int32) -> WatchError {
        guard code == ENOSPC else { return WatchError("Could not watch \(path): \(reason(code)).") }
        return tooMany("watch", "folders at once, and \(path)", "max_user_watches", atLeast: 524_288)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

    private static func tooMany(_ verb: String, _ what: String, _ name: FilePath, atLeast least: Int) -> WatchError {
        let bytes = try? Folder.open("/proc/sys/fs/inotify")?.open(name)?.read(32, at: 0)
        // Some sandboxes do not let the limit be read.
        let limit = Int(String(decoding: bytes ?? [], as: UTF8.self).filter { !$0.isWhitespace })
        return WatchError(
            "Linux lets one user \(verb) \(limit.map { "\($0)" } ?? "only so many") \(what) would be one too many; "
                + "raise the limit with: sysctl fs.inotify.\(name)=\(max(2 * (limit ?? 0), least))")
    }
}
