import Days
import Foundation
import JSON
import Testing

@testable import NASA

/// Answers of the new API as they were recorded, and what a person reads in them.
///
/// They are not part of the project: they are looked for beside it, or where `APOD_RECORDED` says.
@Suite(
    "Recorded answers", .enabled(if: Recorded.areThere, "needs apod-basic-recorded.json, which APOD_RECORDED can name"))
struct RecordedAnswerTests {
    @Test("Each reads as a person would write it down", arguments: Recorded.expected)
    func read(expected: Recorded.Reading) throws {
        let entry = try #require(try Recorded.entry(expected.day))
        #expect(entry.title == expected.title)
        #expect(entry.explanation == expected.story)
        #expect(entry.credit == expected.credit)
        #expect(entry.copyright == expected.copyright)
        #expect(entry.publishedMediaType == expected.kind)
        #expect(entry.media == expected.media)
        let html = entry.explanationHTML ?? ""
        #expect(html.matches(of: /href="([^"]*)"/).map { String($0.output.1) } == expected.links)
    }

    @Test("None is left out") func all() throws {
        #expect(
            try Recorded.entries().map { $0.entry.day.description }.sorted() == Recorded.expected.map(\.day).sorted())
    }
}

enum Recorded {
    struct Reading: Sendable, CustomTestStringConvertible {
        var day: String
        var title: String
        var story: String
        var credit: String
        var copyright: String?
        var kind = "image"
        var media: Media
        var links: [String] = []

        var testDescription: String { day }
    }

    private static let path: String? = {
        let beside = URL(filePath: #filePath).appending(path: "../../../../shared/data/apod-basic-recorded.json")
        let named = ProcessInfo.processInfo.environment["APOD_RECORDED"] ?? beside.standardizedFileURL.path
        return FileManager.default.fileExists(atPath: named) ? named : nil
    }()

    static let areThere = path != nil

    static func entries() throws -> [Candidate] {
        let bytes = try Data(contentsOf: URL(filePath: try #require(path)))
        guard case .array(let records) = try #require(JSONValue(Array(bytes))) else { return [] }
        let base = WebAddress(APIShape.apodBasic.publicBase)
        return records.compactMap { Candidate(apodBasic: $0, base: base) }
    }

    static func entry(_ day: String) throws -> Entry? {
        try entries().first { $0.entry.day.description == day }?.entry
    }

    private static let uploads = "https://assets.science.nasa.gov/content/dam/science/cds/apod/apod/"
    private static let renditions = "https://assets.science.nasa.gov/dynamicimage/assets/science/cds/apod/apod/"

    /// - Parameter crop: whether the rendition's way of cutting is kept for smaller ones.
    private static func picture(_ file: String, rendition: String? = nil, crop: Bool = false) -> Media {
        .picture(
            original: uploads + file, rendition: rendition,
            preview: "\(renditions)\(file)?w=1024&fit=clip" + (crop ? "&crop=faces%2Cfocalpoint" : ""))
    }

    static let expected = [
        Reading(
            day: "1995-06-16", title: "Neutron Star Earth",
            story: "If the Earth could somehow be transformed to the ultra-high density of a neutron star, it might "
                + "appear.",
            credit: "Robert Nemiroff", media: picture("1995/june/e_lens.gif"),
            links: ["https://science.nasa.gov/image-article/apod-1995-june-16-neutron-star-earth/x"]),
        Reading(
            day: "2015-06-03", title: "Flyby Image of Saturn's Sponge Moon Hyperion",
            story:
                "Why does this moon look like a sponge? To better investigate, NASA and ESA sent the Saturn-orbiting "
                + "robotic spacecraft Cassini zooming past Saturn's moon Hyperion, once again, earlier this week. One of "
                + "the images beamed back to Earth is featured above, raw and unprocessed. impacts that primarily "
                + "compress and eject surface material -- instead of the more typical round craters that appear. Cassini "
                + "is on track for another flyby of Saturn's Dione in about two weeks.",
            credit: "NASA, JPL-Caltech, SSI",
            media: picture(
                "2015/june/hyperion02_cassini_1024.jpg",
                rendition: uploads
                    + "2015/june/hyperion02_cassini_1024.jpg?w=1024&h=1024&fit=clip&crop=faces%2Cfocalpoint"),
            links: [
                "http://www.nasa.gov/", "http://www.esa.int/", "http://www.esa.int/x",
                "http://solarsystem.nasa.gov/planets/profile.cfm?Object=Saturn",
                "http://solarsystem.nasa.gov/planets/profile.cfm?Object=Hyperion", "http://c/",
                "http://saturn.jpl.nasa.gov/mission/saturntourdates/", "https://www.youtube.com/watch?v=fAQM9rfZq7w",
                "https://apod.nasa.gov/apod/ap121105.html",
            ]),
        Reading(
            day: "2015-07-04", title: "Fireworks in the South", story: "A sky.", credit: "Robert Schwarz",
            copyright: "Robert Schwarz",
            media: picture("2015/july/x.jpg", rendition: uploads + "2015/july/x.jpg?w=100")),
        Reading(
            day: "2015-10-19", title: "The Southern Cross in a Southern Sky",
            story: "Have you ever seen the Southern Cross? Captured from Rio de Janeiro, Brazil, the four bright stars "
                + "that mark. it is depicted on the national flags of Australia and New Zealand.",
            credit: "Carlos Fairbairn", copyright: "Carlos Fairbairn",
            media: picture(
                "2015/october/SouthernCrossSky_Fairbairn_1824.jpg",
                rendition: uploads
                    + "2015/october/SouthernCrossSky_Fairbairn_1824.jpg?w=1824&h=2714&fit=clip&crop=faces%2Cfocalpoint"
            ),
            links: [
                "https://en.wikipedia.org/wiki/Rio_de_Janeiro", "https://en.wikipedia.org/wiki/Brazil",
                "https://science.nasa.gov/image-article/apod-2015-october-19-the-southern-cross-in-a-southern-sky/x",
                "https://en.wikipedia.org/wiki/Flag_of_Australia", "https://en.wikipedia.org/wiki/Flag_of_New_Zealand",
            ]),
        Reading(
            day: "2024-06-03", title: "A Picture Lost in the Migration", story: "Lost.", credit: "NASA",
            media: .placeholder),
        Reading(
            day: "2026-01-13", title: "A Solar Eruption from SDO", story: "A solar eruption.", credit: "NASA",
            kind: "video", media: .hostedVideo(uploads + "2026/january/Eruption_SDO.mp4", poster: nil)),
        Reading(
            day: "2026-09-12", title: "Apollo 11: Catching Some Sun", story: "No image.", credit: "NASA",
            media: .unnamed),
        Reading(
            day: "2026-09-16", title: "Webb's View of M64", story: "x y z.",
            credit: "NASA, CSA, ESA, F. Belfiore (ESO), J. Lee (STScI), A. Leroy (OSU), and D. Thilker (JHU); "
                + "Processing: G. Kober (NASA/Catholic University)",
            // Names of people stand there, and no label says that they claim nothing.
            copyright: "NASA, CSA, ESA, F. Belfiore (ESO), J. Lee (STScI), A. Leroy (OSU), and D. Thilker (JHU); "
                + "Processing: G. Kober (NASA/Catholic University)",
            media: picture(
                "2026/september/M64_Webb.jpg",
                rendition: renditions + "2026/september/M64_Webb.jpg?w=3853&h=4070&fit=clip&crop=faces%2Cfocalpoint",
                crop: true)),
        Reading(
            day: "2026-09-29", title: "Sh2-188: The Shrimp Nebula",
            story: "What causes the swirl in the Shrimp Nebula? Stars & gas.", credit: "Pawel Piechnik",
            copyright: "Pawel Piechnik",
            media: picture(
                "2026/september/Shrimp_Pawel_2048.jpg",
                rendition: renditions
                    + "2026/september/Shrimp_Pawel_2048.jpg?w=2048&h=2560&fit=clip&crop=faces%2Cfocalpoint",
                crop: true),
            links: ["https://example.org/"]),
        Reading(
            day: "2026-10-02", title: "The Complete Sharpless Catalog: 313 Nebulas",
            story: "What does it take to image hundreds of nebulas? Today\u{2019}s image contains the entire Sharpless "
                + "Catalog of H II Regions, totaling 313 objects. Zoom in and explore! You may spot fan favorites like "
                + "the Eagle (Sh2-49), Heart (Sh2-190). Which object is your favorite?",
            credit: "Bing Xin", copyright: "Bing Xin",
            media: picture(
                "2026/october/sharpless_catalog.png",
                rendition: renditions
                    + "2026/october/sharpless_catalog.png?w=4455&h=5592&fit=clip&crop=faces%2Cfocalpoint",
                crop: true),
            links: [
                "https://xhslink.cn/o/8xwq05fWO1P", "https://articles.adsabs.harvard.edu/pdf/1959ApJS....4..257S",
                "https://science.nasa.gov/image-article/apod-2026-june-10-the-eagle-nebula-and-friends/",
                "https://science.nasa.gov/image-article/apod-2023-december-13-deep-field-the-heart-nebula/",
                "https://asterisk.apod.com/discuss_apod.php?date=261002",
            ]),
        Reading(
            day: "2026-10-05", title: "M104: The Sombrero Galaxy's Tidal Streams",
            story: "A deep image of the Sombrero galaxy reveals surprises.", credit: "Engelbert Vollmer",
            copyright: "Engelbert Vollmer",
            media: picture(
                "2026/october/M104_4222.jpg",
                rendition: renditions + "2026/october/M104_4222.jpg?w=4222&h=2817&fit=clip"),
            links: ["https://en.wikipedia.org/wiki/Sombrero_Galaxy"]),
        // The address is the logo's, which is poison: the day is not believed, and asked for again.
        Reading(
            day: "2026-10-07", title: "Supernova Remnant Pa 30", story: "Remnant.", credit: "NOIRLab",
            media: .picture(original: logo, rendition: nil, preview: logo)),
    ]

    private static let logo = "https://science.nasa.gov/wp-content/themes/nasa-child/assets/images/nasa-logo@2x.png"
}
