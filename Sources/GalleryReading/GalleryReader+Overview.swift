internal import Days
internal import Folder
internal import MirrorTree
package import Pages
internal import Pictures

extension GalleryReader {
    /// The contents of the first page. Only the days shown on it are read; the others are counted by name.
    ///
    /// - Parameter known: years that have not changed.
    package func overview(lastAnswer: String?, knowing known: [GalleryOverview.Year] = []) -> GalleryOverview {
        let newest = newestDays
        let known = Dictionary(known.map { ($0.year, $0) }) { $1 }
        return GalleryOverview(
            newest: days(newest),
            onThisDay: days(newest.first.map(anniversaries) ?? []),
            years: Dictionary(grouping: months, by: { String($0.prefix(4)) }).sorted { $0.key > $1.key }.map {
                known[$0.key] ?? year($0.key, $0.value)
            },
            lastAnswer: lastAnswer)
    }

    /// Today and the week before it.
    private static let shownNewest = 8

    /// The newest days, pending ones included, and at least one day with a picture.
    private var newestDays: [Day] {
        let known = listing.days.withMetadata.reversed()
        var newest = Array(known.prefix(Self.shownNewest))
        if !newest.contains(where: listing.isPresent), let present = known.first(where: listing.isPresent) {
            newest.append(present)
        }
        return newest
    }

    private func anniversaries(of day: Day) -> [Day] {
        let (year, month, number) = day.parts
        return stride(from: year - 1, through: Day.first.parts.year, by: -1).compactMap {
            Day(year: $0, month: month, day: number)
        }.filter(listing.isPresent)
    }

    private func year(_ year: String, _ months: [String]) -> GalleryOverview.Year {
        var shown = GalleryOverview.Year(year: year, count: 0)
        let thumbnails = (try? tree.root.folder(ThumbnailSize.folder(year))) ?? nil
        for month in months.reversed() {
            // A hidden day has no story in the web, whatever file its owner has put beside it.
            let days = listing.days.present(inMonth: month).filter(web.contains)
            guard !days.isEmpty else { continue }
            shown.count += days.count
            shown.months.append(
                GalleryOverview.Month(name: month, count: days.count, cover: cover(of: days, thumbnails)))
        }
        return shown
    }

    /// The month's first picture: a cover that stays as the month goes on.
    private func cover(of days: [Day], _ thumbnails: Folder?) -> String? {
        guard let day = days.first(where: { file(of: $0) != nil }), let file = file(of: day) else { return nil }
        let thumbnail = ThumbnailSize.small.path(day)
        if (try? thumbnails?.status(thumbnail.name))?.kind == .file { return thumbnail.description }
        return Tree.monthPath(day).appending(FilePath(file)).description
    }

    /// The day's picture, if browsers show its format.
    private func file(of day: Day) -> String? {
        listing.days[day]?.files.first { PictureFormat(ofName: $0)?.isForBrowsers == true }
    }
}
