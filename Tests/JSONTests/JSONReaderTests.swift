import Foundation
import JSON
import Testing

@Suite("JSON is read as Foundation reads it")
struct JSONReaderTests {
    @Test(arguments: [
        "null", " true ", "false", "0", "-0", "17", "-9223372036854775808", "18446744073709551615", "1.0", "0.1", "1e3",
        "1E-2", "-1.5e+3", "1e400", "01", "1.", ".1", "+1", "-", "1e", "0x1", "NaN", "Infinity", "\"\"", "\"a\\u0041\"",
        "\"\\ud83c\\udf0c\"", "\"\\ud83c\"", "\"\\udf0c\"", "\"\\ud83cx\"", "\"\\ud83c\\u0041\"", "\"\\u00g0\"",
        "\"\\u12\"", "\"\\x\"", "\"\\u0000\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"tab\tin it\"", "\"open", "\"open\\",
        "\"é 天 🌌\"", "[]", "[ ]", "[1,2]", "[1,]", "[,1]", "[1 2]", "[1", "[", "]", "{}", "{ }", "{\"a\":1}",
        "{\"a\":1,}", "{\"a\" 1}", "{\"a\":}", "{a:1}", "{1:1}", "{\"a\":1,\"a\":2}", "{\"a\":{\"b\":[null,true]}}", "",
        " ",
        "1 2", "nul", "nulll", "truefalse", "\u{FEFF}{}", "{}\u{FEFF}", "// no\n1", "'a'", "[1]]",
    ])
    func `what is small`(text: String) throws {
        expectSame(bytes(text))
    }

    @Test func `a day, with any byte of it another, gone or doubled`() throws {
        var random = SystemRandomNumberGenerator()
        let pieces = Array("\"\\{}[]:,0e-.tn u\n".utf8) + [0, 0x1F, 0x80, 0xC3, 0xED, 0xFF]
        let whole = bytes(
            #"[{"date":"2026-11-20","post_id":17,"title":"The “Dust”","credit":"<b>Ann</b> &amp; Bob","alt":"é\n\"x\" 🌌"},"#
                + #"{"date":"2026-11-19","service_version":"v1","url":"https:\/\/x\u002fy.jpg","copyright":null},-12.5e1,null]"#
        )
        expectSame(whole)
        for _ in 0..<4_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = pieces.randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: place)
                default: bytes.insert(pieces.randomElement(using: &random) ?? 0, at: place)
                }
            }
            expectSame(bytes)
        }
    }

    /// Bytes are looked at several at once, so a sign may stand anywhere among them, behind any other.
    @Test(arguments: [
        "\"", "\\n", "\\\"", "\\", "\u{0}", "\u{1F}", " ", "!", "#", "[", "]", "\u{7F}", "¢", "\u{DC}", "天",
    ])
    func `a sign at any place of a text`(sign: String) {
        for before in ["a", "\u{A2}", "#"] {
            for count in 0..<20 {
                let text = String(repeating: before, count: count) + sign
                for after in [0, 1, 7, 8, 9] {
                    expectSame(bytes("[\"\(text)\(String(repeating: "b", count: after))\"]"))
                }
            }
        }
    }

    /// What is nested without end exhausts no stack.
    @Test(arguments: ["[", "{\"a\":"])
    func `nested without end`(piece: String) {
        let text = String(repeating: piece, count: 1_000_000)
        #expect(throws: NotJSON.self) { try JSONReader.read(JSONValue.self, from: bytes(text)) }
        #expect(throws: NotJSON.self) { try JSONReader.read(Versioned.self, from: bytes(text)) }
    }

    @Test(arguments: ["[%, \n 3 ,%]", " % ", "[\t%\t,%]"])
    func `a record's bytes are those of its object alone, with members that are skipped`(frame: String) throws {
        let record = #"{ "date" : "2026-11-20","more":[1, {"a":"\u00e9"}] }"#
        var records = try #require(
            JSONRecords(Array(frame.replacing("%", with: record).utf8), keys: ["date"], most: 9))
        var found: [String] = []
        while let read = records.next() {
            if read["date"] != nil { found.append(String(decoding: records.bytes, as: UTF8.self)) }
        }
        #expect(found == Array(repeating: record, count: frame.count { $0 == "%" }))
    }

    @Test func `what nobody asks for is passed over, and of two the first counts`() throws {
        func version(_ text: String) throws -> Int {
            try JSONReader.read(Versioned.self, from: bytes(text)).version
        }
        #expect(
            try version(#"{"x":[{"version":9}],"y":"\"version\":8","version":2,"z":{"version":7},"version":3}"#) == 2)
        #expect(try version(#"{"versions":1,"vers\u0069on":2,"version":3}"#) == 2)
        #expect(throws: NotJSON.self) { try version(#"{"x":1}"#) }
        #expect(throws: NotJSON.self) { try version(#"{"version":null}"#) }
        #expect(throws: NotJSON.self) { try version(#"{"version":"2"}"#) }
        #expect(throws: NotJSON.self) { try version(#"{"version":2.5}"#) }
        #expect(throws: NotJSON.self) { try version(#"{"version":2} x"#) }
        #expect(throws: NotJSON.self) { try version(#"{"x":[1,,],"version":2}"#) }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func expectSame(_ bytes: [UInt8], location: SourceLocation = #_sourceLocation) {
        let own = try? JSONReader.read(JSONValue.self, from: bytes)
        let other = try? JSONDecoder().decode(ReadByFoundation.self, from: Data(bytes)).value
        #expect(own == other, "\(String(decoding: bytes, as: UTF8.self))", sourceLocation: location)
    }
}

/// What knows one member.
private struct Versioned: JSONReadable {
    var version: Int

    private enum Key: String { case version }

    init(reading reader: inout JSONReader) throws(NotJSON) {
        version = try JSONMembers(Key.self, of: &reader).read(.version)
    }
}

private struct ReadByFoundation: Decodable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            value = .text(text)
        } else if let members = try? container.decode([String: ReadByFoundation].self) {
            value = .object(members.mapValues(\.value))
        } else if let elements = try? container.decode([ReadByFoundation].self) {
            value = .array(elements.map(\.value))
        } else if container.decodeNil() {
            value = .null
        } else if let flag = try? container.decode(Bool.self) {
            value = .bool(flag)
        } else if let number = try? container.decode(Int.self) {
            value = .integer(number)
        } else {
            value = .number(try container.decode(Double.self))
        }
    }
}
