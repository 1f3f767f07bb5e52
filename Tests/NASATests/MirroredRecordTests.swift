import Days
import Hashing
import JSON
import Testing
import Transfer

@testable import NASA

@Suite("A mirror hands NASA's record on")
struct MirroredRecordTests {
    private static let record =
        #"{"date":"2026-11-20","title":"NASA's Title","explanation":"<b>Why?</b>","#
        + #""permalink":"https://science.nasa.gov/apod/261120","credit":"Ann","alt":"Stars","media_type":"image"}"#

    /// What a mirror answers for a day, with this under `mirror.record`.
    private func answer(_ handed: String?, date: String = "2026-11-20") throws -> Entry {
        let body =
            "{\"date\":\"\(date)\",\"title\":\"The Mirror's\",\"explanation\":\"Why?\",\"media_type\":\"image\","
            + "\"service_version\":\"v1\",\"hdurl\":\"http://nas/2026/2026-11/x.jpg\","
            + "\"mirror\":{\"credit\":\"Bob\"\(handed.map { ",\"record\":\($0)" } ?? "")}}"
        let answer = Response.json(body)
        let day = try #require(Day(date))
        var found = CandidateList(day...day, .planetary, base: nil)
        found.take(try answer.records(form: ExpectedForm(shape: .planetary, base: ""), asked: "", now: 0))
        return try #require(found.candidates.first).entry
    }

    private func handed(
        _ text: String = record, sum: String? = nil, source: String = "apod-basic"
    ) -> String {
        var piece = JSONPiece()
        piece.object { piece in
            piece.exactly("base", "https://science.nasa.gov/x")
            piece.exactly("sha256", sum ?? SHA256.hash(Array(text.utf8)))
            piece.exactly("source", source)
            piece.exactly("text", text)
        }
        return String(decoding: piece.bytes, as: UTF8.self)
    }

    @Test func `its bytes are NASA's, and the words are read from them`() throws {
        let entry = try answer(handed())
        #expect(entry.record == Array(Self.record.utf8))
        #expect(entry.recordOrigin == .init(source: "apod-basic", base: "https://science.nasa.gov/x"))
        #expect(entry.title == "NASA's Title")
        #expect(entry.explanationHTML == "<b>Why?</b>")
        #expect(entry.credit == "Ann" && entry.alt == "Stars")
        #expect(entry.media.address == "http://nas/2026/2026-11/x.jpg")
    }

    @Test func `a record of wrong sum, of another day or of no known shape is none`() throws {
        let other = Self.record.replacing("2026-11-20", with: "2026-11-21")
        let refused = [
            nil, handed(sum: String(repeating: "0", count: 64)), handed(other), handed(source: "other"), handed("[]"),
            handed("{"), "{}", "7",
        ]
        for handed in refused {
            let entry = try answer(handed)
            #expect(entry.record == nil && entry.recordOrigin == nil, "\(handed ?? "none")")
            #expect(entry.title == "The Mirror's" && entry.credit == "Bob")
        }
    }

    @Test func `of NASA's own answer, the record is its object`() throws {
        let body = "[ {\"date\":\"2026-11-20\",\"title\":\"A\",\"service_version\":\"v1\"}\n]"
        let answer = Response.json(body)
        let day = try #require(Day("2026-11-20"))
        var found = CandidateList(day...day, .planetary, base: nil)
        found.take(try answer.records(form: ExpectedForm(shape: .planetary, base: ""), asked: "", now: 0))
        #expect(found.candidates.first?.entry.record == Array(body.dropFirst(2).dropLast(2).utf8))
    }
}
