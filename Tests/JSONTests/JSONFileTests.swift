import Foundation
import JSON
import Testing

@Suite("JSON files are what Foundation writes and reads") struct JSONFileTests {
    // MARK: - Written

    @Test func `numbers`() throws {
        try expectSame([0, 1, -1, .max, .min] as [Int])
        try expectSame([.max, .min] as [Int8])
        try expectSame([.max, .min] as [Int16])
        try expectSame([.max, .min] as [Int32])
        try expectSame([.max, .min] as [Int64])
        try expectSame([0, .max] as [UInt8])
        try expectSame([0, .max] as [UInt16])
        try expectSame([0, .max] as [UInt32])
        try expectSame([0, .max] as [UInt64])
        try expectSame([0, .max] as [UInt])
        try expectSame(
            [
                0, -0.0, 1, 1.5, -1e-7, 1e-5, 1e15, 1e16, 1e17, 1e100, 0.1, 1 / 3, .pi, .ulpOfOne,
                .greatestFiniteMagnitude, .leastNonzeroMagnitude,
            ] as [Double])
        try expectSame([0, -0.0, 1, 1.5, 1e-7, 1e7, 1e8, 0.1, .pi, .greatestFiniteMagnitude] as [Float])
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(throws: EncodingError.self) { try JSONFile.encode([number]) }
            #expect(throws: EncodingError.self) { try JSONFile.encode(["a": Float(number)]) }
        }
    }

    @Test func `texts with every character of the first 300 and some beyond`() throws {
        let scalars =
            (0..<300).compactMap { Unicode.Scalar($0 as UInt32) } + ["\u{2028}", "\u{FEFF}", "天", "🌌", "\u{10FFFF}"]
        for scalar in scalars {
            try expectSame("\(scalar)")
            try expectSame(["abcdefgh\(scalar)ijklmnopq": "\(scalar)\(scalar)"])
        }
        try expectSame("https://apod.nasa.gov/</script>")
        // A text of Foundation's own making is no contiguous UTF-8.
        try expectSame(NSString("a\u{e9}\u{1F30C}\n") as String)
    }

    @Test func `values alone, empty ones and missing ones`() throws {
        try expectSame(true)
        try expectSame(7)
        try expectSame("")
        try expectSame(nil as Int?)
        try expectSame([] as [Int])
        try expectSame([:] as [String: Int])
        try expectSame([[], [[]]] as [[[Int]]])
        try expectSame(["a": [:], "b": ["c": nil]] as [String: [String: Int?]])
        try expectSame([nil, 1, nil] as [Int?])
        try expectSame(Record())
        try expectSame(Record(name: "é", count: nil, inner: [Record(), Record(count: 3)], kind: .second))
        try expectSame(Empty())
        try expectSame([Empty(), Empty()])
        try expectSame(["a": Empty()])
        #expect(throws: EncodingError.self) { try JSONFile.encode(Silent()) }
        try expectSame([Silent()])
        try expectSame(["a": Silent()])
    }

    @Test func `keys in the order of their bytes`() throws {
        let keys = [
            "", "a", "A", "aa", "a10", "a9", "Z", "é", "e\u{301}x", "ß", "天", "🌌", "\u{FFFF}", "_", "~", "\n", "\"",
        ]
        try expectSame(Dictionary(uniqueKeysWithValues: keys.map { ($0, $0.utf8.count) }))
        try expectSame([10: "a", 9: "b", -1: "c"])
        try expectSame([Kind.second: [1], .first: []])
        // Keys of any other type make a list of pairs, whose order Swift leaves to chance.
        try expectSame([[1, 2]: "a"])
        try expectSame([Plain.one: 1])
    }

    @Test func `what a type says by its own code`() throws {
        try expectSame(Handmade())
        try expectSame([Handmade(), Handmade()])
        try expectSame(Child(below: 2))
        try expectSame([Choice.nothing, .one(7), .two(name: "x", count: nil)])
    }

    @Test func `values of chance`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let value = Anything.random(depth: 4, &random)
            try expectSame(value)
            let bytes = try JSONFile.encode(value)
            #expect(try JSONFile.decode(Anything.self, from: bytes) == value)
        }
    }

    @Test func `nothing of what was written is kept`() throws {
        let part = EncodedPart()
        _ = try JSONFile.encode(["list": [part], "other": [part]])
        #expect(part.encoder == nil)
    }

    @Test func `values nested without end are refused`() throws {
        func nested(_ depth: Int) -> Anything { (0..<depth).reduce(.null) { value, _ in .list([value]) } }
        #expect(throws: EncodingError.self) { try JSONFile.encode(nested(300)) }
        let bytes = try JSONFile.encode(nested(100))
        #expect(try JSONFile.decode(Anything.self, from: bytes) == nested(100))
    }

    // MARK: - Read

    @Test(arguments: [
        "0", "-0", "1.0", "1e3", "1.5", "-1", "127", "128", "-129", "255", "256", "65536", "4294967296",
        "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e400",
        "9007199254740993", "0.1", "1e39", "true", "false", "null", "\"1\"", "\"\"", "[]", "{}",
        "[1]", "{\"a\":1}", "01", "1.", "+1", "NaN", "", " ", "nul", "1 2",
    ])
    func `a value as each type`(text: String) {
        expectSame(Int.self, text)
        expectSame(Int8.self, text)
        expectSame(Int16.self, text)
        expectSame(Int32.self, text)
        expectSame(Int64.self, text)
        expectSame(UInt.self, text)
        expectSame(UInt8.self, text)
        expectSame(UInt16.self, text)
        expectSame(UInt32.self, text)
        expectSame(UInt64.self, text)
        expectSame(Double.self, text)
        expectSame(Float.self, text)
        expectSame(Bool.self, text)
        expectSame(String.self, text)
        expectSame([Int].self, text)
        expectSame([String: Int].self, text)
        expectSame(Int?.self, text)
        expectSame([Int?].self, "[\(text)]")
        expectSame([String: Int?].self, "{\"b\":\(text)}")
        expectSame(Kind.self, text)
    }

    /// Foundation refuses a number that is too small to differ from zero, and knows more of a whole number with a fraction
    /// than a `Double` holds. No file of a mirror has either.
    @Test func `numbers that are read in another way`() throws {
        #expect(try JSONFile.decode(Double.self, from: Array("1e-400".utf8)) == 0)
        #expect(try JSONFile.decode(Int.self, from: Array("9007199254740993.0".utf8)) == 9_007_199_254_740_992)
    }

    @Test(arguments: [
        "{}", #"{"name":"x"}"#, #"{"name":null}"#, #"{"name":1}"#, #"{"name":"x","count":null}"#,
        #"{"name":"x","count":1.0}"#, #"{"name":"x","count":1.5}"#, #"{"name":"x","count":"1"}"#,
        #"{"name":"x","more":{"a":[1,2,{}]},"inner":[{"name":"y"}]}"#, #"{"name":"x","inner":[{}]}"#,
        #"{"name":"x","kind":"second"}"#, #"{"name":"x","kind":"third"}"#, #"{"name":"x","name":"y"}"#,
        #"{"name":"x","count":1,"count":2}"#, #"{"n\u0061me":"\u00e9\ud83c\udf0c"}"#, #"{"name":"\ud83c"}"#,
        #"{"name":"x""#, #"{"name":"x"#, #"{"name":"x"},"#, #"{"name":"x",}"#, "\u{FEFF}{\"name\":\"x\"}", "[]",
    ])
    func `a record`(text: String) {
        expectSame(Record.self, text)
    }

    @Test func `what a type reads by its own code`() throws {
        expectSame(Handmade.self, String(decoding: try JSONFile.encode(Handmade()), as: UTF8.self))
        expectSame(Child.self, String(decoding: try JSONFile.encode(Child(below: 2)), as: UTF8.self))
        for text in [
            #"{"list":[]}"#, #"{"list":[null,"a"],"deep":{}}"#, #"{"list":[1,2,{"b":1}],"deep":{"c":[[]]}}"#, "[1]",
        ] {
            expectSame(Handmade.self, text)
        }
        for text in [#"{"below":1}"#, #"{"super":{"above":1}}"#, #"{"below":1,"super":7}"#] {
            expectSame(Child.self, text)
        }
        for text in [
            #"[{"nothing":{}},{"one":{"_0":7}},{"two":{"name":"x"}}]"#, #"[{"three":{}}]"#, "[{}]",
            #"[{"nothing":{},"one":{"_0":7}}]"#,
        ] {
            expectSame([Choice].self, text)
        }
        expectSame([Int: String].self, #"{"10":"a","9":"b"}"#)
        expectSame([Int: String].self, #"{"x":"a"}"#)
        expectSame([Kind: [Int]].self, #"{"second":[1],"first":[]}"#)
        expectSame([Kind: [Int]].self, #"{"third":[1]}"#)
        expectSame([Plain: Int].self, #"["one",1]"#)
        expectSame([Plain: Int].self, #"["one"]"#)
    }

    /// Bytes that are no UTF-8 are refused wherever they stand, also where Foundation passes them over.
    @Test func `broken bytes are refused and never repaired`() throws {
        for broken in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
            for (begin, end) in [
                (#"{"name":""#, #""}"#), (#"{"name":"x","more":""#, #""}"#), (#"{"name":"x",""#, #"":1}"#),
            ] {
                let bytes = Array(begin.utf8) + broken + Array(end.utf8)
                #expect(throws: (any Error).self) { try JSONFile.decode(Record.self, from: bytes) }
            }
        }
        let whole = Array(#"{"name":"é\u00e9","inner":[{"name":"y","count":17}],"kind":"first"}"#.utf8)
        _ = try JSONFile.decode(Record.self, from: whole)
        for count in 0..<whole.count {
            #expect(throws: (any Error).self) { try JSONFile.decode(Record.self, from: Array(whole[..<count])) }
        }
    }

    /// Foundation guesses UTF-16 and UTF-32, which no file of a mirror is.
    @Test(arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian, .utf32BigEndian])
    func `another encoding is refused`(encoding: String.Encoding) throws {
        let bytes = Array(try #require(#"{"name":"x"}"#.data(using: encoding)))
        #expect(throws: (any Error).self) { try JSONFile.decode(Record.self, from: bytes) }
    }

    @Test func `an error says where it is`() throws {
        let text = #"{"name":"x","inner":[{"name":"y"},{"name":"z","count":true}]}"#
        let error = #expect(throws: DecodingError.self) { try JSONFile.decode(Record.self, from: Array(text.utf8)) }
        guard case .typeMismatch(_, let context)? = error else { throw try #require(error) }
        #expect(context.codingPath.map(\.stringValue) == ["inner", "Index 1", "count"])
    }

    // MARK: - Foundation

    private func expectSame(_ value: some Encodable, location: SourceLocation = #_sourceLocation) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let other = String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        let own = String(decoding: try JSONFile.encode(value), as: UTF8.self)
        #expect(own.unicodeScalars.elementsEqual(other.unicodeScalars), "\(own)\(other)", sourceLocation: location)
    }

    private func expectSame<Value: Decodable & Equatable>(
        _ type: Value.Type, _ text: String, location: SourceLocation = #_sourceLocation
    ) {
        let own = Result { try JSONFile.decode(type, from: Array(text.utf8)) }
        let other = Result { try JSONDecoder().decode(type, from: Data(text.utf8)) }
        #expect((try? own.get()) == (try? other.get()), "\(type) \(text): \(own) \(other)", sourceLocation: location)
        let succeed = [own, other].map { if case .success = $0 { true } else { false } }
        #expect(succeed[0] == succeed[1], "\(type) \(text): \(own) \(other)", sourceLocation: location)
    }
}
