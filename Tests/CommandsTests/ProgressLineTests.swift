import Testing

@testable import Commands
@testable import Settings

@Suite struct ProgressLineTests {
    static let line = ProgressLine(
        done: 12, total: 31, bytes: 14_000_000, rate: 4_100_000, left: .seconds(20), title: "Webb's View of M64")

    @Test(arguments: [
        (100, "▕█████░░░░░░░░░▏ 12/31  14 MB  4.1 MB/s  20 s left  Webb's View of M64"),
        (60, "▕███░░░░░▏ 12/31  14 MB  4.1 MB/s  20 s left  Webb's View o…"),
        (50, "▕██░░░░▏ 12/31  14 MB  4.1 MB/s  20 s left"),
        (39, "▕█░░░▏ 12/31  4.1 MB/s  20 s left"),
        (25, "▕█░░░▏ 12/31  20 s left"),
        (20, "▕█░░░▏ 12/31"),
        (8, "12/31"),
        (3, "12…"),
    ])
    func `gives up the least important first`(width: Int, text: String) {
        #expect(Self.line.rendered(width: width) == text)
    }

    @Test func `is plain ASCII where the locale is`() {
        var line = Self.line
        line.title = "Größe"
        let text = line.rendered(width: 80, unicode: false)
        #expect(text == "[####.......] 12/31  14 MB  4.1 MB/s  20 s left  Gr??e")
        #expect((1...250).allSatisfy { line.rendered(width: $0, unicode: false).allSatisfy(\.isASCII) })
    }

    @Test func `keeps its columns while it counts`() {
        let start = ProgressLine(done: 9, total: 11_387).rendered(width: 60)
        let end = ProgressLine(done: 11_387, total: 11_387).rendered(width: 60)
        #expect(start == "▕░░░░░░░░▏      9/11,387")
        #expect(end == "▕████████▏ 11,387/11,387")
    }

    @Test(arguments: [
        "", "M64", "銀河の中心にある巨大なブラックホール", "🚀🚀🚀 👩‍🚀 🇩🇪 ☀️ e\u{301}", "evil\u{1B}[2J\nsecond line",
        String(repeating: "A very long title ", count: 30),
    ])
    func `never exceeds the width`(title: String) {
        for (done, total) in [(0, 0), (40, 31), (9_999, 11_387)] {
            for bytes in [0, 123_456_789_012] {
                let line = ProgressLine(
                    done: done, total: total, bytes: bytes, rate: 987_654, left: .seconds(200_000), title: title)
                for width in 1...250 {
                    #expect(line.rendered(width: width).width <= width)
                    #expect(line.rendered(width: width, unicode: false).width <= width)
                }
            }
        }
    }
}
