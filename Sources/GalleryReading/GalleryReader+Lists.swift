internal import Credits
package import Days
internal import MirrorTree
package import Pages

extension GalleryReader {
    /// The bytes of a page that lists something of the whole mirror.
    ///
    /// - Parameter covered: the days that have a small thumbnail.
    package func page(of list: ListPage, covered: Set<Day>) -> [UInt8] {
        switch list {
        case .objects:
            let entries = web.daysOfObjects.map { ObjectsPage.Entry(object: $0, days: $1) }
            return ObjectsPage(entries, covered: covered).bytes
        case .credits: return CreditsPage(MakerIndex(web.makersOfDays).makers, covered: covered).bytes
        case .sky: return SkyPage(skyRows, covered: covered).bytes
        }
    }

    private var skyRows: [SkyPage.Row] {
        web.daysInSky.map { SkyPage.Row(object: $0, subjectDays: $1.subject, otherDays: $1.mentioned) }
    }

    /// The days that have a small thumbnail.
    package var covered: Set<Day> {
        let thumbnails = ThumbnailFolder(tree.root)
        var days: Set<Day> = []
        for year in years {
            for (day, sizes) in thumbnails.thumbnails(of: year) where sizes.contains(.small) { days.insert(day) }
        }
        return days
    }
}
