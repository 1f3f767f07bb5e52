import JSON
import Testing

@testable import Days

@Suite("A moment is written as UTC and read back")
struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (86_399, "1970-01-01T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"), (1_795_183_387, "2026-11-20T14:03:07Z"),
            (-59_011_459_200, "0100-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] as [(Int64, String)])
    func `seconds and text are the same moment`(seconds: Int64, text: String) {
        #expect(Timestamp(seconds: seconds).description == text)
        #expect(Timestamp(text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "2026-11-20", "2026-11-20T14:03:07", "2026-11-20 14:03:07Z", "2026-11-20T14:03:07z",
        "2026-11-20T14:03:07+00", "2026-11-20T24:00:00Z", "2026-11-20T14:60:07Z", "2026-11-20T14:03:60Z",
        "2026-02-29T14:03:07Z", "2026-13-01T00:00:00Z", "2026-11-20T+1:03:07Z", "2026-11-20T-0:03:07Z",
        "2026-11-20T14:+3:07Z", "2026-11-20T14:03:+7Z", "2026-11-20T١4:03:0Z", "26-11-20T14:03:07.00Z",
        "2026-11-20T14:03: 7Z", "2026-11-20T14:03:07Z ",
    ])
    func `nothing else is a moment`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func `every second of a day is in that day and survives being written`() {
        let day = Day("2026-11-20") ?? Day.first
        for second in stride(from: Int64(0), to: 86_400, by: 7) {
            let time = Timestamp(seconds: Int64(day.number) * 86_400 + second)
            #expect(time.day == day)
            #expect(Timestamp(time.description) == time)
        }
        #expect(Timestamp.noon(of: day).description == "2026-11-20T12:00:00Z")
        #expect(Timestamp.noon(of: day) + 43_200 == Timestamp("2026-11-21T00:00:00Z"))
    }

    @Test func `in JSON it is the same text, and another text is an error`() throws {
        let time = try #require(Timestamp("2026-11-20T14:03:07Z"))
        let bytes = try JSONFile.encode([time])
        #expect(String(decoding: bytes, as: UTF8.self) == "[\n  \"2026-11-20T14:03:07Z\"\n]\n")
        #expect(try JSONFile.decode([Timestamp].self, from: bytes) == [time])
        #expect(throws: DecodingError.self) {
            try JSONFile.decode([Timestamp].self, from: Array("[\"yesterday\"]".utf8))
        }
    }
}
