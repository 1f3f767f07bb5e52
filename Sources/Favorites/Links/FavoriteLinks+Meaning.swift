internal import Days
internal import Folder
internal import MirrorTree

extension FavoriteLinks {
    /// Whether the link means the day, for which it may be recorded. Links are read as text and never followed.
    func means(_ link: FilePath, _ day: Day, isRecorded: Bool) throws -> Bool {
        var link = link
        for step in 0..<Self.longestChain {
            guard let target = try target(of: link) else {
                // A link that was moved to another depth misses the root by an album or two.
                return step > 0 && MirrorPath.day(endOf: link) == day
            }
            switch reading.meaning(ofLinkAt: link, to: target) {
            case .day(let other): return other == day
            // Only the record knows for which day a link to Today was made; the keeper has the link point there soon.
            case .today: return isRecorded
            case .named: return EntryName(link).day(titles: facts.titles) == day
            case .entry(let next): link = next
            case .refused: return false
            }
        }
        return false
    }

    /// The most links in a chain: no user makes a longer one on purpose, but a loop is longer.
    private static let longestChain = 8

    /// A link's target; `nil` where there is no link.
    func target(of link: FilePath) throws -> FilePath? {
        try folder(of: link)?.linkTarget(link.name)
    }

    /// The folder a link lies in; `nil` where there is none that can be an album, or the name can be no link's.
    func folder(of link: FilePath) throws -> Folder? {
        try tree.favoritesFolder().flatMap { try Self.folder(of: link, below: $0) }
    }

    static func folder(of link: FilePath, below top: Folder) throws -> Folder? {
        guard Album.takes(link.name), let album = try? Album(of: link) else { return nil }
        guard let path = album.path else { return top }
        do {
            // Nothing is recorded below a mount, and a mount whose server is gone would never answer.
            return try top.folderOnThisMount(path)
        } catch .notFolder, .symlink, .outside {
            return nil
        }
    }
}
