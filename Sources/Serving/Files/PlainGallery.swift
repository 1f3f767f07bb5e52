internal import Days
internal import Folder
internal import GalleryReading
internal import Hashing
internal import MirrorTree
internal import Pages

/// The gallery without favorites, for the public: the pages that lie in the mirror tell which days are favorites and
/// what albums there are, so other pages are made of the same days. Nothing in them depends on a favorite, not even
/// which pictures stand for months.
struct PlainGallery {
    let tree: Tree
    let listing: Listing
    /// The number of the mirror's listing.
    let revision: Int

    init(_ shown: MirrorCache.Shown) {
        (tree, listing, revision) = (shown.tree, shown.listing, shown.revision)
    }

    /// The page's bytes; `nil` for one that the mirror does not have.
    func bytes(of page: GalleryPage) -> [UInt8]? {
        guard (try? tree.root.status(page.path))?.kind == .file else { return nil }
        let reader = GalleryReader(
            tree: tree, listing: listing, favorites: DayMap(), web: web, similar: tree.rememberedSimilar(),
            repeats: tree.rememberedRepeats() ?? RepeatedPictures())
        switch page {
        case .first: return RootPage(reader.overview(lastAnswer: nil)).bytes
        case .news:
            let overview = reader.overview(lastAnswer: nil)
            let states = overview.years.map { ($0.year, String(state(of: .year($0.year)).sum.prefix(12))) }
            return NewsScript(overview, states: Dictionary(states) { $1 }).bytes
        case .year(let year): return YearScript(year: year, days: reader.days(of: year)).bytes
        case .month(let month):
            let days = reader.days(of: String(month.prefix(4))) { $0.month == month }
            return reader.page(of: month, days)
        case .list(let list): return reader.page(of: list, covered: reader.covered)
        }
    }

    private var web: StoryWeb {
        ((try? tree.rememberedStories()) ?? nil) ?? StoryWeb(tree.stories(in: listing.months, listing))
    }

    /// A fingerprint of the files that a page is made of, by names and times. It changes whenever the page may change,
    /// and is the same whether or not a day is a favorite.
    func state(of page: GalleryPage) -> State {
        let months =
            switch page {
            case .month(let month): [month]
            case .year(let year): Day.months(ofYear: year)
            case .first, .news, .list: listing.months.sorted()
            }
        var facts = State(revision: revision)
        facts.add(GalleryAssets.fingerprint)
        // The page of a month leads to the months beside it.
        for month in listing.months.sorted() {
            facts.add(month)
            facts.add(Day.span(ofMonth: month).map { listing.days.hasMetadata($0) ? 1 : 0 })
        }
        if case .month(let month) = page {
            let reader = GalleryReader(tree: tree, listing: listing, favorites: DayMap())
            for missing in reader.missing(in: month) { facts.add("\(missing.day) \(missing.reason)") }
            // Of the notes only their time counts, since each pass may write them: it must not go back where the last reason
            // goes, or clients that ask by time alone keep the former page.
            facts.addTime(of: status(DayNotes.file))
        }
        for month in months {
            listing.days.files(inMonth: month).forEach { facts.add($0) }
            facts.add(status(Tree.monthPath(month).appending("metadata")))
        }
        // Contents count here, and not times of writing: these files are written again where a favorite was dragged.
        for year in Set(months.map { String($0.prefix(4)) }).sorted() {
            let thumbnails = ThumbnailFolder(tree.root).thumbnails(of: year).sorted { $0.key < $1.key }
            for (day, sizes) in thumbnails { facts.add("\(day) \(sizes.map(\.rawValue).sorted())") }
        }
        for file in [Tree.stories, Tree.similar, Tree.looks] {
            facts.add(((try? tree.root.read(file)) ?? nil).map { SHA256.hash($0) } ?? "none")
        }
        return facts
    }

    private func status(_ path: FilePath) -> FileStatus? { (try? tree.root.status(path)) ?? nil }

    struct State {
        /// When the newest of the files was written, in seconds since 1970.
        private(set) var changed = 0
        private let revision: Int
        private var bytes: [UInt8] = []

        fileprivate init(revision: Int) { self.revision = revision }

        var sum: String { SHA256.hash(bytes) }

        fileprivate mutating func add(_ text: String) { add(Array(text.utf8)) }

        fileprivate mutating func add(_ more: [UInt8]) { bytes += more + [0] }

        fileprivate mutating func addTime(of status: FileStatus?) {
            guard let status else { return }
            changed = max(changed, Int(status.written / 1_000_000_000))
        }

        fileprivate mutating func add(_ status: FileStatus?) {
            guard let status else { return add("none") }
            add("\(status.identity.inode) \(status.bytes) \(status.written)")
            addTime(of: status)
            // Another change may come in the same tick of the clock, and could not be told from this one.
            if !FileStatus.isOver(status.written) { add("\(revision)") }
        }
    }
}
