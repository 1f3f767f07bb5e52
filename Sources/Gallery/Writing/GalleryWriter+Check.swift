package import Days
package import Folder
internal import GalleryReading
package import MirrorTree
internal import Pages

extension GalleryWriter {
    /// The paths of pages that are missing, or do not tell what the mirror holds. The first page also tells how things
    /// are at the moment, so only its presence and version are checked.
    package func wrongPages(_ listing: Listing, _ favorites: DayMap<Favorite>) throws -> [FilePath] {
        let web = StoryWeb(tree.stories(in: listing.months, listing))
        let reader = GalleryReader(
            tree: tree, listing: listing, favorites: favorites, web: web, similar: tree.rememberedSimilar(),
            encores: tree.rememberedEncores() ?? Encores())
        var wrong: [FilePath] = []
        if (try? isOfThisVersion()) != true { wrong.append(GalleryFile.page) }
        if listing.closed.isEmpty { try compare(ObjectsPage(reader.objects).bytes, GalleryFile.objects, &wrong) }
        // A year with a closed month is skipped: its pages tell more than can be known now.
        for year in reader.years where !listing.closed.keys.contains(where: { $0.hasPrefix(year) }) {
            let days = reader.days(of: year)
            let inMonth = Dictionary(grouping: days, by: \.day.month)
            for month in reader.months where month.hasPrefix(year) {
                try compare(reader.page(of: month, inMonth[month] ?? []), GalleryFile.page(of: month), &wrong)
            }
            try compare(YearScript(year: year, days: days).bytes, FilePath(year).appending(GalleryFile.data), &wrong)
        }
        return wrong
    }

    private func compare(_ bytes: [UInt8], _ path: FilePath, _ wrong: inout [FilePath]) throws {
        guard let folder = try path.parent.map({ try tree.root.folder($0) }) ?? tree.root else { return }
        // A file that cannot be opened is no page.
        if (try? isThere(bytes, path.name, folder)) != true { wrong.append(path) }
    }
}
