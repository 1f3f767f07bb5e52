import Days
import Foundation
import Testing

@testable import Pages

@Suite("A story with its links")
struct StoryTests {
    private static let day = Day("2001-07-12").unsafelyUnwrapped

    private static func script(_ story: Story) throws -> [String: Any] {
        let picture = GalleryPicture(file: "x.jpg", bytes: 1, isForBrowsers: true)
        let day = GalleryDay(day: day, title: "x", story: story, mentions: [Day.first], content: .picture(picture))
        let text = String(decoding: YearScript(year: "2001", days: [day]).bytes, as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("{") })
        let object = line[...(try #require(line.lastIndex(of: "}")))]
        return try #require(try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: Any])
    }

    @Test func `leads inside the mirror, to NASA, or elsewhere`() {
        let story = Story(
            "In 1995, é, and on",
            links: [
                .init(place: 3..<7, target: .day(Day.first)), .init(place: 9..<11, target: .absent(Self.day)),
                .init(place: 13..<16, target: .web("https://x.org/?a=1&b=\"'<")),
            ])
        let html = String(decoding: story.html(from: "../../").bytes, as: UTF8.self)
        #expect(
            html.hasPrefix(
                #"In <a href="../../1995/1995-06/index.html#1995-06-16" data-day="1995-06-16">1995</a>, <a class="out""#
            ))
        #expect(html.contains(#"href="https://science.nasa.gov/apod/010712" rel="noopener noreferrer""#))
        #expect(html.contains("this mirror does not have Thursday, July 12, 2001\">é</a>, "))
        #expect(
            html.hasSuffix(#"href="https://x.org/?a=1&amp;b=&quot;&#39;&lt;" rel="noopener noreferrer">and</a> on"#))
    }

    @Test func `the script counts letters as it sees them`() throws {
        let text = "🌌 é M31\u{202E} end"
        let start = text.utf8.count - 3
        let object = try Self.script(
            Story(
                text,
                links: [
                    .init(place: 5..<7, target: .day(Day.first)),
                    .init(place: start..<text.utf8.count, target: .web("http://x")),
                ]))
        let shown = try #require(object["x"] as? String)
        let links = try #require(object["h"] as? [[Any]])
        let words = links.map { link in
            (shown as NSString).substring(with: NSRange(location: link[0] as? Int ?? 0, length: link[1] as? Int ?? 0))
        }
        #expect(words == ["é", "end"])
        #expect(links.map { $0[2] as? String } == ["1995-06-16", "http://x"])
        #expect(object["m"] as? [String] == ["1995-06-16"])
    }

    @Test func `links that overlap, are empty or go beyond the text are none`() {
        let target = Story.Target.day(Day.first)
        let places = [2..<4, 3..<5, 4..<4, 4..<6, 5..<7, 6..<90]
        let story = Story("0123456789", links: places.map { Story.Link(place: $0, target: target) })
        #expect(story.links.map(\.place) == [2..<4, 4..<6])
        #expect(story.pieces.map { $0.runs.map(\.text).joined() } == ["01", "23", "45", "6789"])
    }
}
