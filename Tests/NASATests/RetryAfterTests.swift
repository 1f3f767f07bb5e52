import Testing
import Transfer

@testable import NASA

@Suite struct RetryAfterTests {
    @Test(
        "The wait a server asks for is kept within reason",
        arguments: [
            (nil, 900), ("", 900), ("soon", 900), ("-5", 900), ("0", 1), ("120", 120), (" 2870 ", 2_870),
            ("57263", 21_600),
            ("9223372036854775807", 21_600), ("Sun, 9223372036854775807 Nov 1994 08:49:37 GMT", 900),
            ("99999999999999999999999", 21_600), ("Sun, 06 Nov 1994 08:51:37 GMT", 120),
            ("Sun, 06 Nov 1994 08:00:00 GMT", 1),
            ("Fri, 06 Nov 2099 08:00:00 GMT", 21_600),
        ] as [(String?, Int)])
    func retryAfter(header: String?, seconds: Int) {
        let headers: Headers = header.map { ["Retry-After": $0] } ?? [:]
        #expect(RetryAfter.seconds(headers, now: 784_111_777) == seconds)
    }
}
