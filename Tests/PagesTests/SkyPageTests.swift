import Days
import Foundation
import Sky
import TestSupport
import Testing

@testable import Pages

@Suite("The map of the sky")
struct SkyPageTests {
    private static func row(_ name: String, _ subject: [String] = [], _ others: [String] = []) throws -> SkyPage.Row {
        SkyPage.Row(
            object: try #require(SkyObject.found(in: name).first), subjectDays: try subject.map(day),
            otherDays: try others.map(day))
    }

    private static func page(_ rows: [SkyPage.Row], covered: Set<Day> = []) -> String {
        String(decoding: SkyPage(rows, covered: covered).bytes, as: UTF8.self)
    }

    private struct Row: Decodable {
        var n: String
        var o: [String]?
        var p: [Int]?
        var w: String?
        var s: [Int]?
        var m: [Int]?
    }

    private static func data(_ page: String) throws -> [Row] {
        let start = try #require(page.range(of: #"id="rows">"#)).upperBound
        let end = try #require(page[start...].range(of: "</script>")).lowerBound
        return try JSONDecoder().decode([Row].self, from: Data(page[start..<end].utf8))
    }

    @Test func `every object is at its place, leads to its days, and stands in the list`() throws {
        let days = ["2026-11-20", "2026-11-02"]
        let page = Self.page(
            [try Self.row("M42", days, ["2025-01-01"]), try Self.row("Cassiopeia", [], ["2026-01-01"])],
            covered: [try day("2026-11-02")])
        let rows = try Self.data(page)
        #expect(rows.map(\.n) == ["Cassiopeia", "M42"])
        #expect(rows[1].p == [838_221, -53_911] && rows[1].o?.last == "Great Nebula in Orion")
        let numbers = try days.map { try day($0).number * 2 }
        #expect(rows[1].s == [numbers[0], numbers[1] + 1] && rows[1].m?.count == 1)
        #expect(rows[0].s == nil && rows[0].m?.count == 1 && rows[0].p == nil)
        // Row 1 is M42, of a nebula's colour, of the size for three days.
        #expect(
            page.contains(
                #"<a href="objects.html#M42" data-row="1" tabindex="-1"><path class="n s2" d="M-168 23.9h0"/>"#))
        #expect(page.contains("<title>M42, Orion Nebula: 3 days</title>"))
        #expect(page.contains(#"<a href="objects.html#Cassiopeia" data-row="0" tabindex="-1"><text "#))
        #expect(
            page.contains(#"<li><a href="objects.html#M42">M42</a>, Orion Nebula: emission nebula in Orion"#))
    }

    @Test func `an object that is only mentioned, and one without a place, are told so`() throws {
        let page = Self.page([try Self.row("NGC 5128", [], ["2026-01-01"]), try Self.row("HH 666", ["2026-01-02"])])
        #expect(page.contains(#"class="g s1 only""#))
        #expect(page.contains(#"HH 666</a>: place not known; 1 day"#))
        #expect(try Self.data(page).map(\.n) == ["NGC 5128", "HH 666"])
    }

    @Test(
        "The map is an ellipse with three hours in the middle and right ascension to the left",
        arguments: [
            (45.0, 0.0, 0, 0), (45, 90, 0, -3536), (45, -90, 0, 3536), (225.0001, 0, 7071, 0), (224.9999, 0, -7071, 0),
            (135, 0, -3827, 0), (315, 0, 3827, 0), (83.8221, -5.3911, -1680, 239),
        ])
    func places(rightAscension: Double, declination: Double, x: Int, y: Int) {
        let point = SkyProjection.point(SkyPlace(rightAscension: rightAscension, declination: declination))
        #expect(abs(point.x - x) <= 10 && abs(point.y - y) <= 10, "\(point)")
    }

    @Test func `a line that leaves the map comes in at the other side, and no line crosses it`() {
        let across = [220.0, 230].map { SkyPlace(rightAscension: $0, declination: 10) }
        let cut = SkyProjection.lines(across)
        #expect(cut.count == 2 && cut.allSatisfy { $0.count == 2 })
        #expect(cut[0].allSatisfy { $0.x < -6_000 } && cut[1].allSatisfy { $0.x > 6_000 })
        for line in Constellation.all.flatMap(\.lines).flatMap(SkyProjection.lines) {
            for (one, next) in zip(line, line.dropFirst()) { #expect(abs(one.x - next.x) < 2_500) }
        }
    }

    @Test func `a polygon on the edge is cut in two, and each stays on its side`() {
        let corners = [(220.0, -5.0), (230, -5), (230, 5), (220, 5)].map {
            SkyPlace(rightAscension: $0, declination: $1)
        }
        let parts = SkyProjection.polygons(corners)
        #expect(parts.count == 2)
        for part in parts { #expect(Set(part.map { $0.x < 0 }).count == 1 && part.count >= 4) }
        for polygon in MilkyWay.outline.flatMap(SkyProjection.polygons) {
            let x = polygon.map(\.x)
            #expect((x.max() ?? 0) - (x.min() ?? 0) < 2_500)
        }
    }

    @Test(arguments: [(0, "0"), (5, "0.5"), (-5, "-0.5"), (-10, "-1"), (123, "12.3"), (-123, "-12.3")])
    func `tenths are written short`(number: Int, text: String) {
        #expect(SkyMap.tenths(number) == text)
    }

    @Test func `with all that thirty years name it is well below its limit, and plain`() throws {
        // As many days for each as no object has: more than there will be.
        let days = (0..<14).map { Day.first.advanced(by: 31 * $0) }
        let objects = (1...110).map { "M\($0)" } + (1...700).map { "NGC \($0)" }
        let rows = objects.compactMap { SkyObject.found(in: $0).first }.reduce(into: Set()) { $0.insert($1) }
        let page = Self.page(
            (rows.sorted() + Constellation.all.compactMap { SkyObject(named: "constellation \($0.name)") }).map {
                SkyPage.Row(object: $0, subjectDays: Array(days.prefix(5)), otherDays: Array(days.dropFirst(5)))
            })
        #expect(page.utf8.count < 700_000)
        let markup = page.replacing(try Regex("<(style|script)[^>]*>[\\s\\S]*?</(style|script)>"), with: "")
        #expect(!markup.contains(try Regex("<[^>]* (style|on[a-z]+)=")))
        #expect(!markup.contains(try Regex("(src|href)=\"(https?:)?//")))
    }

    private struct Entry: Decodable {
        var date: String
        var title: String
        var explanation: String
    }

    @Test(.enabled(if: RealFiles.archive != nil, "needs apod-archive.json.gz, which APOD_ARCHIVE can name"))
    func `with all of NASA's days it is below its limit, and nearly all objects have a place`() throws {
        let archive = try RealFiles.unpacked(try #require(RealFiles.archive))
        var rows: [SkyObject: SkyPage.Row] = [:]
        for entry in try JSONDecoder().decode([Entry].self, from: archive).reversed() {
            let (named, shown) = (NamedObjects(title: entry.title, story: entry.explanation), try day(entry.date))
            for (place, object) in named.all.enumerated() {
                var row = rows[object] ?? SkyPage.Row(object: object, subjectDays: [], otherDays: [])
                if place < named.subjectCount { row.subjectDays.append(shown) } else { row.otherDays.append(shown) }
                rows[object] = row
            }
        }
        let page = SkyPage(Array(rows.values), covered: Set(rows.values.flatMap(\.days))).bytes
        #expect(page.count < 700_000)
        let placed = rows.keys.count { $0.place != nil }
        #expect(rows.count > 800 && placed * 100 > 97 * rows.count, "\(placed) of \(rows.count) have a place")
    }

    @Test func `a day's data tells where what its picture is of stands`() throws {
        var shown = GalleryDay(day: try day("2026-11-20"), title: "M42", content: .pending(Waiting("x")))
        let plain = String(decoding: YearScript(year: "2026", days: [shown]).bytes, as: UTF8.self)
        #expect(!plain.contains(#""b":"#))
        shown.subjects = [try #require(SkyObject(named: "M42"))]
        let script = String(decoding: YearScript(year: "2026", days: [shown]).bytes, as: UTF8.self)
        #expect(script.contains(#""b":["M42",[838221,-53911],"Orion"]"#))
    }
}
