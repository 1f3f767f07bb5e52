import Days
import JSON
import TestSupport
import Testing

@testable import NASA

/// A record of a megabyte, whatever it is full of: measured in a process of its own, in which nothing else runs.
@Suite struct RecordMemoryTests {
    @Test(.enabled(if: PeakMemory.isTold, "a sanitizer takes memory of its own"), arguments: FullRecord.all.map(\.name))
    func `a record of a megabyte takes less than fifty`(name: String) async {
        let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { [name] in
            let record = try #require(FullRecord.all.first { $0.name == name })
            #expect(record.bytes.count <= 1_000_000)
            let taken = try PeakMemory.taken {
                let json = try #require(JSONValue(record.bytes))
                let candidate = try #require(Candidate(apodBasic: json, base: nil))
                #expect(candidate.entry.day == Day("2026-11-20"))
                _ = candidate.evidence
            }
            print("measured: a record full of \(name) takes \(taken / 1_000_000) MB")
            #expect(taken < 50_000_000)
        }
        let told = String(decoding: child?.standardOutputContent ?? [], as: UTF8.self)
        for line in told.split(separator: "\n") where line.hasPrefix("measured: ") { print(line) }
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
