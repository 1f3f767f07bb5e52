import Testing

@testable import Transfer

@Suite struct `An answer's head` {
    private func head(_ lines: [String]) -> Head {
        var head = Head()
        for line in lines { Array("\(line)\r\n".utf8).withUnsafeBytes { _ = head.read($0) } }
        return head
    }

    @Test func `is looked up without regard to case, repeated headers joined`() {
        let head = head(["HTTP/1.1 200 OK", "X-WP-Total:  25 ", "Vary: a", "vary: b", ""])
        #expect(head.isComplete)
        #expect(head.status == 200)
        #expect(head.headers["x-wp-TOTAL"] == "25")
        #expect(head.headers["Vary"] == "a, b")
        #expect(head.headers["nothing"] == nil)
    }

    @Test func `is the one after an interim answer, and trailers change nothing`() {
        let head = head([
            "HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/2 404", "A: 1", "", "A: 2", "HTTP/1.1 200 OK",
        ])
        #expect(head.status == 404)
        #expect(head.headers["a"] == "1")
        #expect(head.headers["link"] == nil)
    }

    @Test(arguments: [
        (["ETag: \"a\"", "Last-Modified: then"], "\"a\""),
        (["ETag: W/\"a\"", "Last-Modified: then"], "then"),
        (["ETag: W/\"a\""], nil),
        (["ETag: \"a\"", "Content-Encoding: gzip"], nil),
        (["ETag: \"a\"", "Content-Encoding: identity"], "\"a\""),
        ([], nil),
    ])
    func `has a validator only if it promises equal bytes`(headers: [String], validator: String?) {
        #expect(head(["HTTP/1.1 200 OK"] + headers + [""]).headers.validator == validator)
    }

    @Test(
        arguments: [
            (["Retry-After: 2870"], 2_870),
            (["Retry-After: -5"], nil),
            (["Date: Fri, 20 Nov 2026 12:00:00 GMT", "Retry-After: Fri, 20 Nov 2026 12:01:30 GMT"], 90),
            (["Retry-After: soon"], nil),
            ([], nil),
        ] as [([String], Int?)])
    func `tells how long to wait, in seconds`(headers: [String], seconds: Int?) {
        #expect(head(["HTTP/1.1 429 Slow"] + headers + [""]).headers.retryAfter() == seconds)
    }

    @Test(
        arguments: [("5", 5), ("-5", nil), ("+5", nil), ("5, 5", nil), ("", nil), ("9223372036854775808", nil)]
            as [(String, Int64?)])
    func `tells a length in digits`(text: String, length: Int64?) {
        #expect(head(["HTTP/1.1 200 OK", "Content-Length: \(text)", ""]).headers.contentLength == length)
    }

    @Test(
        arguments: [
            ("bytes 100-199/200", 100, 200), ("bytes 100-199/*", 100, nil), ("bytes */200", nil, 200),
            ("BYTES 0-0/1", 0, 1), ("bytes x-y/z", nil, nil), ("bytes -5/200", nil, 200),
            ("bytes 100-199/-200", 100, nil), ("bytes +1-2/+3", nil, nil),
        ] as [(String, Int64?, Int64?)])
    func `holds ranges`(text: String, start: Int64?, length: Int64?) {
        #expect(ContentRange(text)?.start == start)
        #expect(ContentRange(text)?.length == length)
    }

    @Test(arguments: ["items 1-2/3", "bytes 1-2", "bytes", "", nil]) func `holds no such range`(text: String?) {
        #expect(ContentRange(text) == nil)
    }
}
