internal import Days
internal import Folder
internal import MirrorTree

extension FavoriteLinks {
    /// Whether a link that lies there means the day, for which it may be recorded. Nothing is looked at through it.
    func means(_ link: FilePath, _ day: Day, isRecorded: Bool) throws -> Bool {
        var link = link
        for step in 0..<Self.longestChain {
            guard let target = try target(of: link) else {
                // One that was moved to another depth misses the root by an album or two.
                return step > 0 && MirrorPath.day(endOf: link) == day
            }
            switch reading.meaning(ofLinkAt: link, to: target) {
            case .day(let other): return other == day
            // Which day it stood for when it was made only the record knows; the keeper has it point there soon.
            case .today: return isRecorded
            case .named: return EntryName(link).day(titles: facts.titles) == day
            case .entry(let next): link = next
            case .refused: return false
            }
        }
        return false
    }

    /// A loop is longer than any chain that somebody made on purpose.
    private static let longestChain = 8

    /// What a link says; `nil` where there is none.
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
            // Nothing is recorded below a mount, and one whose server is gone would never answer.
            return try top.folderOnThisMount(path)
        } catch .notFolder, .symlink, .outside {
            return nil
        }
    }
}
