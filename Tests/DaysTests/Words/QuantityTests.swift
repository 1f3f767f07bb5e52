import Testing

@testable import Days

@Suite struct QuantityTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 kB"), (1_449, "1.4 kB"), (9_960, "10 kB"),
        (92_345_678, "92 MB"), (999_499_999, "999 MB"), (999_600_000, "1 GB"), (1_400_000_000, "1.4 GB"),
        (Int.max, "9.2 EB"),
    ])
    func `writes bytes`(count: Int, text: String) {
        #expect(Quantity.bytes(count) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (11_387, "11,387"), (-1_234_567, "-1,234,567")])
    func `groups thousands`(number: Int, text: String) {
        #expect(Quantity.count(number) == text)
    }

    @Test func `counts things`() {
        #expect(Quantity.plural(1, "picture") == "1 picture")
        #expect(Quantity.plural(31, "picture") == "31 pictures")
        #expect(Quantity.plural(0, "entry", "entries") == "0 entries")
    }

    @Test(arguments: [
        (Duration.zero, "0 s"), (.milliseconds(420), "0.4 s"), (.milliseconds(1_900), "1 s"), (.seconds(20), "20 s"),
        (.seconds(200), "3 min 20 s"), (.seconds(3_599), "59 min 59 s"), (.seconds(7_200), "2 h"),
        (.seconds(7_530), "2 h 5 min"), (.seconds(86_399), "23 h 59 min"), (.seconds(100_800), "1 day 4 h"),
        (.seconds(172_800), "2 days"), (.seconds(-5), "0 s"),
    ])
    func `writes durations`(duration: Duration, text: String) {
        #expect(Quantity.duration(duration) == text)
    }

    @Test(arguments: [(0.0, "0 bytes/s"), (4_140_000, "4.1 MB/s"), (-1, "0 bytes/s"), (.infinity, "0 bytes/s")])
    func `writes rates`(rate: Double, text: String) {
        #expect(Quantity.rate(rate) == text)
    }

    @Test func `writes dates in words`() throws {
        #expect(Quantity.date(try #require(Day("2026-11-20"))) == "20 November 2026")
    }

    @Test(arguments: [
        ("/home/ada/Pictures/APOD", "~/Pictures/APOD"), ("/home/ada", "~"), ("/home/adam/x", "/home/adam/x"),
        ("/srv/apod", "/srv/apod"),
    ])
    func `shortens the home folder`(path: String, text: String) {
        #expect(Quantity.path(path, home: "/home/ada") == text)
    }
}
