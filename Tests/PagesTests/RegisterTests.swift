import Days
import Foundation
import Sky
import Testing

@testable import Pages

@Suite("The pages that list names with their days")
struct RegisterTests {
    private static let hostile = #"</script></noscript><script>alert(1)</script>"'><img src=x onerror=alert(1)>"#

    private static func page(
        _ rows: [Register.Row], sections: Int = 1, covered: Set<Day> = [], lead: String = "What is named."
    ) -> String {
        let register = Register(
            page: .objects, lead: lead, noun: "thing", order: "the newest first",
            sections: (0..<sections).map { place in
                Register.Section(title: "Part \(place)", rows: place == 0 ? rows : [])
            },
            covered: covered)
        return String(decoding: register.bytes, as: UTF8.self)
    }

    /// The rows as the page's script reads them.
    private static func data(_ page: String) throws -> [[String: Any]] {
        let start = try #require(page.firstRange(of: #"id="register">"#)).upperBound
        let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
        let json = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8)) as? [String: Any]
        let sections = try #require(json?["sections"] as? [[String: Any]])
        return sections.flatMap { $0["rows"] as? [[String: Any]] ?? [] }
    }

    /// What a browser with scripts makes elements of.
    private static func laidOut(_ page: String) throws -> String {
        page.replacing(try Regex("<(style|script|noscript)[^>]*>[\\s\\S]*?</\\1>"), with: "")
    }

    @Test func `all days of a row are in the data and in the list for browsers without script, in their order`() throws
    {
        let days = try ["2026-11-19", "1995-06-16", "2026-11-20"].map { try #require(Day($0)) }
        let row = Register.Row(name: "M31", others: ["Messier 31", "NGC 224"], days: days)
        let page = Self.page([row], covered: [days[1]])
        let told = try #require(try Self.data(page).first)
        #expect(told["n"] as? String == "M31" && told["o"] as? [String] == ["Messier 31", "NGC 224"])
        #expect(told["d"] as? [Int] == [2 * days[0].number, 2 * days[1].number + 1, 2 * days[2].number])
        #expect(told["f"] == nil)
        #expect(
            page.contains(
                #"<li id="M31"><b dir="auto">M31</b> <span class="quiet">Messier 31 · NGC 224</span><br>3 days:"#))
        let places = try days.map {
            try #require(
                page.firstRange(of: #"<a href="\#($0.year)/\#($0.month)/index.html#\#($0)">\#($0.inShort)</a>"#)
            )
            .lowerBound
        }
        #expect(places == places.sorted())
    }

    @Test func `with a script no row is laid out before it is drawn`() throws {
        let days = (0..<400).map { Day.first.advanced(by: $0) }
        let rows = (1...500).map { Register.Row(name: "NGC \($0)", days: days) }
        let page = try Self.laidOut(Self.page(rows))
        #expect(page.components(separatedBy: "<").count < 60)
        #expect(!page.contains("NGC"))
    }

    @Test func `names, facts and texts add no markup`() throws {
        let day = try #require(Day("2026-11-20"))
        func page(_ text: String) -> String {
            let facts = [Register.Fact(label: text, text: text, address: "sky.html")]
            return Self.page([.init(name: text, others: [text], facts: facts, days: [day])], lead: text)
        }
        let (plain, wild) = (page("x"), page(Self.hostile))
        for mark in ["<script", "</script", "</noscript", "<img", "<"] {
            #expect(wild.components(separatedBy: mark).count == plain.components(separatedBy: mark).count, "\(mark)")
        }
        #expect(
            try Self.laidOut(wild).components(separatedBy: ">").count
                == Self.laidOut(plain).components(separatedBy: ">").count)
        #expect(try Self.data(wild).first?["n"] as? String == Self.hostile)
    }

    @Test func `facts are told with and without a script`() throws {
        let day = try #require(Day("2026-11-20"))
        let facts = [
            Register.Fact(label: "Type", text: "Spiral galaxy"),
            Register.Fact(label: "Where", text: "Andromeda", address: "sky.html#M31"),
        ]
        let page = Self.page([.init(name: "M31", facts: facts, days: [day])])
        let told = try #require(try Self.data(page).first?["f"] as? [[String]])
        #expect(told == [["Type", "Spiral galaxy"], ["Where", "Andromeda", "sky.html#M31"]])
        #expect(page.contains("<br>Type: Spiral galaxy<br>Where: Andromeda"))
    }

    @Test(
        "The address of a row is found by its fragment",
        arguments: [
            ("M31", "objects.html#M31", "M31"), ("NGC 224", "objects.html#NGC-224", "NGC-224"),
            ("Boötes", "objects.html#Bo%C3%B6tes", "Boötes"),
            ("100% \"X\"", "objects.html#100%25-%22X%22", "100%-&quot;X&quot;"),
        ])
    func addresses(name: String, address: String, id: String) throws {
        #expect(Register.address(of: name, in: .objects) == address)
        let page = Self.page([.init(name: name, days: [Day.first])])
        #expect(page.contains(#"<li id="\#(id)">"#))
    }

    @Test func `empty parts are left out, and the title of an only one without a name`() throws {
        let row = Register.Row(name: "M31", days: [Day.first])
        let page = Self.page([row], sections: 3)
        #expect(page.contains("<h2>Part 0</h2>") && !page.contains("Part 1"))
        let alone = Register(
            page: .objects, lead: "", noun: "thing", order: "", sections: [.init(rows: [row])], covered: [])
        #expect(!String(decoding: alone.bytes, as: UTF8.self).contains("<h2>"))
    }

    @Test func `no page of the whole mirror holds a handler or a style of its own, and the first page leads to each`()
        throws
    {
        let markup = try Self.laidOut(Self.page([.init(name: "M31", days: [Day.first])]))
        #expect(!markup.contains(try Regex("<[^>]* (style|on[a-z]+)=")))
        let first = String(decoding: RootPage(GalleryOverview()).bytes, as: UTF8.self)
        for page in ListPage.allCases {
            #expect(first.contains(#"<a href="\#(page.file)">\#(page.title)</a>"#))
            #expect(page.policy.hasPrefix("default-src 'none'"))
        }
    }

    @Test func `objects stand in their parts, by their numbers, with their names`() throws {
        let entries = ["NGC 7000", "M45", "M31", "Orion"].compactMap {
            SkyObject(named: $0) ?? SkyObject(named: "constellation \($0)")
        }
        try #require(entries.count == 4)
        let page = ObjectsPage(entries.map { .init(object: $0, days: [Day.first]) }, covered: [])
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(try Self.data(text).map { $0["n"] as? String } == ["Orion", "M31", "M45", "NGC 7000"])
        #expect(text.contains("Andromeda Galaxy"))
        // Orion is listed, and Andromeda is not.
        let nebula = try #require(SkyObject(named: "M42"))
        let other = ObjectsPage((entries + [nebula]).map { .init(object: $0, days: [Day.first]) }, covered: [])
        let rows = try Self.data(String(decoding: other.bytes, as: UTF8.self))
        func constellation(_ name: String) -> [String]? {
            let facts = rows.first { $0["n"] as? String == name }?["f"] as? [[String]]
            return facts?.first { $0.first == "Constellation" }
        }
        #expect(constellation("M42") == ["Constellation", "Orion", "objects.html#Orion"])
        #expect(constellation("M31") == ["Constellation", "Andromeda"])
    }

    @Test func `only the first page may have a manifest, and only one of its own making`() {
        #expect(RootPage.policy.hasSuffix("manifest-src data:"))
        #expect(!MonthPage.policy.contains("manifest") && !ListPage.objects.policy.contains("manifest"))
    }
}
