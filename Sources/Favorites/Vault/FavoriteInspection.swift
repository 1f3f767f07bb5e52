internal import Days
internal import Folder
package import MirrorTree

/// Checks how favorites are kept, and changes nothing.
package struct FavoriteInspection: Sendable {
    private let tree: Tree
    private let vault: Vault?
    /// `favorites/`
    private let top: Folder?

    package init(_ tree: Tree) throws {
        self.tree = tree
        vault = try Vault(in: tree)
        top = try tree.root.everybodysFolder(Tree.favorites)
    }

    /// The health of each favorite, in the same order. Reading thousands takes its time, so all cores read.
    package func health(of favorites: [Favorite]) async throws -> [FavoriteHealth] {
        let share = (favorites.count + TaskThreads.width - 1) / TaskThreads.width
        return try await withThrowingTaskGroup(of: (Int, [FavoriteHealth]).self) { group in
            for start in stride(from: 0, to: favorites.count, by: max(1, share)) {
                group.addTask {
                    var month: OpenMonth?
                    return (start, try favorites[start...].prefix(share).map { try health(of: $0, in: &month) })
                }
            }
            var parts: [(start: Int, health: [FavoriteHealth])] = []
            for try await part in group { parts.append(part) }
            return parts.sorted { $0.start < $1.start }.flatMap(\.health)
        }
    }

    package func health(of favorite: Favorite) throws -> FavoriteHealth {
        var month: OpenMonth?
        return try health(of: favorite, in: &month)
    }

    /// A month's folders, open for all of its days that come one after the other.
    private struct OpenMonth {
        var name: String
        var pictures: Folder?
        var metadata: Folder?
    }

    private func health(of favorite: Favorite, in month: inout OpenMonth?) throws -> FavoriteHealth {
        let day = favorite.date
        let (picture, title, file, told) = try picture(of: day, in: &month)
        let kept = try vault?.state(of: day, twin: told) ?? .missing
        return FavoriteHealth(
            picture: picture, title: title, path: file.map { tree.path(of: $0, day: day) }, vault: kept,
            links: try state(of: favorite.links, picture == .present ? file : nil))
    }

    private func picture(
        of day: Day, in month: inout OpenMonth?
    ) throws -> (FavoriteHealth.Picture, title: String?, file: String?, KeptDay?) {
        if month?.name != day.month {
            let pictures = try tree.root.folder(Tree.monthPath(day))
            month = OpenMonth(name: day.month, pictures: pictures, metadata: try pictures?.folder("metadata"))
        }
        if let metadata = month?.metadata, let told = KeptDay(of: day, in: metadata) {
            let status = try month?.pictures?.status(told.file)
            return (status?.kind == .file ? .present : .missing, told.metadata.title, told.file.description, told)
        }
        do {
            guard let metadata = try tree.metadata(day) else { return (.missing, nil, nil, nil) }
            return (metadata.mirror.state == .hidden ? .hidden : .pending, metadata.title, nil, nil)
        } catch is DamagedMetadata {
            return (.damaged, nil, nil, nil)
        }
    }

    private func state(of links: Set<FilePath>, _ file: String?) throws -> FavoriteHealth.Links {
        var state = FavoriteHealth.Links.whole
        for link in links {
            guard let folder = try top.flatMap({ try Album.folder(of: link, below: $0) }) else { return .missing }
            if let target = try folder.linkTarget(link.name) {
                if let file, target.name != FilePath(file) { state = .stale }
                continue
            }
            // A file of the owner's under a mirrored day's name is a favorite as it is.
            if try folder.status(link.name) != nil { continue }
            // A shortcut that was carried to a disk with links is a link by now; the next pass records its new name.
            guard let file, FavoriteShortcut.isName(link),
                try folder.linkTarget(FilePath(file))?.name == FilePath(file)
            else { return .missing }
        }
        return links.isEmpty ? .missing : state
    }
}

/// How well a favorite is kept, as far as names tell and the day's JSON: no picture is read.
package struct FavoriteHealth: Equatable, Sendable {
    package var picture: Picture
    /// The title in the day's JSON; `nil` where no JSON can be read.
    package var title: String?
    /// The place where the picture is or should be; `nil` while its name is not known.
    package var path: String?
    package var vault: Vault
    package var links: Links

    package enum Picture: String, Sendable {
        case present
        /// NASA's entry is there, its picture is still to come.
        case pending
        case hidden
        case missing
        /// The day's JSON cannot be read.
        case damaged
    }

    package enum Vault: String, Sendable {
        case whole, missing, damaged
    }

    /// The worst state of a favorite's links.
    package enum Links: String, Sendable {
        case whole
        /// A link leads where the picture is not, and is still to be healed.
        case stale
        /// A recorded link is not there.
        case missing
    }

    package var isWell: Bool { problems.isEmpty }

    /// Whether the picture is all that is still to come.
    package var isWaiting: Bool {
        [.pending, .hidden, .missing].contains(picture) && vault != .damaged && links == .whole
    }

    /// The problems, in a few words each; empty when all is well. Without a picture the vault has nothing to keep.
    package var problems: [String] {
        var problems: [String] = []
        switch picture {
        case .present: if vault == .missing { problems.append("not in the vault") }
        case .pending, .hidden, .missing: problems.append("picture to be fetched")
        case .damaged: problems.append("metadata damaged")
        }
        if vault == .damaged { problems.append("vault damaged") }
        switch links {
        case .whole: break
        case .stale: problems.append("link to be healed")
        case .missing: problems.append("link missing")
        }
        return problems
    }
}
