import Foundation
import Testing

@testable import Settings

@Suite("JSON5 is read as its specification says") struct JSON5ReaderTests {
    /// The value of a setting that is written so; `nil` where the text is refused.
    private func value(_ text: String) -> JSON5Value? {
        (try? JSON5Reader.members(of: "{keep:\(text)}"))?.first?.value
    }

    @Test(
        arguments: [
            ("true", .flag(true)), ("false", .flag(false)), ("null", .null), ("1", .integer(1)), ("+1", .integer(1)),
            ("-1", .integer(-1)), ("0", .integer(0)), ("-0", .integer(0)), ("5.", .integer(5)), (".5", .number(0.5)),
            ("1.5", .number(1.5)), ("5.e3", .integer(5_000)), ("1E5", .integer(100_000)), ("1e-1", .number(0.1)),
            ("15e-1", .number(1.5)), ("4e+2", .integer(400)), ("0x1F", .integer(31)), ("-0X1f", .integer(-31)),
            ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("0x7FFFFFFFFFFFFFFF", .integer(.max)), ("0xFFFFFFFFFFFFFFFF", .number(0x1p64)),
            ("-0x8000000000000000", .integer(.min)), ("Infinity", .number(.infinity)),
            ("-Infinity", .number(-.infinity)), ("+Infinity", .number(.infinity)), ("1e400", .number(.infinity)),
            ("'a'", .text("a")), ("\"a'b\"", .text("a'b")), ("'a\"b'", .text("a\"b")), ("''", .text("")),
            (#"'\'\"\\\/\b\f\n\r\t\v\0'"#, .text("'\"\\/\u{8}\u{C}\n\r\t\u{B}\u{0}")), (#"'\x41\u00e9'"#, .text("Aé")),
            (#"'\ud83c\udf0c'"#, .text("🌌")), (#"'\q\é'"#, .text("qé")), ("'a\\\nb'", .text("ab")),
            ("'a\\\r\nb'", .text("ab")), ("'a\\\u{2028}b'", .text("ab")), ("'a\tb\u{2028}'", .text("a\tb\u{2028}")),
            ("'é\u{301}天🌌'", .text("é\u{301}天🌌")), ("'\\\u{301}'", .text("\u{301}")),
            ("[]", .list([])), ("[1,]", .list([.integer(1)])), ("[ 'a' , [ ] ]", .list([.text("a"), .list([])])),
            ("{}", .object([:])), ("{a:1,'b':{c:2,},}", .object(["a": .integer(1), "b": .object(["c": .integer(2)])])),
            (" /* , */ 1 // }\n", .integer(1)), ("/***/1", .integer(1)),
            ("\u{A0}\u{FEFF}\u{2003}\u{2028}\u{B}1", .integer(1)),
        ] as [(String, JSON5Value)])
    func `a value`(text: String, value: JSON5Value) {
        #expect(self.value(text) == value)
    }

    @Test(arguments: [
        "", "--1", "+-1", "+", ".", "01", "-01", "0x", "0xg", "0x1.5", "1e", "1e+", "1_000", "1a", "1 2", "Inf",
        "nulll",
        "True", "page", "'a", "\"a'", "'a\nb'", "'a\rb'", #"'\1'"#, #"'\01'"#, #"'\x4'"#, #"'\xg1'"#, #"'\u12'"#,
        #"'\ud83c'"#, #"'\udf0c'"#, #"'\ud83c\u0041'"#, #"'\'"#, "[", "[,]", "[1,,]", "[1 2]", "{a}", "{a:}", "{,}",
        "{a:1,,}", "{a:1 b:2}", "{1a:1}", "{a-b:1}", "{a b:1}", "/ /1", "/*", "1/", "1\u{0}", "{\u{200C}a:1}",
        #"{a\u0020b:1}"#,
    ])
    func `what is no value`(text: String) {
        #expect(value(text) == nil)
    }

    @Test(arguments: [
        ("{ab:1}", "ab"), ("{ $_a1 : 1}", "$_a1"), ("{'a b':1}", "a b"), ("{\"\":1}", ""),
        ("{é\u{301}天:1}", "é\u{301}天"),
        (#"{\u0061b:1}"#, "ab"), ("{a\u{200D}b:1}", "a\u{200D}b"), ("{null:1}", "null"), ("{a/**/:1}", "a"),
    ])
    func `a key`(text: String, key: String) throws {
        #expect(try JSON5Reader.members(of: text)?.map(\.key) == [key])
    }

    @Test(arguments: [
        (
            "{\n a: 1,\r\n b: 2,\r c: 3\u{2028},\n\n\n'd\\\n': 4, e: [\n1,\n], f: '\\\n', g: 1}",
            [2, 3, 4, 8, 9, 11, 12]
        ),
        ("/*\n*/ // x\n{a:1,a:2}", [3, 3]),
    ])
    func `the line of each key`(text: String, lines: [Int]) throws {
        #expect(try JSON5Reader.members(of: text)?.map(\.line) == lines)
    }

    @Test(
        arguments: [
            ("{\n\n a: 'x\n}", 3), ("{\n a: [1,\n 2\n 3] }", 4), ("{ a: 1 }\n\n}", 3), ("\n{ a: 'b' }\nc", 3),
            ("{\n a: nope }", 2), ("{ a:\n 01 }", 2), ("{ a: 1", nil), ("{ a: /*\n", nil), ("{\n a: '", nil),
        ] as [(String, Int?)])
    func `the line that does not fit`(text: String, line: Int?) {
        let error = #expect(throws: JSON5Reader.NotJSON5.self) { try JSON5Reader.members(of: text) }
        #expect(error?.line == line)
    }

    @Test(arguments: ["[", "{a:", "{a:[", "[{a:"])
    func `what is nested without end exhausts no stack`(piece: String) {
        let text = "{a:" + String(repeating: piece, count: 200_000)
        #expect(throws: JSON5Reader.NotJSON5.self) { try JSON5Reader.members(of: text) }
    }

    @Test func `a large file is read in no time`() throws {
        let text = "{ // é\n" + (0..<40_000).map { "  key\($0): 'value \($0)',\n" }.joined() + "}"
        #expect(try JSON5Reader.members(of: text)?.last?.line == 40_001)
    }

    // MARK: - Foundation

    @Test
    func `settings with one or two of their characters another, gone or doubled are read as Foundation reads them`()
        throws
    {
        var random = SystemRandomNumberGenerator()
        let pieces = Array("'\"{}[]:,/*-+.eExX012 \nkI_$é\u{FEFF}".unicodeScalars)
        let whole =
            Array(
                #"{ /* * */ mirror: "~/Bilder/\"é\"", 'aliases': ['/a', "\u00e9\x41\n",], // x"#.unicodeScalars)
            + Array(
                "\n keep: 90., max: 0x10, $_: -.5e1, Infinity: +Infinity, n: null, t: true, o: {a: [], b: {}}, }\n"
                    .unicodeScalars)
        expectSame(whole)
        for _ in 0..<6_000 {
            var scalars = whole
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0..<scalars.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: scalars[place] = pieces.randomElement(using: &random) ?? " "
                case 1: scalars.remove(at: place)
                default: scalars.insert(pieces.randomElement(using: &random) ?? " ", at: place)
                }
            }
            expectSame(scalars)
        }
    }

    private func expectSame(_ scalars: [Unicode.Scalar], location: SourceLocation = #_sourceLocation) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        let text = String(view)
        if isReadDifferently(text) { return }
        let own = Result { try JSON5Reader.members(of: text) }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let other = (try? decoder.decode(ReadByFoundation.self, from: Data(text.utf8))).map { $0.value }
        switch (own, other) {
        case (.failure, nil): break
        case (.success(let members?), .object(let others)?):
            // Of two members with one key Foundation keeps the first.
            let firsts = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
            #expect("\(sorted(firsts))" == "\(sorted(others))", "\(text)", sourceLocation: location)
        default: Issue.record("\(text): \(own), \(String(describing: other))", sourceLocation: location)
        }
    }

    private func sorted(_ members: [String: JSON5Value]) -> [String] {
        members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    }

    /// Foundation departs from the specification: it refuses escapes that stand for the character itself, and `\0`; it
    /// keeps the line break of a line that goes on; it takes an exponent without digits; and it keeps a key's escapes as
    /// they are written.
    private func isReadDifferently(_ text: String) -> Bool {
        text.contains(#/\\([^"'\\/bfnrtux]|\R)|[eE][+-]?(?![0-9+-])|[eE][+-](?![0-9])|\\[^'"]*:/#)
    }
}

private struct ReadByFoundation: Decodable {
    let value: JSON5Value

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = .null
        } else if let flag = try? container.decode(Bool.self) {
            value = .flag(flag)
        } else if let integer = try? container.decode(Int.self) {
            value = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            value = .number(number)
        } else if let text = try? container.decode(String.self) {
            value = .text(text)
        } else if let list = try? container.decode([ReadByFoundation].self) {
            value = .list(list.map(\.value))
        } else {
            value = .object(try container.decode([String: ReadByFoundation].self).mapValues(\.value))
        }
    }
}
