internal import Credits
internal import Days
internal import MirrorTree
package import Pages

extension GalleryReader {
    /// The bytes of a page that lists something of the whole mirror.
    package func page(of list: ListPage) -> [UInt8] {
        switch list {
        case .objects: ObjectsPage(objects, covered: covered).bytes
        case .credits: CreditsPage(makers, covered: covered).bytes
        case .sky: SkyPage(skyRows, covered: covered).bytes
        }
    }

    private var objects: [ObjectsPage.Entry] {
        web.daysOfObjects.map { ObjectsPage.Entry(object: $0, days: $1) }
    }

    /// The makers that credits of the shown days name.
    private var makers: [Maker] {
        let credits = listing.presentDays.compactMap { day -> (day: Day, credit: String)? in
            guard web.contains(day), let metadata = try? tree.metadata(day),
                let credit = metadata.mirror.credit ?? metadata.copyright
            else { return nil }
            return (day, credit)
        }
        return MakerIndex(credits).makers
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
