import Credits
import Days
import Foundation
import Testing

@testable import Pages

@Suite("The pages of the gallery")
struct PageTests {
    private static let hostile = #"</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>"#

    private static func day(
        _ text: String, title: String = "M64", alt: String? = nil, content: GalleryDay.Content? = nil,
        thumbnails: Set<ThumbnailSize> = []
    ) throws -> GalleryDay {
        let picture = GalleryPicture(
            file: "\(text) M64.jpg", width: 3000, height: 2000, bytes: 1_000_000, isForBrowsers: true)
        return GalleryDay(
            day: try #require(Day(text)), title: title, alt: alt, content: content ?? .picture(picture),
            thumbnails: thumbnails)
    }

    private static func root(_ days: [GalleryDay]) -> String {
        var overview = GalleryOverview()
        overview.newest = days
        return String(decoding: RootPage(overview).bytes, as: UTF8.self)
    }

    private static func month(_ days: [GalleryDay], previous: String? = nil, next: String? = nil) -> String {
        let page = MonthPage(month: "2026-11", days: days, previous: previous, next: next)
        return String(decoding: page.bytes, as: UTF8.self)
    }

    @Test func `an empty mirror has a page`() {
        #expect(Self.root([]).contains("The first picture is on its way."))
    }

    @Test func `a page names the version it was made by in its first thousand bytes`() throws {
        let line = #"<meta name="generator" content="apod-mirror \#(GalleryAssets.fingerprint)">"#
        #expect(Self.root([]).prefix(1000).contains(line))
        #expect(Self.month([]).prefix(1000).contains(line))
        #expect(GalleryAssets.fingerprint.count == 12)
    }

    @Test(arguments: [("M64", ""), ("A galaxy with dust", "A galaxy with dust"), (nil, "")])
    func `a card does not tell its title twice`(alt: String?, told: String) throws {
        let page = Self.root([try Self.day("2026-11-20"), try Self.day("2026-11-19", alt: alt, thumbnails: [.small])])
        let card = try #require(page.range(of: #"data-day="2026-11-19">.*?</li>"#, options: .regularExpression))
        #expect(page[card].contains(#"alt="\#(told)""#))
    }

    @Test func `titles, stories, credits and reasons add no markup`() throws {
        var tame = try Self.day("2026-11-20")
        (tame.story, tame.credit, tame.copyright, tame.alt) = (Story("x"), "x", "y", "x")
        var wild = tame
        (wild.title, wild.story, wild.credit) = (Self.hostile, Story(Self.hostile), Self.hostile)
        (wild.copyright, wild.alt) = ("©" + Self.hostile, Self.hostile)
        let reason = try [
            Self.day("2026-11-19", content: .pending(Waiting("x"))),
            Self.day("2026-11-19", content: .pending(Waiting(Self.hostile))),
        ]
        for render in [{ Self.root($0) }, { Self.month($0) }] {
            let (plain, page) = (render([tame, reason[0]]), render([wild, reason[1]]))
            for mark in ["<script", "</script", "<img", "<", ">"] {
                #expect(page.components(separatedBy: mark).count == plain.components(separatedBy: mark).count)
            }
        }
        let data = YearScript(year: "2026", days: [wild, reason[1]]).bytes
        #expect(!data.contains(UInt8(ascii: "<")))
        let favorites = FavoritesScript([wild.day: [Self.hostile]], newest: [wild]).bytes
        #expect(!favorites.contains(UInt8(ascii: "<")))
    }

    @Test func `a month tells which days are missing and why, the newest first, and in plain text`() throws {
        let days = [try Self.day("2026-11-20")]
        func page(_ missing: [MissingDay]) -> String {
            let page = MonthPage(month: "2026-11", days: days, missing: missing, previous: nil, next: nil)
            return String(decoding: page.bytes, as: UTF8.self)
        }
        #expect(!page([]).contains("Not in this mirror"))
        let told = page([
            MissingDay(day: try #require(Day("2026-11-18")), reason: "Its picture is a logo."),
            MissingDay(day: try #require(Day("2026-11-19")), reason: Self.hostile),
        ])
        #expect(told.contains(#"<time datetime="2026-11-18">Wednesday, November 18, 2026</time>"#))
        #expect(told.contains(#"<span dir="auto">Its picture is a logo.</span>"#))
        let places = try ["2026-11-20", "Not in this mirror", "2026-11-19", "2026-11-18"].map {
            try #require(told.firstRange(of: $0)).lowerBound
        }
        #expect(places == places.sorted())
        #expect(told.components(separatedBy: "<script").count == page([]).components(separatedBy: "<script").count)
        #expect(!told.contains("<img src=x"))
    }

    @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", " https://x", "JAVASCRIPT:x"])
    func `only a web page is linked`(page: String) throws {
        var day = try Self.day("2026-11-20")
        day.page = page
        #expect(!Self.month([day]).contains("NASA’s page"))
        #expect(!String(decoding: YearScript(year: "2026", days: [day]).bytes, as: UTF8.self).contains("\"p\""))
        day.page = "https://science.nasa.gov/apod/261120"
        #expect(Self.month([day]).contains(#"href="https://science.nasa.gov/apod/261120""#))
    }

    @Test func `a thumbnail is only named where it is there`() throws {
        let without = try Self.day("2026-11-20")
        for page in [Self.root([without]), Self.month([without])] {
            #expect(!page.contains("/thumbnails/2026/2026-11-20"))
        }
        #expect(Self.root([without]).contains(#"<img src="2026/2026-11/2026-11-20%20M64.jpg""#))
        #expect(Self.month([without]).contains(#"<img src="../../2026/2026-11/2026-11-20%20M64.jpg""#))

        let all = Self.root([try Self.day("2026-11-20", thumbnails: [.small, .card, .large, .screen])])
        #expect(!all.contains("data-full"), "a large picture's smaller ones are enough for a screen")

        let both = try Self.day("2026-11-20", thumbnails: [.small, .large])
        let page = Self.root([both])
        #expect(page.contains(#"<img src=".apod-mirror/thumbnails/2026/2026-11-20.960.jpg""#))
        #expect(page.contains(#"data-full="2026/2026-11/2026-11-20%20M64.jpg""#))
        let month = Self.month([both])
        #expect(month.contains(#"srcset="../../.apod-mirror/thumbnails/2026/2026-11-20.320.jpg 320w, "#))
        #expect(month.contains(#"data-full="2026-11-20%20M64.jpg""#))
    }

    @Test func `a picture that browsers do not know is never put into a page`() throws {
        let picture = GalleryPicture(file: "2026-11-20 M64.tif", bytes: 9, isForBrowsers: false)
        let day = try Self.day("2026-11-20", content: .picture(picture))
        for page in [Self.root([day]), Self.month([day])] {
            #expect(!page.contains("<img"))
            #expect(page.contains(#"2026-11-20%20M64.tif""#))
        }
    }

    @Test func `films play, pages are opened, and what is not here says why`() throws {
        let days = try [
            Self.day("2026-11-20", content: .video(file: "2026-11-20 Halo.mp4"), thumbnails: [.small]),
            Self.day("2026-11-19", content: .page(file: "2026-11-19 Fly-through.html")),
            Self.day("2026-11-18", content: .pending(Waiting("The server did not answer."))),
        ]
        let page = Self.month(days)
        #expect(page.contains(#"<video controls preload="none" src="2026-11-20%20Halo.mp4" poster="../../.apod-"#))
        #expect(page.contains(#"<a class="pic play" href="2026-11-19%20Fly-through.html" aria-label="M64">"#))
        #expect(page.contains("The server did not answer."))
    }

    @Test func `a month leads to its neighbours and to the first page`() throws {
        let days = try [Self.day("2026-11-19"), Self.day("2026-11-20")]
        let page = Self.month(days, previous: "2026-10", next: "2027-01")
        #expect(page.contains(#"<a rel="prev" href="../../2026/2026-10/index.html">"#))
        #expect(page.contains(#"<a rel="next" href="../../2027/2027-01/index.html">"#))
        #expect(page.contains(#"<a href="../../index.html">"#))
        #expect(page.contains("<h1>November 2026</h1>"))
        let places = ["2026-11-20", "2026-11-19"].map { page.range(of: #"<article id="\#($0)""#)?.lowerBound }
        #expect(try #require(places[0]) < #require(places[1]))
        let alone = Self.month(days)
        #expect(!alone.contains("rel=\"prev\"") && !alone.contains("rel=\"next\""))
    }

    @Test func `the newest with something to show fills the window, the others are this week's`() throws {
        let days = try [
            Self.day(
                "2026-11-20", title: "Late",
                content: .pending(Waiting("https://x/a answered with status 404.", again: Day("2026-11-24")))),
            Self.day("2026-11-19", title: "Shown"), Self.day("2026-11-18", title: "Before"),
        ]
        let page = Self.root(days)
        #expect(page.contains(#"<h1 dir="auto">Shown</h1>"#))
        #expect(page.contains(#"<span class="title" dir="auto">Late</span>"#))
        let words = "NASA’s server does not have this picture yet. It is asked for again on Tuesday, November 24."
        #expect(page.contains(words) && !page.contains("status 404"))
        #expect(page.contains(#"data-day="2026-11-19" hidden>Nothing new since Thursday, November 19, 2026."#))
    }

    @Test func `a card leads to its day's own file, and to the story where there is none`() throws {
        let days = try [
            Self.day("2026-11-21", content: .pending(Waiting("Not there yet."))), Self.day("2026-11-20"),
            Self.day("2026-11-19"), Self.day("2026-11-18", content: .video(file: "2026-11-18 Halo.mp4")),
            Self.day("2026-11-17", content: .page(file: "2026-11-17 Fly-through.html")),
        ]
        let page = Self.root(days)
        #expect(page.contains(#"<a class="whole" href="2026/2026-11/2026-11-20%20M64.jpg"><img "#))
        for (file, day) in [
            ("index.html#2026-11-21", "2026-11-21"), ("2026-11-19%20M64.jpg", "2026-11-19"),
            ("2026-11-18%20Halo.mp4", "2026-11-18"), ("2026-11-17%20Fly-through.html", "2026-11-17"),
        ] {
            #expect(page.contains(#"<li><a href="2026/2026-11/\#(file)" data-day="\#(day)">"#), "\(day)")
        }
    }

    @Test func `a year's data is one call, a line a day, the newest first`() throws {
        let days = try [Self.day("2026-11-19"), Self.day("2026-11-20", thumbnails: [.small, .large])]
        let lines = String(decoding: YearScript(year: "2026", days: days).bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0] == #"apodYear("2026",["#)
        #expect(lines[1].hasPrefix(#"{"d":"2026-11-20","t":"M64","k":"i","f":"2026-11-20 M64.jpg","#))
        #expect(lines[1].hasSuffix(#""z":[3000,2000],"s":3},"#))
        let end = #"],"\#(GalleryAssets.fingerprint)")"#
        #expect(lines[2] == #"{"d":"2026-11-19","t":"M64","k":"i","f":"2026-11-19 M64.jpg","z":[3000,2000]}"# + end)
    }

    @Test func `a year's data tells what a credit says of the use, where the rest of it does not`() throws {
        func use(_ credit: String?, _ copyright: String?, _ license: String? = nil) throws -> String {
            var day = try Self.day("2026-11-20")
            (day.credit, day.copyright, day.license) = (credit, copyright, license)
            let script = String(decoding: YearScript(year: "2026", days: [day]).bytes, as: UTF8.self)
            guard let start = script.firstRange(of: "\"g\":") else { return "" }
            return String(script[start.upperBound...].prefix { $0 != "]" }) + "]"
        }
        #expect(try use("NASA, JPL-Caltech", nil) == #"["n"]"#)
        #expect(try use("NASA; Text: Ann Lee", nil) == #"["n","NASA"]"#)
        #expect(try use("Ann Lee", "Ann Lee") == "" && use("NASA, ESA", nil) == "" && use(nil, nil) == "")
        #expect(try use("NASA; Processing & Copyright: Ann Lee", nil) == #"["r","Processing & Copyright: Ann Lee"]"#)
        let license = "https://creativecommons.org/licenses/by/4.0/"
        #expect(try use("Ann Lee", "Ann Lee", license) == #"["c","","CC BY 4.0","\#(license)"]"#)
        #expect(
            try use("NASA; Processing & License: Ann", nil, license)
                == #"["c","Processing & License: Ann","CC BY 4.0","\#(license)"]"#)
    }

    @Test func `a page lists the makers of pictures, and their names do nothing`() throws {
        let day = try #require(Day("2026-11-20"))
        let index = MakerIndex([(day: day, credit: "Ann Lee"), (day: day, credit: "<img src=x onerror=alert(1)>")])
        let page = String(decoding: CreditsPage(index.makers, covered: []).bytes, as: UTF8.self)
        #expect(page.contains("<title>Who made the pictures · Astronomy Picture of the Day</title>"))
        #expect(page.contains(#""n":"Ann Lee""#))
        #expect(page.contains(#"<a href="2026/2026-11/index.html#2026-11-20">"#))
        #expect(!page.contains("<img"))
    }

    @Test(
        arguments: [
            ("M65", 2), ("", 2), (#"","x":""#, 2), (#"\"#, 1), (#"","#, 1), (#""]);alert({})"#, 1), ("</script>", 1),
            ("\u{7}", 1), ("é", 1),
        ])
    func `a line that a disk has changed is not taken over`(title: String, taken: Int) throws {
        let days = try [Self.day("2026-11-19"), Self.day("2026-11-20", title: "Halo")]
        let script = String(decoding: YearScript(year: "2026", days: days).bytes, as: UTF8.self)
        let changed = script.replacing("Halo", with: title)
        #expect(YearScript.lines(in: Array(changed.utf8)) { _ in true }.count == taken)
    }

    @Test func `no page holds a handler or a style of its own`() throws {
        for page in [Self.root([try Self.day("2026-11-20")]), Self.month([try Self.day("2026-11-20")])] {
            let markup = page.replacing(try Regex("<(style|script)[^>]*>[\\s\\S]*?</(style|script)>"), with: "")
            #expect(!markup.contains(try Regex("<[^>]* (style|on[a-z]+)=")))
            #expect(!markup.contains(try Regex("(src|href)=\"(https?:)?//")))
        }
    }
}
