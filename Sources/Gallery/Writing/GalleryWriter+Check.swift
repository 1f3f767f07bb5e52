package import Days
package import Folder
internal import GalleryReading
package import MirrorTree
internal import Pages

// MARK: - Overdue and missing pages

extension GalleryWriter {
    /// The pages that are missing or older than their contents: a crash, another program or an older version left them
    /// behind. Only names and times are checked, and those of unchanged months once a day: the loss of a page would
    /// have changed its month, and the data is written after the pages.
    ///
    /// A clock that was put back leaves times that lie ahead of it. A page with such a time tells nothing of when it was
    /// written, and is due. So is one in whose place something else than a file lies.
    func overdue(_ listing: Listing) throws -> DuePages {
        let now = FileStatus.clock
        func written(_ page: FilePath) throws -> Int64 {
            try tree.root.status(page).map { $0.kind != .file || $0.written > now ? 0 : $0.written } ?? 0
        }
        let overview = try written(GalleryFile.page)
        guard overview > 0, try isOfThisVersion() else { return DuePages(everythingIn: listing) }
        let others = try ([GalleryFile.data] + ListPage.allCases.map(\.file)).map(written)
        let oldest = others.min() ?? 0
        var due = oldest > 0 ? DuePages() : .overview
        let script = try written(GalleryFile.favorites)
        if try script == 0 || tree.root.dateBackToNow(FavoritesRecord.file).map({ $0 >= script }) == true {
            due.formUnion(.favorites)
        }
        // The writer finds out which months tell of other missing days.
        if let notes = try tree.root.dateBackToNow(DayNotes.file), notes >= overview {
            due.formUnion(.overview)
        }
        for (year, months) in Dictionary(grouping: listing.months, by: { String($0.prefix(4)) }) {
            let data = try written(FilePath(year).appending(GalleryFile.data))
            // The data names the thumbnails that are there, and so do the lists.
            if let thumbnails = try tree.root.dateBackToNow(ThumbnailSize.folder(year)),
                thumbnails >= min(data, oldest)
            {
                due.add(months: months)
                continue
            }
            for month in months {
                // A month that was not listed anew is as its stamp says, and its page is still there.
                let stamp = listing.listed.contains(month) ? nil : listing.stamps[month]?.metadata?.written
                let known = stamp.flatMap { $0 > now ? nil : $0 }
                let metadata = Tree.monthPath(month).appending("metadata")
                guard let changed = try known ?? tree.root.dateBackToNow(metadata) else { continue }
                let page = try known == nil ? written(GalleryFile.page(of: month)) : .max
                if changed >= min(page, data, overview) { due.add(months: [month]) }
            }
        }
        return due
    }

    /// The pages that are not there. Only names are checked: a hint that a page was taken away may come with every
    /// drop.
    func missing(_ reader: GalleryReader, _ facts: Facts) throws -> DuePages {
        let pages = [GalleryFile.page, GalleryFile.data, GalleryFile.favorites] + ListPage.allCases.map(\.file)
        let isThere = try pages.allSatisfy { try tree.root.status($0) != nil }
        var due = isThere ? DuePages() : DuePages.overview
        for (year, months) in Dictionary(grouping: reader.months, by: { String($0.prefix(4)) }) {
            let isDataThere = try tree.root.status(FilePath(year).appending(GalleryFile.data)) != nil
            for month in months where !facts.listing.isClosed(month) {
                if try !isDataThere || tree.root.status(GalleryFile.page(of: month)) == nil {
                    due.add(months: [month])
                }
            }
        }
        return due
    }

    func isOfThisVersion() throws -> Bool {
        let head = try tree.root.open(GalleryFile.page)?.read(1_024, at: 0) ?? []
        return head.offset(of: Array(GalleryAssets.fingerprint.utf8)) != nil
    }
}

// MARK: - Wrong pages

extension GalleryWriter {
    /// The paths of pages that are missing, or do not tell what the mirror holds. The first page also tells how things
    /// are at the moment, so only its presence and version are checked.
    package func wrongPages(_ listing: Listing, _ favorites: DayMap<Favorite>) throws -> [FilePath] {
        let web = StoryWeb(tree.stories(in: listing.months, listing))
        let reader = GalleryReader(
            tree: tree, listing: listing, web: web, similar: tree.rememberedSimilar(),
            repeats: tree.rememberedRepeats() ?? RepeatedPictures(), reasons: (try? tree.missingDays)?.reasons ?? [:])
        var wrong: [FilePath] = []
        try compare(reader.script(of: favorites), GalleryFile.favorites, &wrong)
        if (try? isOfThisVersion()) != true { wrong.append(GalleryFile.page) }
        if listing.closed.isEmpty {
            let covered = reader.covered
            for list in ListPage.allCases { try compare(reader.page(of: list, covered: covered), list.file, &wrong) }
        }
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
