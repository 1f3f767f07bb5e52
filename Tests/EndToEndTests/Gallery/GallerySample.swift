import Credits
import Days
import Folder
import Foundation
import SampleNASA
import Sky

@testable import MirrorTree
@testable import Pages

/// A gallery of invented days: pictures small and large, films, pages, days without a picture, favorites in albums with
/// awkward names, and now and then a title that would love to be more than text.
struct GallerySample {
    private(set) var days: [GalleryDay]
    /// The albums of each favorite.
    private var favorites: [Day: [String]] = [:]

    static let albums = ["", "Galaxies", "Moons & Planets/100% #1?", "<b>\"'Nebulæ"]

    /// What text must never become: each of these sets the page's title to `hacked` where it is taken for more.
    static let hostile = [
        #"</script><script>document.title='hacked'</script>"#,
        #""><img src=x onerror="document.title='hacked'">"#,
        "'; document.title='hacked'; //\u{2028}document.title='hacked'",
        "<!--<script>document.title='hacked'",
        "\u{202E}desrever si siht\u{202C} \u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{1F30C}\u{1D54F} \u{7}\u{1B}[31m",
        #"\u003cscript\u003edocument.title='hacked'\u003c/script\u003e ${document.title='hacked'} {{7*7}} </style>"#,
    ]

    init(_ samples: [SampleDay], isHostile: Bool = true) {
        days = samples.enumerated().compactMap { place, sample in
            Day(sample.date).map { Self.day($0, sample, place) }
        }
        days.sort { $0.day > $1.day }
        for (place, sample) in samples.enumerated() where place % 17 == 3 {
            guard let day = Day(sample.date) else { continue }
            favorites[day] = Set([Self.albums[place / 17 % 4], Self.albums[place / 34 % 4]]).subtracting([""]).sorted()
        }
        weave()
        guard isHostile, days.count > 100 else { return }
        for (place, text) in Self.hostile.enumerated() {
            days[40 + place].title = text
            let story = "Hostility number \(place): " + text + " and on it goes."
            let address = ["javascript:document.title='hacked'", "data:text/html,\(text)", "https://x.org/\"\(text)"][
                place % 3]
            days[40 + place].story = Story(
                story,
                links: [.init(place: 0..<9, target: .web(address)), .init(place: 10..<30, target: .web(address))])
            days[40 + place].credit = text
            days[40 + place].alt = "A picture of " + text
            days[40 + place].page = "javascript:document.title='hacked'"
        }
        if case .picture(var picture) = days[40].content {
            picture.file = "\(days[40].day) 100% #1? & 'é' \"…\".jpg"
            days[40].content = .picture(picture)
        }
        days[2].content = .pending(Waiting("NASA's server answered 404: the picture is not there yet."))
    }

    /// Each day's story leads to the one fifty days before, to one that is not here, and elsewhere.
    private mutating func weave() {
        let words = ["then", "the lost days", "others"]
        for place in days.indices {
            var (text, links) = (days[place].story.text + " More:", [Story.Link]())
            let targets: [Story.Target?] = [
                days.indices.contains(place + 50) ? .day(days[place + 50].day) : nil, .absent(Day.first),
                .web("https://example.org/?a=1&b=\"2\""),
            ]
            for (word, target) in zip(words, targets) {
                guard let target else { continue }
                text += " "
                links.append(.init(place: text.utf8.count..<(text.utf8.count + word.utf8.count), target: target))
                text += word
            }
            days[place].story = Story(text + ".", links: links)
            // The newest was shown fifty days before.
            if place == 0 || place == 50, days.count > 50 { days[place].repeats = [days[50 - place].day] }
            days[place].similar = days.dropFirst(place + 1).prefix(8).map(\.day)
            if place >= 50 { days[place].mentions = [days[place - 50].day] }
        }
    }

    private static func day(_ day: Day, _ sample: SampleDay, _ place: Int) -> GalleryDay {
        var shown = GalleryDay(
            day: day, title: sample.title, credit: place % 6 == 2 ? "NASA, JPL-Caltech" : sample.credit,
            copyright: sample.claimsRights && place % 6 != 2 ? sample.credit : nil,
            license: place % 11 == 4 ? "https://creativecommons.org/licenses/by/4.0/" : nil,
            story: Story(sample.explanation), objects: SkyObject.found(in: sample.title + "\n" + sample.explanation),
            alt: sample.alt,
            page: "https://science.nasa.gov/apod/\(day.sixDigits)", content: .pending(Waiting("")))
        shown.subjects = Array(NamedObjects(title: sample.title, story: sample.explanation).subjects)
        func name(_ suffix: String) -> String { PictureName.make(day, title: sample.title, suffix: suffix) }
        switch sample.media {
        case .picture: shown.content = .picture(.init(file: name("jpg"), bytes: 400_000, isForBrowsers: true))
        case .video: shown.content = .video(file: name("mp4"))
        case .embedded, .other: shown.content = .page(file: name("html"))
        case .placeholder: shown.content = .pending(Waiting("Its picture was left behind when the pages moved."))
        }
        return shown
    }

    /// Writes pages, data and pictures as the mirror does.
    func write(to root: String, wall: PaintedWall) throws {
        let files = FileManager.default
        var hung: [GalleryDay] = []
        for (place, day) in days.enumerated() {
            let month = "\(root)/\(day.day.year)/\(day.day.month)"
            let thumbnails = "\(root)/\(ThumbnailSize.folder(day.day.year))"
            try files.createDirectory(atPath: month, withIntermediateDirectories: true)
            try files.createDirectory(atPath: thumbnails, withIntermediateDirectories: true)
            hung.append(try hang(day, wall.painting(place), in: root, month))
        }
        var sample = self
        sample.days = hung
        try sample.writePages(to: root)
    }

    private func hang(
        _ day: GalleryDay, _ painting: PaintedWall.Painting, in root: String, _ month: String
    ) throws -> GalleryDay {
        var day = day
        let files = FileManager.default
        switch day.content {
        case .picture(var picture):
            try? files.linkItem(atPath: painting.original, toPath: "\(month)/\(picture.file)")
            (picture.width, picture.height) = (painting.width, painting.height)
            day.content = .picture(picture)
        case .video(let file), .page(let file):
            try Data("<!doctype html><title>A page</title>".utf8).write(to: URL(filePath: "\(month)/\(file)"))
        case .pending:
            return day
        }
        // A page whose film has no poster: the sky is drawn.
        if case .page = day.content, day.day.number.isMultiple(of: 2) { return day }
        for size in ThumbnailSize.allCases where size <= .card || painting.width > 1400 {
            guard let file = painting.files[size.rawValue] else { continue }
            try? files.linkItem(atPath: file, toPath: "\(root)/\(size.path(day.day))")
            day.thumbnails.insert(size)
        }
        return day
    }

    private func writePages(to root: String) throws {
        let months = Dictionary(grouping: days, by: \.day.month), names = months.keys.sorted()
        for (place, name) in names.enumerated() {
            let page = MonthPage(
                month: name, days: months[name] ?? [], previous: place > 0 ? names[place - 1] : nil,
                next: place + 1 < names.count ? names[place + 1] : nil)
            try Data(page.bytes).write(to: URL(filePath: "\(root)/\(name.prefix(4))/\(name)/index.html"))
        }
        for (year, days) in Dictionary(grouping: days, by: \.day.year) {
            try Data(YearScript(year: year, days: days).bytes).write(to: URL(filePath: "\(root)/\(year)/gallery.js"))
        }
        try Data(RootPage(overview).bytes).write(to: URL(filePath: "\(root)/index.html"))
        let newest = days.filter { favorites[$0.day] != nil }.prefix(24)
        let script = Pages.FavoritesScript(favorites, newest: Array(newest))
        try Data(script.bytes).write(to: URL(filePath: "\(root)/favorites.js"))
        let states = Dictionary(grouping: days, by: \.day.year).mapValues { "\($0.count)" }
        try Data(NewsScript(overview, states: states).bytes).write(to: URL(filePath: "\(root)/gallery.js"))
        var named: [SkyObject: [Day]] = [:]
        for day in days { for object in day.objects { named[object, default: []].append(day.day) } }
        let covered = Set(days.filter { $0.thumbnails.contains(.small) }.map(\.day))
        let entries = named.map { ObjectsPage.Entry(object: $0.key, days: $0.value) }
        let makers = MakerIndex(days.compactMap { day in day.credit.map { (day: day.day, credit: $0) } }).makers
        try Data(CreditsPage(makers, covered: covered).bytes).write(to: URL(filePath: "\(root)/credits.html"))
        try Data(ObjectsPage(entries, covered: covered).bytes).write(to: URL(filePath: "\(root)/objects.html"))
        try Data(SkyPage(skyRows, covered: covered).bytes).write(to: URL(filePath: "\(root)/sky.html"))
    }

    private var skyRows: [SkyPage.Row] {
        var rows: [SkyObject: SkyPage.Row] = [:]
        for day in days {
            let named = NamedObjects(title: day.title, story: day.story.text)
            for (place, object) in named.all.enumerated() {
                var row = rows[object] ?? SkyPage.Row(object: object, subjectDays: [], otherDays: [])
                if place < named.subjectCount { row.subjectDays.append(day.day) } else { row.otherDays.append(day.day) }
                rows[object] = row
            }
        }
        return Array(rows.values)
    }

    var overview: GalleryOverview {
        var overview = GalleryOverview()
        overview.newest = Array(days.prefix(8))
        if let newest = days.first?.day {
            overview.onThisDay = days.dropFirst().filter {
                $0.day.parts.month == newest.parts.month && $0.day.parts.day == newest.parts.day
            }
        }
        overview.years = Dictionary(grouping: days, by: \.day.year).sorted { $0.key > $1.key }.map { year, days in
            .init(
                year: year, count: days.count { !$0.isPending },
                months: Dictionary(grouping: days, by: \.day.month).sorted { $0.key > $1.key }.map { name, days in
                    .init(
                        name: name, count: days.count { !$0.isPending },
                        cover: days.first { $0.thumbnails.contains(.small) }
                            .map { ThumbnailSize.small.path($0.day).description })
                })
        }
        overview.lastAnswer = "There is no picture for that day yet."
        return overview
    }
}
