import Days
import JSON
import TestSupport
import Testing

@testable import NASA
@testable import Transfer

/// A record of a megabyte, whatever it is full of: measured in a process of its own, in which nothing else runs.
@Suite struct RecordMemoryTests {
    @Test(.enabled(if: PeakMemory.isTold, "a sanitizer takes memory of its own"))
    func `a record of a megabyte takes less than fifty`() async {
        let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            for record in FullRecord.all {
                #expect(record.bytes.count <= 1_000_000)
                let answer = Response(url: "", status: 200, headers: [:], body: record.bytes)
                let taken = try PeakMemory.taken {
                    let records = try answer.records(form: ExpectedForm(shape: .apodBasic, base: ""), asked: "", now: 0)
                    let json = try #require(records.first { _ in true })
                    let candidate = try #require(Candidate(apodBasic: json, base: nil))
                    #expect(candidate.entry.day == Day("2026-11-20"))
                    _ = candidate.dates.support(of: candidate.entry.day)
                }
                print("measured: a record full of \(record.name) takes \(taken / 1_000_000) MB")
                #expect(taken < 50_000_000, "\(record.name)")
            }
        }
        let told = String(decoding: child?.standardOutputContent ?? [], as: UTF8.self)
        for line in told.split(separator: "\n") where line.hasPrefix("measured: ") { print(line) }
    }
}

/// The longest answer that is taken, made to fill memory: in either shape, and as no JSON at all.
@Suite struct AnswerMemoryTests {
    @Test(.enabled(if: PeakMemory.isTold, "a sanitizer takes memory of its own"))
    func `an answer of eight megabytes takes less than sixty-four with it`() async {
        let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            for full in FullAnswer.allCases {
                for shape in [APIShape.apodBasic, .planetary] {
                    let answer = Response(url: "", status: 200, headers: [:], body: full.bytes(shape))
                    #expect(answer.body.count >= 7_000_000)
                    let taken = try PeakMemory.taken { try Self.read(answer, shape) }
                    print("measured: an answer full of \(full) takes \(taken / 1_000_000) MB in the shape of \(shape)")
                    #expect(taken < 64_000_000 - answer.body.count, "\(full) in the shape of \(shape)")
                }
            }
        }
        let told = String(decoding: child?.standardOutputContent ?? [], as: UTF8.self)
        for line in told.split(separator: "\n") where line.hasPrefix("measured: ") { print(line) }
    }

    private static func read(_ answer: Response, _ shape: APIShape) throws {
        let newest = try #require(Day("2026-11-20"))
        guard let records = try? answer.records(form: ExpectedForm(shape: shape, base: ""), asked: "", now: 0) else {
            return
        }
        var found = CandidateList(newest.advanced(by: -99)...newest, shape, base: nil)
        found.take(records)
        _ = Suspicion.choice(of: found.candidates)
    }

    @Test func `of a list without end, so many records are read as may have been asked for`() throws {
        let answer = Response(url: "", status: 200, headers: [:], body: FullAnswer.records.bytes(.apodBasic))
        let records = try answer.records(form: ExpectedForm(shape: .apodBasic, base: ""), asked: "", now: 0)
        #expect(records.reduce(0) { count, _ in count + 1 } == APIShape.mostRecords)
    }
}

enum FullAnswer: String, CaseIterable, Sendable {
    case records, objects, members, stories, pages, text, message, values, deep, html

    func bytes(_ shape: APIShape) -> [UInt8] {
        let mark = shape == .apodBasic ? "\"permalink\":\"\"" : "\"service_version\":\"v1\""
        let record = "\"date\":\"2026-11-20\",\(mark)"
        switch self {
        case .records: return list { _ in "{\(record)}" }
        case .objects: return list { _ in "{}" }
        case .members: return object(record) { ",\"m\($0)\":\($0)" }
        case .stories:
            let link = "<a href='https://x/\(String(repeating: "y", count: 3_000))'>x</a> "
            let story = String(repeating: link, count: 130)
            return list { "{\(ofDay($0)),\(mark),\"title\":\"\($0)\",\"explanation\":\"\(story)\"}" }
        case .pages:
            let page = String(repeating: "<b x='y'><p>", count: 40_000)
            return list { "{\(ofDay($0)),\(mark),\"basic_html\":\"\(page)\"}" }
        case .text: return object("\(record),\"explanation\":\"", "\"") { _ in "xxxx &amp; " }
        case .message: return object("\"code\":\"odd\",\"message\":\"", "\"") { _ in "xxxxxxxx" }
        case .values: return object("\(record),\"title\":[0", "]") { _ in ",{}" }
        case .deep: return list { _ in "{\"error\":{\"a\":[[[[[[{}]]]]]]},\(mark)}" }
        case .html: return filling { _ in "<b x='y'><p>" }
        }
    }

    private func ofDay(_ number: Int) -> String { "\"date\":\"\(Day(number: 20_777 - number % 100))\"" }

    private func object(_ begin: String, _ end: String = "", _ piece: (Int) -> String) -> [UInt8] {
        Array("{\(begin)".utf8) + filling(piece) + Array("\(end)}".utf8)
    }

    private func list(_ record: (Int) -> String) -> [UInt8] {
        Array("[".utf8) + filling { "\(record($0))," } + Array("{}]".utf8)
    }

    private func filling(_ piece: (Int) -> String) -> [UInt8] {
        var bytes: [UInt8] = []
        var number = 0
        while bytes.count < 7_500_000 {
            bytes += piece(number).utf8
            number += 1
        }
        return bytes
    }
}

private struct FullRecord {
    let name: String
    let bytes: [UInt8]

    private init(_ name: String, _ key: String, _ value: String) {
        self.name = name
        let text = "{\"date\":\"2026-11-20\",\"title\":\"A Comet\",\"\(key)\":\(value)}"
        bytes = Array(text.utf8)
    }

    private init(_ name: String, text: String, of key: String) {
        self.init("\(name) in its \(key)", key, "\"\(text)\"")
    }

    static var all: [FullRecord] {
        let value = String(repeating: "x", count: 3_900)
        let formats = (0..<240).map { "<b x\($0)='\(value)'>" }.joined()
        let html = "<p>" + formats + String(repeating: "<p>x", count: 700)
        let entities = String(repeating: "&amp;", count: 180_000)
        return ["basic_html", "explanation", "credit", "title"].flatMap { key in
            [
                FullRecord("formatting", text: html, of: key), FullRecord("entities", text: entities, of: key),
                FullRecord("escapes", text: String(repeating: "\\u0041", count: 150_000), of: key),
            ]
        } + [
            FullRecord("zeros", "more", "[" + String(repeating: "0,", count: 490_000) + "0]"),
            FullRecord("objects", "more", "[" + String(repeating: "{},", count: 320_000) + "0]"),
            FullRecord("keys", "more", "{" + (0..<70_000).map { "\"key\($0)\":1," }.joined() + "\"a\":0}"),
        ]
    }
}
