import TestSupport
import Testing

@testable import Commands
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A search for words")
struct SearchQueryTests {
    private static func json(_ title: String, _ story: String) throws -> [UInt8] {
        let mirror = Metadata.Mirror(
            source: "apod-basic", fetched: TestMirror.now, mediaType: "image", state: .present)
        return try Metadata(date: day, title: title, explanation: story, mediaType: .image, mirror: mirror).encoded()
    }

    @Test(arguments: [
        ("orion", "The Great Nebula in ORION", true), ("Orion", "of orion's belt", true), ("orion", "of Taurus", false),
        ("cafe", "Above a café", true), ("café", "Above a cafe", true), ("cafe", "Above a cafe\u{301}", true),
        ("dark nebula", "A Dark Nebula", true), ("dark nebula", "A dark\nnebula", false),
        ("\"dark\"", "A \"dark\" one", true),
        ("9/10", "nine of 9/10", true), ("back\\slash", "a back\\slash", true), ("天", "天の川", true),
        ("", "anything", true), ("\u{1}", "a\u{1}b", true), ("media_type", "of Taurus", false),
    ])
    func `finds them without regard to case and accents`(word: String, story: String, isFound: Bool) throws {
        for (title, story) in [("A Title", story), (story, "A story.")] {
            let json = try Self.json(title, story)
            let query = SearchQuery([word])
            #expect(query.matches(try Metadata(json)) == isFound)
            #expect(query.mayMatch(json) || !isFound)
        }
    }

    @Test func `what has no such word needs no closer look, if it is plain`() throws {
        #expect(try !SearchQuery(["orion"]).mayMatch(Self.json("A Title", "of Taurus")))
        #expect(try !SearchQuery(["taurus", "orion"]).mayMatch(Self.json("A Title", "of Taurus")))
    }

    @Test func `whatever is found is looked at`() throws {
        var random = Dice(seed: 3)
        let letters = Array("aAeEéÉe\u{301}nN\u{303} -\"\\/\u{1}ß\u{130}K\u{212A}\n")
        func text(_ length: ClosedRange<Int>) -> String {
            let count = Int.random(in: length, using: &random)
            return String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
        }
        var found = 0
        for _ in 0..<5_000 {
            let (json, word) = (try Self.json("T", text(0...40)), text(1...3))
            let query = SearchQuery([word])
            guard query.matches(try Metadata(json)) else { continue }
            found += 1
            #expect(query.mayMatch(json), "\(word) in \(String(decoding: json, as: UTF8.self))")
        }
        #expect(found > 500)
    }
}
