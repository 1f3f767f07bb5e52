import Days
import Folder
import JSON
import Markup
import Sky

@testable import Gallery
@testable import GalleryReading
@testable import MirrorTree
@testable import Pages

extension FuzzTarget {
    /// A day's `metadata/YYYY-MM-DD.json`, and all that is made of it.
    static let days = FuzzTarget("days") { bytes in
        guard let metadata = try? Metadata(bytes) else { return }
        try checkWritten(metadata, bytes)
        try checkBounds(metadata)
        try checkName(metadata)
        try checkPages(metadata)
        try checkFeed(metadata)
        try checkMetalink(metadata)
        try checkSidecar(metadata)
    }

    private static func checkWritten(_ metadata: Metadata, _ bytes: [UInt8]) throws {
        let written = try metadata.encoded(replacing: bytes)
        try promise("a day is read as it was written", (try? Metadata(written)) == metadata)
        try promise("a day is written once", try metadata.encoded(replacing: written) == written)
    }

    private static func checkBounds(_ metadata: Metadata) throws {
        if let picture = metadata.mirror.picture {
            let sides = [picture.width, picture.height].compactMap(\.self)
            try promise("a side is a picture's", sides.allSatisfy { (1...1 << 20).contains($0) })
            try promise("a file has bytes", picture.bytes >= 0)
            try promise("a sum has 64 digits", isSum(picture.sha256))
        }
        if let pending = metadata.mirror.pending {
            // One more is tried.
            try promise("attempts are counted", (0..<Int.max / 2).contains(pending.attempts))
        }
    }

    static func isSum(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    /// Whether a month's folder can hold it, and a line of its sums.
    static func isPlainName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { [0, 0x0A, 0x0D, 0x2F].contains($0) }
    }

    private static func checkName(_ metadata: Metadata) throws {
        guard let name = metadata.visibleName, let picture = metadata.mirror.picture else { return }
        try promise("a name is of its day", PictureName.day(of: FilePath(name)) == metadata.date)
        try promise("a name stands in its folder", isPlainName(name))
        let sums = Checksums([name: picture.sha256])
        try promise("a sum is read as it was written", Checksums(sums.encoded) == sums)
    }

    private static func checkPages(_ metadata: Metadata) throws {
        _ = StoryWeb.Facts(metadata)
        let names = [[], ["\(metadata.date).mp4"], [metadata.visibleName ?? "\(metadata.date).jpg"]]
        for files in names {
            let story = Story(metadata) { $0 < metadata.date }
            guard
                let day = GalleryDay(
                    metadata, files: files, thumbnails: Set(ThumbnailSize.allCases),
                    story: story, mentions: story.days, objects: SkyObject.found(in: metadata.title),
                    similar: [metadata.date], repeats: story.days)
            else { return try promise("only hidden days are not shown", metadata.mirror.state == .hidden) }
            let missing = MissingDay(day: metadata.date, reason: metadata.title)
            let month = MonthPage(
                month: metadata.date.month, days: [day], missing: [missing], previous: nil, next: nil
            ).bytes
            try checkMarkup(month, scripts: 1)
            let overview = GalleryOverview(
                newest: [day], onThisDay: [day], lastAnswer: metadata.mirror.pending?.reason)
            try checkMarkup(RootPage(overview).bytes, scripts: 2)
            let favorites = FavoritesScript([day.day: [metadata.title]], newest: [day]).bytes
            try promise("no script ends within that of the favorites", !favorites.contains(UInt8(ascii: "<")))
            try checkScript(day)
        }
    }

    /// Nothing in a page runs but what is the page's own.
    private static func checkMarkup(_ page: [UInt8], scripts: Int) throws {
        let text = String(decoding: page, as: UTF8.self)
        try promise("a page is text", text.utf8.elementsEqual(page))
        try promise("no script comes into a page", text.ranges(of: "<script").count == scripts)
    }

    private static func checkScript(_ day: GalleryDay) throws {
        let script = YearScript(year: day.day.year, days: [day]).bytes
        let lines = YearScript.lines(in: script) { _ in true }
        try promise("a year has a line for each day", Array(lines.keys) == [day.day])
        try promise(
            "a year's lines are read as they were written",
            YearScript(year: day.day.year, days: [], known: lines).bytes == script)
    }

    private static func checkFeed(_ metadata: Metadata) throws {
        let story = metadata.mirror.explanationHTML.map { Fragment($0).safeHTML() }
        let entry = Feed.Entry(
            day: metadata.date, title: metadata.title, updated: metadata.mirror.fetched,
            credit: metadata.mirror.credit ?? metadata.copyright, alt: metadata.mirror.alt,
            story: story ?? metadata.explanation.escapedForHTML, picture: metadata.url,
            address: metadata.hdurl ?? metadata.mirror.page ?? "")
        let feed = Feed(origin: "http://nas.local:8095", entries: [entry])
        let titles = wordsInXML(feed.atom, of: "title")
        try promise("a feed is well-formed XML", titles != nil)
        try promise("a feed's readers see the title", titles?.last == printable(metadata.title))
        try promise("a feed of JSON is JSON", JSONValue(feed.json) != nil)
    }

    private static func checkMetalink(_ metadata: Metadata) throws {
        guard let picture = metadata.mirror.picture else { return }
        let addresses = ["http://nas.local:8095/\(picture.file)", picture.published ?? "none"]
        let file = Metalink.file(picture.file, bytes: picture.bytes, sha256: picture.sha256, addresses: addresses)
        let read = wordsInXML(Metalink.opening + file + Metalink.closing, of: "url")
        try promise("a list of pictures is well-formed XML", read != nil)
        try promise("its readers see the addresses", read == addresses.map(printable))
    }

    private static func checkSidecar(_ metadata: Metadata) throws {
        let sidecar = Sidecar(metadata, albums: ["Galaxies", metadata.title]).bytes
        let texts = wordsInXML(sidecar, of: "rdf:li")
        try promise("a sidecar is well-formed XML", texts != nil)
        try promise(
            "a sidecar's readers see the title", metadata.title.isEmpty || texts?.first == printable(metadata.title))
        try promise("a sidecar is known as ours", Sidecar.isAsWritten(sidecar))
        try promise("a torn sidecar is not", !Sidecar.isAsWritten(sidecar.dropLast()))
    }
}

extension Story {
    /// Those that it leads to.
    fileprivate var days: [Day] {
        links.compactMap { link in
            switch link.target {
            case .day(let day), .absent(let day): day
            case .web: nil
            }
        }
    }
}
