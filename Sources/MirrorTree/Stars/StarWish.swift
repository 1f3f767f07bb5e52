package import Days
package import Folder

/// The wish of a user who pressed a star in the gallery: that a day be a favorite, or be none. It is written `+2026-07-04` or
/// `-2026-07-04`, in the address that the page asks for and in the message that serve sends to the daemon.
package struct StarWish: Equatable, Sendable {
    package let day: Day
    package let isWanted: Bool

    package init?(_ text: some StringProtocol) {
        guard let sign = text.utf8.first, "+-".utf8.contains(sign), text.utf8.count == 11,
            let day = Day(String(text.dropFirst()))
        else { return nil }
        (self.day, isWanted) = (day, sign == UInt8(ascii: "+"))
    }

    package var text: String { "\(isWanted ? "+" : "-")\(day)" }
}

// MARK: - From serve to the daemon

extension StarWish {
    /// The name of the socket at which the daemon takes wishes, in a folder of its own (``DaemonFolders``).
    package static let socket: FilePath = "wish"

    /// The most bytes of a message.
    package static let longest = 4_096

    /// The time within which the daemon answers. A serve that has heard nothing by then waits no longer.
    package static let patience = Duration.seconds(10)

    /// The message: the wish, and the id of the mirror that is meant, since the daemon of another one may listen by now.
    package func message(to mirror: String) -> [UInt8] { Array("\(text) \(mirror)".utf8) }

    /// Reads a message; `nil` where it is longer than one may be, or says anything else.
    package static func read(_ message: [UInt8]) -> (wish: StarWish, mirror: String)? {
        guard message.count <= longest, let line = String(validating: message, as: UTF8.self) else { return nil }
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let wish = StarWish(parts[0]), !parts[1].isEmpty else { return nil }
        return (wish, String(parts[1]))
    }
}
