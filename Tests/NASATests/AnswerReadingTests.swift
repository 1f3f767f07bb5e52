import JSON
import Testing
import Transfer

@testable import NASA

@Suite struct AnswerReadingTests {
    private static func form(_ shape: APIShape) -> ExpectedForm {
        ExpectedForm(shape: shape, base: "https://x") { "write \($0)" }
    }

    private static func otherForm(_ source: String, at url: String = "https://x") -> RequestError {
        .source(.otherForm(OtherForm(url: url, source: source, remedy: "write \(source)")))
    }

    private func read(_ answer: Response, as shape: APIShape = .apodBasic) -> Result<Int, RequestError> {
        do throws(RequestError) {
            return .success(
                try answer.records(form: Self.form(shape), asked: "https://x/q", now: 784_111_777)
                    .reduce(0) { count, _ in count + 1 })
        } catch {
            return .failure(error)
        }
    }

    @Test("Records are an array or one object, and elements that are no records stay elements")
    func records() {
        #expect(read(.json(#"[{"date":"2026-09-01"},null,7]"#)) == .success(3))
        #expect(read(.json(#"{"date":"2026-09-01"}"#)) == .success(1))
        #expect(read(.json("\u{FEFF}[]")) == .success(0))
    }

    @Test(
        "What is no answer to the request says what it is",
        arguments: [
            (.html(200), .unreadable(url: "https://x/q", reason: "an answer that is not JSON")),
            (.json(""), .unreadable(url: "https://x/q", reason: "an answer that is not JSON")),
            (.json(#"[{"date":"2026"#), .unreadable(url: "https://x/q", reason: "an answer that is not JSON")),
            (.json("{}"), .unreadable(url: "https://x/q", reason: "JSON without entries")),
            (.json("null"), .unreadable(url: "https://x/q", reason: "JSON without entries")),
            (.basicNotFound, .absent),
            (.json(#"{"code":"apod_basic_not_found","message":"APOD not found.","data":{"status":404}}"#), .absent),
            (.json(#"{"code":"apod_basic_not_found","message":"APOD not found."}"#), .absent),
            (.html(404), .unreadable(url: "https://x/q", reason: "404 with an answer that is not JSON")),
            (
                .json(#"{"code":"rest_no_route","message":"No route was found.","data":{"status":404}}"#, status: 404),
                .source(.refused(url: "https://x/q", status: 404, reason: "No route was found."))
            ),
            (
                .json(
                    #"{"code":"rest_invalid_param","message":"Invalid parameter(s): date_from","data":{"status":400}}"#,
                    status: 400),
                .unreadable(url: "https://x/q", reason: "400: Invalid parameter(s): date_from")
            ),
            (.html(403), .source(.refused(url: "https://x/q", status: 403, reason: "an HTML page"))),
            (
                .json(
                    #"{"error":{"code":"API_KEY_INVALID","message":"An invalid api_key was supplied."}}"#, status: 403),
                .source(.refused(url: "https://x/q", status: 403, reason: "An invalid api_key was supplied."))
            ),
            (.html(500), .unreadable(url: "https://x/q", reason: "500 with an answer that is not JSON")),
            (.html(503), .source(.unreachable(url: "https://x/q", reason: "its gateway answers 503"))),
            (.html(429), .source(.rateLimited(url: "https://x/q", seconds: 900))),
            (
                .json("", status: 429, headers: ["retry-after": "57263"]),
                .source(.rateLimited(url: "https://x/q", seconds: 21_600))
            ),
            (
                .json(
                    "", status: 429,
                    headers: ["retry-after": "Sun, 06 Nov 1994 09:00:00 GMT", "date": "Sun, 06 Nov 1994 08:59:00 GMT"]),
                .source(.rateLimited(url: "https://x/q", seconds: 60))
            ),
            (
                .json(#"{"error":{"code":"OVER_RATE_LIMIT","message":"x"}}"#),
                .source(.rateLimited(url: "https://x/q", seconds: 900))
            ),
            (
                .json(#"[{"date":"2026-09-01","service_version":"v1"}]"#),
                otherForm("planetary-apod=https://x")
            ),
            (
                .legacy(404, "No data available for date: 2026-09-01"),
                otherForm("planetary-apod=https://x")
            ),
        ] as [(Response, RequestError)])
    func failures(answer: Response, error: RequestError) {
        #expect(read(answer) == .failure(error))
    }

    @Test(
        "The legacy service has words of its own",
        arguments: [
            (.legacy(404, "No data available for date: 1995-06-17"), .absent),
            (.json(#"{"code":404,"msg":"No data available for date: 1995-06-17","service_version":"v1"}"#), .absent),
            (.legacy(400, "Date must be between Jun 16, 1995 and Nov 20, 2026."), .notYet),
            (
                .legacy(500, "Internal Service Error"),
                .unreadable(url: "https://x/q", reason: "500: Internal Service Error")
            ),
            (.json(#"[{"date":"2026-09-01","post_id":1}]"#), otherForm("apod-basic=https://x")),
            (.basicNotFound, otherForm("apod-basic=https://x")),
        ] as [(Response, RequestError)])
    func legacyFailures(answer: Response, error: RequestError) {
        #expect(read(answer, as: .planetary) == .failure(error))
    }

    @Test(
        "JSON as it comes",
        arguments: ["[", "nul", "\"\\u00", String(repeating: "[", count: 100_000), "\u{0}"])
    func noJSON(text: String) {
        #expect(JSONValue(Array(text.utf8)) == nil)
    }

    /// The text between quotation marks, and what is read.
    @Test(
        "An escape that means no character costs a character, not the day",
        arguments: [
            (#"\ud83c"#, "\u{FFFD}"), (#"a\ud83c"#, "a\u{FFFD}"), (#"\ud83cb"#, "\u{FFFD}b"),
            (#"a\udf0cb"#, "a\u{FFFD}b"),
            (#"\ud83c\u0041"#, "\u{FFFD}A"), (#"\ud83c\n"#, "\u{FFFD}\n"), (#"\ud83c\\u0041"#, "\u{FFFD}\\u0041"),
            (#"\ud83c\ud83c\udf0c"#, "\u{FFFD}🌌"), (#"\udf0c\ud83c"#, "\u{FFFD}\u{FFFD}"),
            (#"\ud83c\u00"#, "\u{FFFD}\u{FFFD}u00"),
            (#"\u12"#, "\u{FFFD}u12"), (#"\u00g0"#, "\u{FFFD}u00g0"), (#"\u"#, "\u{FFFD}u"), (#"\x"#, "\u{FFFD}x"),
            (#"\é"#, "\u{FFFD}é"), (#"\ud83c\udf0c"#, "🌌"),
        ])
    func brokenEscape(text: String, read: String) {
        let json = Array("[{\"\(text)\":0,\"date\":\"\(text)\"}]".utf8)
        #expect(JSONValue(json) == .array([.object([read: .integer(0), "date": .text(read)])]))
        var records = JSONRecords(json, keys: ["date"], most: 1)
        #expect(records?.next() == .object(["date": .text(read)]))
    }

    @Test("Broken UTF-8 costs a character, not the day")
    func brokenText() {
        #expect(
            JSONValue(Array(#"{"a":"x"#.utf8) + [0xFF, 0xC3] + Array(#"y"}"#.utf8))?["a"]?.text == "x\u{FFFD}\u{FFFD}y")
    }
}
