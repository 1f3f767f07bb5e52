package import Days
package import MirrorTree
package import Pages
internal import Pictures
internal import Sky

/// Reads from the tree what the pages show. It goes by what is on disk at the moment, and keeps nothing.
package struct GalleryReader {
    let tree: Tree
    let listing: Listing
    let web: StoryWeb
    private let mentions: StoryWeb.Mentions
    private let similar: SimilarDays
    private let repeats: RepeatedPictures
    /// Why days are missing.
    private let reasons: [Day: String]
    /// The months that have a day with metadata, oldest first.
    package let months: [String]

    package init(
        tree: Tree, listing: Listing, web: StoryWeb = StoryWeb(), similar: SimilarDays = SimilarDays(),
        repeats: RepeatedPictures = RepeatedPictures(), reasons: [Day: String] = [:]
    ) {
        self.similar = similar
        self.repeats = repeats
        self.web = web
        mentions = web.mentions
        self.reasons = reasons
        self.tree = tree
        self.listing = listing
        months = listing.months.filter { month in
            Day.span(ofMonth: month).contains(where: listing.days.hasMetadata)
        }.sorted()
    }

    /// The months before and after one.
    package func neighbours(of month: String) -> (previous: String?, next: String?) {
        (months.last { $0 < month }, months.first { $0 > month })
    }

    /// The days of a year that can be shown, newest first; `isAsked` selects some of them.
    package func days(of year: String, where isAsked: (Day) -> Bool = { _ in true }) -> [GalleryDay] {
        let thumbnails = ThumbnailFolder(tree.root).thumbnails(of: year)
        return span(of: year).reversed().filter(isAsked).compactMap { day($0, thumbnails[$0, default: []]) }
    }

    /// These days, except those that have no metadata or are hidden.
    func days(_ days: some Sequence<Day>) -> [GalleryDay] {
        let folder = ThumbnailFolder(tree.root)
        return days.compactMap { day($0, folder.thumbnails(of: $0)) }
    }

    private func day(_ day: Day, _ thumbnails: Set<ThumbnailSize>) -> GalleryDay? {
        guard let names = listing.days[day], names.hasMetadata, let metadata = try? tree.metadata(day) else {
            return nil
        }
        var shown = GalleryDay(
            metadata, files: names.files, thumbnails: thumbnails,
            story: Story(metadata, isShown: web.contains), mentions: mentions[day], objects: web[day].objects,
            similar: similar[day].filter(web.contains), repeats: repeats[day].filter(web.contains))
        shown?.subjects = Array(web[day].subjects)
        return shown
    }

    /// The bytes of a month's page.
    package func page(of month: String, _ days: [GalleryDay]) -> [UInt8] {
        let (previous, next) = neighbours(of: month)
        let missing = missing(in: month)
        return MonthPage(month: month, days: days, missing: missing, previous: previous, next: next).bytes
    }

    /// The days of a month that the mirror has nothing of but the reason why, oldest first.
    package func missing(in month: String) -> [MissingDay] {
        if reasons.isEmpty { return [] }
        return Day.span(ofMonth: month).compactMap { day in
            guard listing.days[day] == nil, let reason = reasons[day] else { return nil }
            return MissingDay(day: day, reason: reason)
        }
    }

    /// The days that a year can have in this mirror.
    func span(of year: String) -> ClosedRange<Day> {
        let number = Int(year) ?? 0
        let first = Day(year: number, month: 1, day: 1) ?? Day.first
        return first...(Day(year: number, month: 12, day: 31) ?? first)
    }

    package var years: [String] {
        Set(months.map { String($0.prefix(4)) }).sorted(by: >)
    }
}

// MARK: - Days

extension GalleryDay {
    /// Returns `nil` for a hidden day. A file on disk wins over the name in the JSON.
    init?(
        _ metadata: Metadata, files: [String], thumbnails: Set<ThumbnailSize>, story: Story,
        mentions: [Day], objects: [SkyObject], similar: [Day], repeats: [Day]
    ) {
        guard metadata.mirror.state != .hidden else { return nil }
        let known = metadata.visibleName
        let file = files.first { $0 == known } ?? files.first
        self.init(
            day: metadata.date, title: metadata.title, credit: metadata.mirror.credit, copyright: metadata.copyright,
            license: metadata.mirror.license, story: story, mentions: mentions, objects: objects, similar: similar,
            repeats: repeats, alt: metadata.mirror.alt,
            page: metadata.mirror.page,
            content: file.map { Content($0, metadata.mirror.picture) }
                ?? .pending(Waiting(metadata.reasonToWait, again: metadata.mirror.pending?.retryAfter.day)),
            thumbnails: file == nil ? [] : thumbnails)
    }
}

extension GalleryDay.Content {
    /// Classifies a file in a month's folder by its name.
    fileprivate init(_ file: String, _ picture: Metadata.Picture?) {
        switch PictureFormat(ofName: file) {
        case nil: self = .page(file: file)
        case let format? where format.isVideo: self = .video(file: file)
        case let format?:
            self = .picture(
                GalleryPicture(
                    file: file, width: picture?.width, height: picture?.height, bytes: picture?.bytes ?? 0,
                    isForBrowsers: format.isForBrowsers))
        }
    }
}
