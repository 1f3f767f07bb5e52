import Days
import Testing

@testable import Credits

@Suite("Makers")
struct MakerIndexTests {
    private static func day(_ number: Int) throws -> Day { try #require(Day(year: 2020, month: 1, day: number)) }

    private static func index(_ credits: String...) throws -> MakerIndex {
        MakerIndex(try credits.enumerated().map { (day: try day($0 + 1), credit: $1) })
    }

    @Test("Names with and without accents are one maker's, with the accents")
    func accents() throws {
        let index = try Self.index(
            "Petr Horalek", "Petr Horálek (ESO)", "PETR HORALEK", "Göran Strand", "Lukasz Zak", "Łukasz Żak")
        #expect(index.makers.map(\.name) == ["Petr Horálek", "Łukasz Żak", "Göran Strand"])
        #expect(index.makers.map(\.days.count) == [3, 2, 1])
        #expect(index.makers.first?.otherNames == ["PETR HORALEK", "Petr Horalek"])
        let composed = MakerIndex.names(in: "Jose\u{301} Roe").map { Array($0.unicodeScalars) }
        #expect(composed == [Array("Jos\u{E9} Roe".unicodeScalars)])
    }

    @Test("An institute's names and abbreviations are one maker's")
    func institutes() throws {
        let index = try Self.index(
            "NASA, ESA, Space Telescope Science Institute", "NASA/ESA/STScI", "European Space Agency",
            "JPL-Caltech, NASA",
            "Jet Propulsion Laboratory")
        #expect(index.makers.map(\.name) == ["ESA", "NASA", "JPL", "STScI"])
        #expect(index.makers.map(\.days.count) == [3, 3, 2, 2])
    }

    @Test("A day counts once, and only makers of pictures count")
    func counted() throws {
        let index = try Self.index("Jane Doe; Processing: Jane Doe; Music: John Roe; Text: Ann Poe (UMBC)")
        #expect(index.makers.map(\.name) == ["Jane Doe"])
        #expect(index.makers.first?.days == [try Self.day(1)])
    }

    @Test("A maker is found by any name's words, without case and accents")
    func found() throws {
        let index = try Self.index("Jane Doe", "Jáne Doe", "Jane Doering", "Space Telescope Science Institute")
        #expect(index.makers(named: ["jane", "doe"]).map(\.name) == ["Jáne Doe"])
        #expect(index.makers(named: ["jane"]).map(\.name) == ["Jáne Doe", "Jane Doering"])
        #expect(index.makers(named: ["stsci"]).map(\.name) == ["STScI"])
        #expect(index.makers(named: ["telescope"]).map(\.name) == ["STScI"])
        #expect(index.makers(named: ["nobody"]).isEmpty)
    }
}

@Suite("Parts of credits")
struct CreditPartTests {
    @Test("Labels and semicolons cut a credit")
    func cut() {
        let parts = CreditPart.parts(
            of: "Data: NASA/ESA; Processing & License: Kevin M. Gill; Text: Ann Poe (NASA GSFC)")
        #expect(parts.map(\.label) == ["Data", "Processing & License", "Text"])
        #expect(parts.map(\.names) == [["NASA", "ESA"], ["Kevin M. Gill"], ["Ann Poe"]])
        #expect(parts.map(\.bracketed) == [[], [], ["NASA GSFC"]])
        #expect(parts.map(\.work) == [.picture, .picture, .text])
    }

    @Test("A label in the middle ends the names in front of it")
    func labelInside() {
        let parts = CreditPart.parts(of: "Sébastien Borie Text: Keighley Rockcliffe (NASA GSFC, UMBC CSST)")
        #expect(parts.map(\.names) == [["Sébastien Borie"], ["Keighley Rockcliffe"]])
        let more = CreditPart.parts(of: "Johannes Schedler (Panther Observatory) Additional Image Data: Ken Crawford")
        #expect(more.map(\.label) == ["", "Additional Image Data"])
    }

    @Test("Labels with a dash, and of any few words at the beginning")
    func otherLabels() {
        let parts = CreditPart.parts(of: "Data - Hubble Legacy Archive, ESA; X-ray: NASA; Music & Voice: Jane Doe")
        #expect(parts.map(\.label) == ["Data", "X-ray", "Music & Voice"])
        #expect(parts.map(\.work) == [.picture, .picture, .sound])
        let dashed = CreditPart.parts(of: "Ann Lee, Jean-Luc Roe Processing - Bo Poe - Example Observatory")
        #expect(dashed.map(\.label) == ["", "Processing"])
        #expect(dashed.map(\.names) == [["Ann Lee", "Jean-Luc Roe"], ["Bo Poe", "Example Observatory"]])
    }

    @Test("Who is only thanked made nothing")
    func thanks() {
        let parts = CreditPart.parts(of: "Ann Lee; Apologies to: Vermeer; Acknowledgement: Bo Poe")
        #expect(parts.map(\.work) == [.picture, .thanks, .thanks])
        #expect(MakerIndex.names(in: "Ann Lee; Apologies to: Vermeer; Acknowledgement: Bo Poe") == ["Ann Lee"])
    }

    @Test("Brackets, years and courtesies are no names, nor does an address have a label")
    func names() {
        #expect(
            CreditPart.parts(of: "2025 Horacio Lander, courtesy of E. Roe (A, B/C) et al.").map(\.names) == [
                ["Horacio Lander", "E. Roe"]
            ])
        #expect(CreditPart.parts(of: "Jane Doe (see http://example.org/)").map(\.names) == [["Jane Doe"]])
        #expect(
            CreditPart.parts(of: "J. Roe (Wesleyan U. et al.; Optical: NASA").map(\.bracketed).joined().contains("NASA")
        )
        #expect(CreditPart.parts(of: " ; :;()").isEmpty)
        #expect(CreditPart.parts(of: "Jose\u{301} Roe;Łukasz Żak").map(\.names) == [["José Roe"], ["Łukasz Żak"]])
    }
}
