internal import Folder

/// The folders of a daemon's sockets. The daemon writes their paths into the mirror's lock, a line each, where commands and
/// serve find them.
package struct DaemonFolders: Equatable, Sendable {
    /// Where commands meet the daemon.
    package let control: String
    /// Where serve asks for stars; `nil` of a daemon before 1.1.
    package let stars: String?

    package init(control: String, stars: String) {
        (self.control, self.stars) = (control, stars)
    }

    /// `nil` where a daemon has not come so far, or there never was one.
    package init?(of tree: Tree) throws {
        guard let bytes = try tree.root.read(Tree.own.appending("lock"), limit: 4_096) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("/") }
        guard let control = lines.first else { return nil }
        (self.control, stars) = (String(control), lines.dropFirst().first.map(String.init))
    }

    package var text: String { "\(control)\n\(stars.map { "\($0)\n" } ?? "")" }
}
