import Testing

@testable import Days

@Suite struct HTTPDateTests {
    @Test(
        "The three forms of an HTTP date are one time",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "sun, 6 nov 1994 08:49:37 gmt",
        ])
    func forms(text: String) {
        #expect(HTTPDate.unixTime(text) == 784_111_777)
    }

    @Test(
        "Anything else is no date",
        arguments: [
            "", "soon", "Sun, 06 Nov 1994", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
            "08:49:37", "99999999999999999999 Nov 1994 08:49:37",
            "Sun, 9223372036854775807 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 9223372036854775807 08:49:37 GMT",
            "Sun, 06 Nov 1994 9223372036854775807:49:37 GMT",
        ])
    func refused(text: String) {
        #expect(HTTPDate.unixTime(text) == nil)
    }

    @Test(
        "A time is written in the first of them",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_795_391_999, "Sun, 22 Nov 2026 23:59:59 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (-60_589_296_000, "Sat, 01 Jan 0050 00:00:00 GMT"),
        ])
    func written(seconds: Int, text: String) {
        #expect(HTTPDate.text(seconds) == text)
        #expect(HTTPDate.unixTime(text) == seconds)
    }
}
