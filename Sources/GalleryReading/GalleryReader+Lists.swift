internal import Days
internal import MirrorTree
package import Pages

extension GalleryReader {
    /// The bytes of a page that lists something of the whole mirror.
    package func page(of list: ListPage) -> [UInt8] {
        switch list {
        case .objects: ObjectsPage(objects, covered: covered).bytes
        case .sky: SkyPage(skyRows, covered: covered).bytes
        }
    }

    private var objects: [ObjectsPage.Entry] {
        web.daysOfObjects.map { ObjectsPage.Entry(object: $0, days: $1) }
    }

    private var skyRows: [SkyPage.Row] {
        web.daysInSky.map { SkyPage.Row(object: $0, subjectDays: $1.subject, otherDays: $1.mentioned) }
    }

    /// The days that have a small thumbnail.
    private var covered: Set<Day> {
        let thumbnails = ThumbnailFolder(tree.root)
        var days: Set<Day> = []
        for year in years {
            for (day, sizes) in thumbnails.thumbnails(of: year) where sizes.contains(.small) { days.insert(day) }
        }
        return days
    }
}
