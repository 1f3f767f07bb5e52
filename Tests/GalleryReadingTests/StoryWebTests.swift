import Days
import Foundation
import Sky
import TestSupport
import Testing

@testable import GalleryReading
@testable import MirrorTestSupport

@Suite("What stories lead to")
struct StoryWebTests {
    private func day(_ number: Int) -> Day { Day.first.advanced(by: number) }

    private func facts(_ links: [Day: [Day]?]) -> [Day: StoryWeb.Facts?] {
        links.mapValues { $0.map { StoryWeb.Facts(links: $0) } }
    }

    @Test func `what leads to a day, and what is changed by it`() {
        var web = StoryWeb(facts([day(0): [], day(1): [day(0)], day(2): [day(0), day(1), day(9)]]))
        #expect(web[day(2)].links == [day(0), day(1), day(9)])
        #expect(web.mentions[day(0)] == [day(1), day(2)])
        #expect(web.mentions[day(9)].isEmpty)
        // It was named before it came: who names it leads to it now.
        #expect(web.apply(facts([day(9): [day(1)]])) == [day(1), day(2)])
        #expect(web.mentions[day(9)] == [day(2)])
        #expect(web.apply(facts([day(9): [day(1)]])).isEmpty)
        // Gone, or hidden: nothing leads to it any more.
        #expect(web.apply(facts([day(1): nil as [Day]?])) == [day(0), day(2), day(9)])
        #expect(!web.contains(day(1)))
    }

    @Test func `what is kept of it is what it was`() throws {
        var all = facts([day(0): [], day(40): [day(0)], day(41): [day(90), day(0)]])
        all[day(40)] = StoryWeb.Facts(
            links: [day(0)], objects: SkyObject.found(in: "NGC 7293, M31 and Cassiopeia"), subjectCount: 1)
        all[day(41)] = StoryWeb.Facts(objects: SkyObject.found(in: "M31, NGC 7293"), subjectCount: 2)
        let web = StoryWeb(all)
        #expect(web[day(40)].subjectCount == 1 && web[day(41)].subjectCount == 2 && web[day(0)].subjectCount == 0)
        let galaxy = try #require(SkyObject(named: "M31"))
        let ofGalaxy = try #require(web.daysInSky[galaxy])
        #expect(ofGalaxy.subject == [day(41)] && ofGalaxy.mentioned == [day(40)])
        // A story that is told otherwise can change what the picture is of, and nothing else.
        var other = web
        _ = other.apply([day(41): StoryWeb.Facts(objects: SkyObject.found(in: "M31, NGC 7293"), subjectCount: 1)])
        #expect(other != web && other[day(41)].subjectCount == 1)
        #expect(web[day(40)].objects.map(\.name) == ["NGC 7293", "M31", "Cassiopeia"])
        #expect(web.daysOfObjects[try #require(SkyObject(named: "M31"))] == [day(41), day(40)])
        #expect(StoryWeb(web.bytes) == web)
        #expect(StoryWeb(Array(web.bytes.dropLast())) == nil)
        var torn = web.bytes
        torn[torn.count / 2] ^= 1
        #expect(StoryWeb(torn) == nil)
        #expect(StoryWeb([UInt8]()) == nil)
        #expect(StoryWeb(StoryWeb().bytes) == StoryWeb())
        // Whole, and nonsense: days, ends or counts that cannot be.
        for nonsense in [
            [1, 5], [2, 5, 4, 1, 1, 1, 0], [2, 4, 5, 1, 0, 1, 0], [1, 5, -1, 0], [-1], [1, 5, 9, 1, 0],
        ] as [[Int32]] {
            var numbers = nonsense[...]
            #expect(DayNumbers(&numbers) == nil, "\(nonsense)")
        }
    }

    @Test func `makers are those of the days as they are now, and are kept with every letter`() throws {
        func named(_ web: StoryWeb) -> [Day: [String]] {
            Dictionary(uniqueKeysWithValues: web.makersOfDays.map { ($0.day, $0.names) })
        }
        var web = StoryWeb([
            day(0): StoryWeb.Facts(makers: ["Łukasz Żak", "NASA"], text: 1),
            day(1): StoryWeb.Facts(makers: ["NASA", "Jose\u{301} 🔭\u{0}"], text: 2), day(2): StoryWeb.Facts(text: 3),
        ])
        #expect(web[day(0)].makers == ["Łukasz Żak", "NASA"])
        #expect(named(web) == [day(0): ["Łukasz Żak", "NASA"], day(1): ["NASA", "José 🔭\u{0}"], day(2): []])
        let kept = try #require(StoryWeb(web.bytes))
        #expect(kept == web && named(kept) == named(web))
        // Another credit of the same story, a day that goes and one that comes.
        _ = web.apply([
            day(0): StoryWeb.Facts(makers: ["Ann Lee"], text: 4), day(1): nil,
            day(3): StoryWeb.Facts(makers: ["NASA"], text: 5),
        ])
        #expect(named(web) == [day(0): ["Ann Lee"], day(2): [], day(3): ["NASA"]])
        #expect(StoryWeb(web.bytes) == web)
        // Whole, and nonsense: a place that has no name.
        let (none, days) = (DayNumbers(), DayNumbers([(1, [0])]))
        #expect(StoryWeb(NumbersFile.bytes("stories", [none, none, none, days, none])) == nil)
        let names = DayNumbers([(0, [65])])
        let whole = StoryWeb(NumbersFile.bytes("stories", [none, none, none, days, names]))
        #expect(whole?[Day(number: 1)].makers == ["A"])
    }

    /// Against plain dictionaries.
    @Test(arguments: 0..<20) func `whatever changes`(seed: UInt64) {
        var chance = Dice(seed: seed)
        var (web, plain): (StoryWeb, [Day: Set<Day>]) = (StoryWeb(), [:])
        func mentions(of day: Day, in plain: [Day: Set<Day>]) -> [Day] {
            plain.filter { $0.value.contains(day) }.keys.sorted()
        }
        for _ in 0..<60 {
            var changes: [Day: [Day]?] = [:]
            for _ in 0...Int.random(in: 0..<4, using: &chance) {
                let links = (0..<Int.random(in: 0..<4, using: &chance)).map { _ in
                    day(.random(in: 0..<30, using: &chance))
                }
                changes[day(.random(in: 0..<30, using: &chance))] = .some(.random(using: &chance) ? links : nil)
            }
            let former = plain
            for (day, links) in changes { plain[day] = links.map(Set.init) }
            let touched = web.apply(facts(changes))
            for number in 0..<30 {
                let day = day(number)
                #expect(web.contains(day) == (plain[day] != nil))
                #expect(web[day].links == (plain[day] ?? []).sorted())
                guard let links = plain[day] else { continue }
                let now = mentions(of: day, in: plain)
                #expect(web.mentions[day] == now)
                let isOther = now != mentions(of: day, in: former) && former[day] != nil
                let leadsElsewhere = links.contains { (plain[$0] == nil) != (former[$0] == nil) }
                if isOther || leadsElsewhere && former[day] == links { #expect(touched.contains(day)) }
            }
            #expect(touched.allSatisfy { plain[$0] != nil })
        }
    }

    @Test func `the days that name a thing first come first, and of these the newest`() throws {
        let (galaxy, nebula) = (try #require(SkyObject(named: "M31")), try #require(SkyObject(named: "NGC 7293")))
        let named = [[], [galaxy], [nebula, galaxy], [galaxy, nebula], [nebula]]
        let facts = named.enumerated().map { (day($0.offset), StoryWeb.Facts(objects: $0.element)) }
        let web = StoryWeb(Dictionary(uniqueKeysWithValues: facts.map { ($0, .some($1)) }))
        #expect(web.daysOfObjects == [galaxy: [day(3), day(1), day(2)], nebula: [day(4), day(2), day(3)]])
    }
}

extension DayNumbers {
    fileprivate init(_ values: [(Int32, [Int32])]) {
        self.init()
        for (day, numbers) in values { append(day, numbers) }
    }
}
