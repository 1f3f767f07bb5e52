package import Archive
package import Favorites
internal import Folder
internal import Glibc
package import MirrorTree

/// The process that makes favorites of links while a command runs: this one, under the mirror's lock, or another.
package enum FavoritesAccess: Sendable {
    case here(Archive)
    case elsewhere(Tree)

    /// Takes the mirror's lock for this process, unless another has it or the mirror is another user's.
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
            // A user who shares a mirror may make links in favorites/, and no more; root could write anywhere, and is
            // refused.
            return .elsewhere(try Tree.open(path))
        } catch let error as FolderError where error.isNotWritable {
            // A user who shares a mirror may write into favorites/ only.
            return .elsewhere(try Tree.open(path))
        }
    }

    package var tree: Tree {
        switch self {
        case .here(let archive): archive.tree
        case .elsewhere(let tree): tree
        }
    }

    /// Makes one pass if the mirror is taken ``here(_:)``, and returns what is persisted.
    package func now(isThorough: Bool = false, isTending: Bool = true) async throws -> FavoritesReport {
        switch self {
        case .here(let archive):
            try await archive.perform { try $0.favorites.run(isThorough: isThorough, isTending: isTending) }
        case .elsewhere(let tree): FavoritesReport(record: try tree.favoritesRecord() ?? FavoritesRecord())
        }
    }

    /// Makes passes until nothing is pending: in a folder that is not trusted yet, a link that a command removes would
    /// only be made again.
    ///
    /// - Parameter passes: The most to make, not counting those that only continue an unfinished one.
    package func settled(isThorough: Bool = false, passes: Int = .max) async throws -> FavoritesReport {
        var report = try await now(isThorough: isThorough)
        var made = 1
        while let later = report.later, made < passes {
            try await Pause().wait(for: later)
            report = try await now()
            if later > .zero { made += 1 }
        }
        return report
    }

    /// Waits until the record is as wanted, or `patience` is over, and returns what is persisted.
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

    /// A removal takes two passes that are two seconds apart, on a disk that may have to spin up first.
    private static let patience = Duration.seconds(10)
}
