import Days
import Folder
import Foundation
import SampleNASA
import Sky
import TestSupport
import Testing

@testable import Archive
@testable import Gallery
@testable import GalleryReading
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Pages
@testable import RefreshTestSupport

/// The links that APOD's authors placed, as far as they lie beside the project: all lead to their days.
@Suite(
    "Thirty real years of links", .serialized,
    .disabled(if: Abilities.isShort, "thirty years of days, left for Tests/run --all"),
    .enabled(
        if: RealDays.areThere && RealLinks.areThere, "needs the real days and their links, and no sanitizer"))
struct RealLinksTests {

    @Test func `each leads to its day, in every form it ever had`() async throws {
        let (days, links) = (try RealDays.load(), try RealLinks.load())
        let mirror = try TestMirror(in: "\(RealDays.room)-links")
        defer { try? FileManager.default.removeItem(atPath: (mirror.root as NSString).deletingLastPathComponent) }
        var forms = 0
        for sample in days {
            let day = Day.of(sample.date)
            // In front: behind some stories stands what is none of theirs, and is cut off.
            var html = "Explanation:"
            for target in links[sample.date] ?? [] {
                html += " <a href=\"\(RealLinks.form(forms, Day.of(target)))\">\(target)</a>"
                forms += 1
            }
            let story = Explanation(html: html, page: WebAddress("https://apod.nasa.gov/apod/ap\(day.sixDigits).html"))
            var metadata = mirror.metadata(day, sample.title)
            (metadata.explanation, metadata.mirror.explanationHTML) = (story.text, story.html)
            let month = "\(day.year)/\(day.month)"
            try mirror.write(metadata.encoded(replacing: nil), to: "\(month)/metadata/\(day).json")
        }
        let archive = try await mirror.open()
        let writer = GalleryWriter(archive.tree)
        let written = await writer.write(DuePages(everythingIn: try await archive.list()), archive.galleryFacts())
        #expect(written.troubles.isEmpty)

        var (right, wrong, mentions): (Int, [String], Int) = (0, [], 0)
        for year in Set(days.map { String($0.date.prefix(4)) }).sorted() {
            for shown in try RealLinks.data(try #require(mirror.bytes("\(year)/gallery.js"))) {
                let led = Set((shown.h ?? []).map(\.target).filter { Day($0) != nil })
                let wanted = Set(links[shown.d] ?? [])
                right += wanted.intersection(led).count
                wrong += wanted.subtracting(led).map { "\(shown.d) → \($0)" }
                mentions += shown.m?.count ?? 0
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        #expect(right == links.values.reduce(0) { $0 + Set($1).count } && right > 16_000)
        // Three hundred of them are clicked where there is a browser.
        if FileManager.default.fileExists(atPath: "/usr/bin/chromedriver") {
            let said = try RealLinks.click(in: mirror.root)
            #expect(said == "ok real-links\n", "\(said)")
        }
        print("measured: \(right) links in \(forms) places lead to their days, \(mentions) mentions are told")
    }

    @Test(.enabled(if: Abilities.isLong, "a minute of computing: Tests/run --long"))
    func `what real stories name`() throws {
        var (named, numbered): (Int, Set<SkyObject>) = (0, [])
        for day in try RealDays.load() {
            let found = SkyObject.found(in: "\(day.title)\n\(day.explanation)")
            if !found.isEmpty { named += 1 }
            for object in found { if case .numbered = object { numbered.insert(object) } }
        }
        print("measured: \(named) days name something, \(numbered.count) numbered things")
        #expect(named > 4_000 && numbered.count > 700)
    }

    /// As `Tests/bench similar` does with what ships.
    @Test(.enabled(if: Abilities.isLong, "two minutes of computing: Tests/run --long"))
    func `days that are like each other are often those that authors linked`() throws {
        let began = ContinuousClock.now
        let terms = try RealDays.load().map { day in
            let (title, story) = (day.title, RealLinks.told(day.explanation))
            let objects = SkyObject.found(in: "\(title)\n\(story)")
            return (day: Day.of(day.date), terms: StoryTerms(title: title, story: story, objects: objects))
        }
        let read = ContinuousClock.now
        let similar = SimilarDays(terms)
        print("measured: \(read - began) to read, \(ContinuousClock.now - read) to compare")
        let links = try RealLinks.load()
        let hits = links.count { day, targets in
            !Set(targets).isDisjoint(with: similar[Day.of(day)].map(\.description))
        }
        print("measured: \(100 * Double(hits) / Double(links.count)) % of \(links.count) days")
        #expect(Double(hits) >= 0.45 * Double(links.count))
    }
}

enum RealLinks {
    /// Without the end that every page has.
    static func told(_ story: String) -> String {
        let text = story.replacing("Explanation:", with: "")
        let end = ["We keep an", "Astronomy Picture of the Day is brought", "Tomorrow's picture", "Follow APOD on"]
            .compactMap { text.range(of: $0)?.lowerBound }.min()
        return String(text[..<(end ?? text.endIndex)])
    }

    static let areThere = RealFiles.links != nil

    static func load() throws -> [String: [String]] {
        try JSONDecoder().decode([String: [String]].self, from: RealFiles.unpacked(try #require(RealFiles.links)))
    }

    static func click(in root: String) throws -> String {
        let (browser, output) = (Process(), Pipe())
        browser.executableURL = URL(filePath: #filePath).appending(path: "../../browser/run").standardizedFileURL
        browser.arguments = [root, "real-links"]
        browser.standardOutput = output
        try browser.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        browser.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }

    /// One of the addresses that a day's page has had.
    static func form(_ number: Int, _ day: Day) -> String {
        let (year, month, date) = day.parts
        let article = "apod-\(year)-\(months[month - 1])-\(date)-a-name-of-words"
        let forms = [
            "https://apod.nasa.gov/apod/ap\(day.sixDigits).html", "http://apod.nasa.gov/apod/ap\(day.sixDigits).html",
            "http://antwrp.gsfc.nasa.gov/apod/ap\(day.sixDigits).html", "ap\(day.sixDigits).html",
            "https://science.nasa.gov/apod/\(day.sixDigits)", "https://science.nasa.gov/apod/\(day.sixDigits)/",
            "https://science.nasa.gov/image-article/\(article)/", "//apod.nasa.gov/apod/ap\(day.sixDigits).html#x",
        ]
        return forms[number % forms.count]
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    struct Shown: Decodable {
        var d: String
        var h: [Link]?
        var m: [String]?
    }

    struct Link: Decodable {
        var target: String

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            _ = try (values.decode(Int.self), values.decode(Int.self))
            target = try values.decode(String.self)
        }
    }

    /// What the script of a year hands over.
    static func data(_ script: [UInt8]) throws -> [Shown] {
        let start = try #require(script.firstIndex(of: UInt8(ascii: "[")))
        let end = try #require(script.lastIndex(of: UInt8(ascii: "]")))
        return try JSONDecoder().decode([Shown].self, from: Data(script[start...end]))
    }
}
