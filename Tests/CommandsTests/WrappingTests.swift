import Testing

@testable import Commands
@testable import Settings

@Suite struct WrappingTests {
    @Test func `breaks between words and keeps paragraphs`() {
        #expect(
            "What are  these strange\n\nthings?".wrapped(to: 10) == ["What are", "these", "strange", "", "things?"])
    }

    @Test func `indents what follows`() {
        #expect("one two three".wrapped(to: 7, indent: "  ") == ["one two", "  three"])
    }

    @Test func `breaks a word that is wider than the line`() {
        #expect("see https://x.example".wrapped(to: 8) == ["see", "https://", "x.exampl", "e"])
        #expect("銀河の星".wrapped(to: 5) == ["銀河", "の星"])
    }

    @Test func `leaves words and spaces alone that are to be copied`() {
        let text = "no folder “/srv/My  Pictures/APOD” is there"
        #expect(text.wrapped(to: 20, isVerbatim: true) == ["no folder “/srv/My ", "Pictures/APOD” is", "there"])
        #expect("see https://x.example".wrapped(to: 8, isVerbatim: true) == ["see", "https://x.example"])
    }

    @Test(arguments: 2...40)
    func `never exceeds the width`(columns: Int) {
        let text = "Größe 銀河の中心にある星 🚀🚀🚀 of https://science.nasa.gov/apod and\nso on, for ever and ever."
        for line in text.wrapped(to: columns, indent: "    ") {
            #expect(line.width <= columns)
        }
    }
}
