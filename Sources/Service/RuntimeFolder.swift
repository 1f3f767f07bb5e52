package import Archive
package import Folder
internal import Glibc
package import MirrorTree
package import Settings

/// The folder of a daemon's control socket and status. The daemon writes its path into the mirror's lock.
package struct RuntimeFolder: Equatable, Sendable {
    package let path: String
    private var place = Place.given

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
        if let folder = environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first {
            path = String(folder)
        } else if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
            path = "\(folder)/apod-mirror/\(mirror.id)"
            place = .ours(above: folder, name: "apod-mirror/\(mirror.id)")
        } else {
            path = "/tmp/apod-mirror-\(geteuid())-\(mirror.id)"
            place = .shared
        }
    }

    /// The folder that a daemon wrote down; `nil` when it has not come so far, or there never was a daemon.
    package init?(of tree: Tree) throws {
        guard let bytes = try tree.root.read(Self.note, limit: 4_096) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first, line.hasPrefix("/") else { return nil }
        path = String(line)
    }

    /// Makes the folder and writes down where it is. A folder of another user's is refused: in `/tmp` any user may have
    /// made one of that name.
    package func make(for archive: Archive, _ log: Log) async throws -> Folder {
        let folder = try made()
        do {
            try archive.claim.write("\(path)\n")
        } catch let error as FolderError where error.isDiskFull {
            log.warning("\(error) Until there is room, commands do not find the daemon.")
        }
        return folder
    }

    private func made() throws -> Folder {
        switch place {
        case .given:
            let folder = try Folder.make(path)
            try OwnFolder.check(folder)
            return folder
        case .ours(let above, let name):
            return try OwnFolder.make(name, in: Folder.make(above))
        case .shared:
            let name = FilePath(String(path.dropFirst("/tmp/".count)))
            return try OwnFolder.make(name, in: Folder.make("/tmp"), isAboveShared: true)
        }
    }

    private static let note = Tree.own.appending("lock")
}
