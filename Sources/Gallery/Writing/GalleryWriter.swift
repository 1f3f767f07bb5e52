package import Archive
package import Days
internal import Favorites
internal import Folder
internal import GalleryReading
internal import Hashing
package import MirrorTree
internal import Pages
internal import Store

/// Writes the pages, which are made from the tree and can be made again. The actor has a thread of its own: on the
/// archive's, the next picture would wait for them.
package actor GalleryWriter {
    private nonisolated let thread = FileThread()
    let tree: Tree

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// The state that the last pages were made from.
    var made = Made()

    struct Made {
        /// The data files, by year, and the names that went into them. The names of each year are as old as its file.
        var scripts: [String: FileStatus] = [:]
        var namesInScripts = ListedDays()
        /// The sums of the data files, by year, each with the file that was summed.
        var sums: [String: (file: FileStatus, sum: String)] = [:]
        /// The years of the first page, and all names when it was written.
        var years: [GalleryOverview.Year] = []
        var namesInYears = ListedDays()
        /// The state of the last pages that is cached once all of them are written; `nil` where it is cached.
        var uncached: Uncached?
    }

    struct Uncached {
        var web: StoryWeb
        var similar: SimilarDays
        var repeats: RepeatedPictures
    }

    package init(_ tree: Tree) {
        self.tree = tree
    }

    /// The facts that pages depend on besides what they read.
    package struct Facts: Sendable {
        /// The time until which everything stored is in the pages, by ``FileStatus/clock``.
        var began: Int64
        package var listing: Listing
        package var favorites: DayMap<Favorite>
        /// NASA's answer to the last pass, if it is to be shown.
        var lastAnswer: String?
    }

    /// Brings pages up to date; a page that is so already is not written. Each page fails for itself: a month that is closed
    /// to us, or something else in a page's place, does not keep the others from being written.
    package func write(_ due: DuePages, _ facts: Facts) -> Written {
        var (due, written) = (due, Written())
        if due.areMissingDue {
            written.attempt(.missing) { due.formUnion(try missing(GalleryReader(facts, tree), facts)) }
        }
        if due.areFavoritesDue || due.isOverviewDue {
            written.attempt(.favorites) {
                let script = GalleryReader(facts, tree).script(of: facts.favorites)
                try save(script, as: GalleryFile.favorites, in: tree.root, facts)
            }
        }
        guard due.isOverviewDue else { return written }
        let cached = try? tree.rememberedStories()
        let former = made.uncached?.web ?? cached
        // A month that went while nobody wrote pages, as in a prune that was cut short, is found by nothing else.
        due.add(months: former?.months.subtracting(facts.listing.months).filter { !facts.listing.isClosed($0) } ?? [])
        let asked = due.months
        let reasons = (try? tree.missingDays)?.reasons ?? [:]
        let absent = missingDays(&due, facts, reasons)
        let web = web(&due, since: former, facts)
        let similar = similar(&due, web, since: former)
        let repeats = repeats(&due, of: asked, web)
        let reader = GalleryReader(facts, tree, web: web, similar: similar, repeats: repeats, reasons: reasons)
        let months = (try? withNeighbours(due.months, reader)) ?? due.months
        let inYear = Dictionary(grouping: months, by: { String($0.prefix(4)) })
        for year in due.years.union(inYear.keys).sorted(by: >) {
            // The next start finds the pages that are left.
            if Task.isCancelled { return written }
            let months = inYear[year] ?? []
            var dueHere = DuePages(months: months)
            dueHere.add(dataOf: due.data.filter { $0.year == year })
            var known = lines(of: year, but: months, facts)
            for day in dueHere.data { known[day] = nil }
            let days = reader.days(of: year) { known[$0] == nil }
            let inMonth = Dictionary(grouping: days, by: \.day.month)
            for month in months where !facts.listing.isClosed(month) {
                written.attempt(DuePages(months: [month])) {
                    try writeMonth(month, inMonth[month] ?? [], reader, facts)
                }
            }
            // With a closed month, the data written before says more.
            let isWhole = !facts.listing.closed.keys.contains { $0.hasPrefix(year) }
            if !isWhole { made.scripts[year] = nil }
            if isWhole, due.years.contains(year) {
                written.attempt(dueHere) { try writeYear(year, days, known, reader, facts) }
            }
        }
        let same = made.years.filter {
            !due.years.contains($0.year)
                && Day.months(ofYear: $0.year).allSatisfy {
                    facts.listing.days.saysTheSame(ofMonth: $0, as: made.namesInYears)
                }
        }
        let overview = reader.overview(lastAnswer: facts.lastAnswer, knowing: same)
        (made.years, made.namesInYears) = (overview.years, facts.listing.days)
        written.attempt(.overview) {
            try save(RootPage(overview).bytes, as: GalleryFile.page, in: tree.root, facts)
        }
        // The news script comes last: open pages that read it read the rest.
        written.attempt(.overview) {
            try save(NewsScript(overview, states: states(overview)).bytes, as: GalleryFile.data, in: tree.root, facts)
        }
        // Lists name the thumbnails that are there, which come long after the pages of their months.
        let areListsDue = web != cached || !months.isEmpty
        let lists = ListPage.allCases.filter { areListsDue || (try? tree.root.status($0.file)) == nil }
        let covered = lists.isEmpty ? [] : reader.covered
        var again = DuePages.overview
        again.add(months: months)
        for list in lists {
            written.attempt(again) {
                try save(reader.page(of: list, covered: covered), as: list.file, in: tree.root, facts)
            }
        }
        // Caches come last: the next start finds pages that could not be written by what has changed since. Until then
        // this process knows what the others were made of.
        made.uncached = Uncached(web: web, similar: similar, repeats: repeats)
        if written.troubles.isEmpty {
            written.attempt(.overview) {
                try remember(similar)
                try remember(repeats)
                try remember(missing: absent)
                try rememberScripts()
                try rememberRoom(of: due.years)
                // The last one: what it differs in from the tree is taken up once more by all of them.
                try remember(web)
                made.uncached = nil
            }
        }
        return written
    }

    /// The lines of the last data file for unchanged days in months that are not due. The file must be the one written
    /// here, or by the process before: another one may be of another version, or edited.
    private func lines(of year: String, but due: [String], _ facts: Facts) -> [Day: [UInt8]] {
        guard let folder = try? tree.root.folder(FilePath(year)), let file = try? folder.open(GalleryFile.data),
            let status = try? file.status()
        else { return [:] }
        let isOurs = status == made.scripts[year]
        guard isOurs || made.scripts[year] == nil && isRemembered(status, of: year),
            let bytes = try? file.read(Int(status.bytes), at: 0)
        else { return [:] }
        let listing = facts.listing
        let same = Set(
            listing.months.filter { month in
                isOurs
                    ? listing.days.saysTheSame(ofMonth: month, as: made.namesInScripts)
                    : listing.stamps[month]?.metadata.map { $0.written < status.written } ?? false
            }
        ).subtracting(due)
        return YearScript.lines(in: bytes) { same.contains($0.month) && facts.listing.days[$0] != nil }
    }

    package struct Written: Sendable {
        private(set) var troubles: [any Error] = []
        private(set) var failed = DuePages()

        fileprivate mutating func attempt(_ due: DuePages, _ body: () throws -> Void) {
            do {
                try body()
            } catch {
                troubles.append(error)
                failed.formUnion(due)
            }
        }
    }

    /// Adds the neighbours of months that gain or lose their page, since neighbours link to it.
    private func withNeighbours(_ months: Set<String>, _ reader: GalleryReader) throws -> Set<String> {
        var all = months
        for month in months {
            // A month that is gone may have lost its page already.
            if reader.months.contains(month), try tree.root.status(GalleryFile.page(of: month)) != nil { continue }
            let (previous, next) = reader.neighbours(of: month)
            all.formUnion([previous, next].compactMap(\.self))
        }
        return all
    }

    private func writeMonth(_ month: String, _ days: [GalleryDay], _ reader: GalleryReader, _ facts: Facts) throws {
        guard let folder = try tree.root.folder(Tree.monthPath(month)) else { return }
        guard reader.months.contains(month) else { return try folder.remove(GalleryFile.page) }
        // A month that is just being removed is left alone.
        if try folder.status("metadata") == nil { return }
        try save(reader.page(of: month, days), as: GalleryFile.page, in: folder, facts)
    }

    private func writeYear(
        _ year: String, _ days: [GalleryDay], _ known: [Day: [UInt8]], _ reader: GalleryReader, _ facts: Facts
    ) throws {
        made.scripts[year] = nil
        guard let folder = try tree.root.folder(FilePath(year)) else { return }
        guard reader.years.contains(year) else { return try folder.remove(GalleryFile.data) }
        try save(YearScript(year: year, days: days, known: known).bytes, as: GalleryFile.data, in: folder, facts)
        made.scripts[year] = try folder.status(GalleryFile.data)
        for month in Day.months(ofYear: year) { made.namesInScripts.add(month: month, of: facts.listing.days) }
    }

    /// The sum of each year's data, by which open pages know whether it is another. Only files that changed are read. Data
    /// that cannot be read has none.
    private func states(_ overview: GalleryOverview) -> [String: String] {
        var sums: [String: (file: FileStatus, sum: String)] = [:]
        for year in overview.years.map(\.year) {
            guard let file = try? tree.root.open(FilePath(year).appending(GalleryFile.data)),
                let status = try? file.status()
            else { continue }
            let known = made.sums[year].flatMap { $0.file == status ? $0.sum : nil }
            guard let sum = known ?? (try? String(SHA256.hash(file: file.descriptor).prefix(12))) else { continue }
            sums[year] = (status, sum)
        }
        made.sums = sums
        return sums.mapValues(\.sum)
    }

    /// Saves a file unless it has these bytes already, and dates it `began`: pictures stored later are not in it.
    private func save(_ bytes: [UInt8], as name: FilePath, in folder: Folder, _ facts: Facts) throws {
        if try !isThere(bytes, name, folder) { try tree.saver().save(bytes, as: name, in: folder, .whole) }
        try folder.open(name)?.setWritten(facts.began)
    }

    func isThere(_ bytes: [UInt8], _ name: FilePath, _ folder: Folder) throws -> Bool {
        guard let file = try folder.open(name), try file.status().bytes == bytes.count else { return false }
        return try file.read(bytes.count, at: 0) == bytes
    }
}

// MARK: - Facts

extension GalleryWriter.Facts {
    /// The facts of this moment.
    ///
    /// - Parameter began: when the due pages were taken.
    package init(of archive: isolated Archive, began: Int64 = FileStatus.clock) {
        self.began = began
        listing = archive.store.listing
        favorites = (archive.favorites.record ?? (try? archive.tree.favoritesRecord()) ?? FavoritesRecord()).favorites
        // NASA's last answer is shown only when the newest picture is over a day old.
        let newest = listing.presentDays.last
        let isOld = newest.map { $0.distance(to: archive.rules.today()) > 1 } ?? true
        lastAnswer = isOld ? (try? archive.tree.passReport)?.answer(after: newest) : nil
    }
}
