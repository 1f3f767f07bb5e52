package import Archive
package import Favorites
internal import Folder
internal import Glibc
package import MirrorTree

/// Who makes favorites of links while a command runs: this process, under the mirror's lock, or the daemon that has it.
package enum FavoritesAccess: Sendable {
    case here(Archive)
    case elsewhere(Tree)

    /// Here if the mirror can be taken.
    package static func open(_ path: String, taking: () async throws -> Archive) async throws -> FavoritesAccess {
        do {
            return .here(try await taking())
        } catch RootError.locked {
            let tree = try Tree.open(path)
            if geteuid() == 0, let owner = try RootClaim.otherOwner(of: tree.root) {
                throw RootError.othersMirror(path: path, owner: owner, line: "")
            }
            return .elsewhere(tree)
        } catch RootError.othersMirror where geteuid() != 0 {
            // Whoever shares a mirror may make links in favorites/, and no more; root may do anything, and makes nothing.
            return .elsewhere(try Tree.open(path))
        } catch let error as FolderError where error.isNotWritable {
            // Whoever shares a mirror may write into favorites/ only.
            return .elsewhere(try Tree.open(path))
        }
    }

    package var tree: Tree {
        switch self {
        case .here(let archive): archive.tree
        case .elsewhere(let tree): tree
        }
    }

    /// What is persisted after one look.
    package func now(_ look: FavoritesLook = .allNames, tending: Bool = true) async throws -> FavoritesReport {
        switch self {
        case .here(let archive): try await archive.perform { try $0.favorites.run(over: look, tending: tending) }
        case .elsewhere(let tree): FavoritesReport(record: try tree.favoritesRecord() ?? FavoritesRecord())
        }
    }

    /// What is persisted, once nothing is pending: in a folder that is not trusted yet, what a command removes would
    /// only be given back.
    ///
    /// - Parameter looks: How many are made at most, besides those that go on at once with what is left of one.
    package func settled(_ first: FavoritesLook = .allNames, looks: Int = .max) async throws -> FavoritesReport {
        var report = try await now(first)
        var made = 1
        while let later = report.later, made < looks {
            try await Pause().wait(for: later.after)
            report = try await now(later.look)
            if later != LaterLook(after: .zero, look: .nothing) { made += 1 }
        }
        return report
    }

    /// What is persisted, once that is so; whatever it is by then when a daemon does not see to it in time.
    package func settled(
        until isSo: (FavoritesRecord) -> Bool, within patience: Duration = Self.patience
    ) async throws -> FavoritesReport {
        guard case .elsewhere(let tree) = self else { return try await settled() }
        let limit = ContinuousClock.now + patience
        var seen: FileStatus?
        var report = try await settled()
        while !isSo(report.record), ContinuousClock.now < limit {
            try await Pause().wait(for: .milliseconds(50))
            let status = try tree.root.status("favorites.json")
            if status != seen { report = try await settled() }
            seen = status
        }
        return report
    }

    /// A removal takes two looks that are two seconds apart, on a disk that may have to start turning.
    private static let patience = Duration.seconds(10)
}
