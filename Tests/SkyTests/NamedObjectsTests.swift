import Testing

@testable import Sky

@Suite("What a picture is of")
struct NamedObjectsTests {
    @Test(arguments: [
        ("M42", "Stars form here. M43 is near.", ["M42"], ["M43"]),
        ("A Nebula", "The Orion Nebula is near. NGC 1977 is its neighbour.", ["M42"], ["NGC 1977"]),
        ("M42 and M43", "M42 is in Orion's sword. So is NGC 1977.", ["M42", "M43"], ["NGC 1977"]),
        ("Who sees it?", "Who sees M31? All do, and M33.", ["M31"], ["M33"]),
        ("Dust", "Dr. Who found M31. M33 he did not.", ["M31"], ["M33"]),
        ("Dust", "It is 2.5 million light-years to M31. M33 is farther.", ["M31"], ["M33"]),
        ("Dust", "", [], []), ("M1", "M1", ["M1"], []), ("Dust", "It came in 1054. M1 is left.", [], ["M1"]),
    ])
    func `is said by its title or the first sentence`(
        title: String, story: String, subjects: [String], mentioned: [String]
    ) {
        let named = NamedObjects(title: title, story: story)
        #expect(named.subjects.map(\.name) == subjects)
        #expect(named.all.dropFirst(named.subjectCount).map(\.name) == mentioned)
    }

    @Test(arguments: [
        ("One. Two.", "One."), ("One? Two.", "One?"), ("One", "One"), ("", ""),
        ("M. Messier saw it. He did.", "M. Messier saw it."),
        ("NGC 1. Two", "NGC 1."), ("Étoile. Deux.", "Étoile."), ("One.\nTwo.", "One."),
        ("We see it. Now.", "We see it."), ("It has 12. Now.", "It has 12."),
    ])
    func `a sentence ends where another can begin`(story: String, sentence: String) {
        #expect(String(NamedObjects.firstSentence(of: story)) == sentence)
    }
}
