package import Archive
package import Folder
internal import Glibc
package import MirrorTree
package import Settings

/// The folders of a daemon's sockets, of which the first has its status, too.
package struct RuntimeFolder: Equatable, Sendable {
    package let path: String
    private var place = Place.given
    /// The second folder that the unit wants, which the sandbox of serve shows while stars are on.
    private var stars: String?

    private enum Place: Equatable {
        /// Made by systemd, as the unit wants it.
        case given
        /// Made by this process, below the user's own folder.
        case ours(above: String, name: FilePath)
        /// Made by this process in `/tmp`, where a folder of that name may be any user's.
        case shared
    }

    static let status: FilePath = "status.json"

    /// Chooses systemd's folder, else one in the user's own, else one in `/tmp`.
    package init(environment: [String: String], mirror: MirrorIdentity) {
        let given = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").map(String.init) ?? []
        if let folder = given.first {
            path = folder
            stars = given.dropFirst().first
        } else if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
            path = "\(folder)/apod-mirror/\(mirror.id)"
            place = .ours(above: folder, name: "apod-mirror/\(mirror.id)")
        } else {
            path = "/tmp/apod-mirror-\(geteuid())-\(mirror.id)"
            place = .shared
        }
    }

    /// Makes the folders and writes down where they are. A folder of another user's is refused: in `/tmp` any user may
    /// have made one of that name.
    package func make(for archive: Archive, _ log: Log) async throws -> (control: Folder, stars: Folder) {
        let control = try made()
        let stars = try stars.map(Self.given) ?? OwnFolder.make("stars", in: control)
        do {
            try archive.claim.write(DaemonFolders(control: path, stars: stars.path).text)
        } catch let error as FolderError where error.isDiskFull {
            log.warning("\(error) Until there is room, commands and stars do not find the daemon.")
        }
        return (control, stars)
    }

    private func made() throws -> Folder {
        switch place {
        case .given:
            return try Self.given(path)
        case .ours(let above, let name):
            return try OwnFolder.make(name, in: Folder.make(above))
        case .shared:
            let name = FilePath(String(path.dropFirst("/tmp/".count)))
            return try OwnFolder.make(name, in: Folder.make("/tmp"), isAboveShared: true)
        }
    }

    private static func given(_ path: String) throws -> Folder {
        let folder = try Folder.make(path)
        try OwnFolder.check(folder)
        return folder
    }
}
