import Testing

@testable import Settings

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("M64", 3), ("Größe", 5), ("e\u{301}", 1), ("銀河", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("🚀", 2), ("🇩🇪", 2), ("☀️", 2), ("☀", 1), ("ｱ", 1), ("Ａ", 2), ("▕█░▏…", 5), ("a\u{200D}b", 2), ("ก็", 1),
    ])
    func `counts columns`(text: String, columns: Int) {
        #expect(text.width == columns)
    }

    @Test(arguments: [
        ("Webb's View", 11, "Webb's View"), ("Webb's View", 10, "Webb's Vi…"), ("Webb's View", 8, "Webb's…"),
        ("銀河の星", 6, "銀河…"), ("銀河の星", 1, "…"), ("銀河", 0, ""), ("M64", -3, ""), ("🚀🚀", 3, "🚀…"),
    ])
    func `cuts between characters`(text: String, columns: Int, cut: String) {
        #expect(text.truncated(to: columns) == cut)
    }

    @Test func `pads on either side by columns`() {
        #expect("銀河".padded(to: 6) == "銀河  ")
        #expect("12".padded(to: 4, alignedRight: true) == "  12")
        #expect("longer".padded(to: 3) == "longer")
    }
}
