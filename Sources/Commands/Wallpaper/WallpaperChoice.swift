internal import Days
internal import Folder
internal import MirrorTree
internal import Pages

/// The picture that the desktop is to show.
enum WallpaperChoice: Equatable, Sendable {
    case day(Day)
    case newest
    case random
    case favorites
}

extension Tree {
    /// A picture that desktops can show, with its path: the original where it is a JPEG or PNG, else a thumbnail of it.
    func picture(for choice: WallpaperChoice) throws -> (day: Day, path: String) {
        let listing = try listing()
        let days: [Day]
        switch choice {
        case .day(let day): days = [day]
        case .newest: days = listing.presentDays.reversed()
        case .random: days = listing.presentDays.shuffled()
        case .favorites: days = (try favoritesRecord()?.favorites ?? [:]).keys.shuffled()
        }
        for day in days {
            if let path = try shownPath(of: day, listing) { return (day, path) }
        }
        switch choice {
        case .day(let day): throw WallpaperError.nothingToShow("\(day) has none")
        case .newest, .random: throw WallpaperError.nothingToShow("the mirror has none yet")
        case .favorites: throw WallpaperError.nothingToShow("no favorite has one")
        }
    }

    private func shownPath(of day: Day, _ listing: Listing) throws -> String? {
        guard let file = listing.days[day]?.file(by: try? metadata(day)), file.suffix != VideoPage.suffix else {
            return nil
        }
        if ["jpg", "png"].contains(file.suffix) { return path(of: file, day: day) }
        for size in [ThumbnailSize.wide, .screen, .large, .card] where try root.status(size.path(day))?.kind == .file {
            return "\(root.path)/\(size.path(day))"
        }
        return nil
    }
}

extension String {
    fileprivate var suffix: String { split(separator: ".").last.map { $0.lowercased() } ?? "" }
}
