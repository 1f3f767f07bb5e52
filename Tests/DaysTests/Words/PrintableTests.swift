import Testing

@testable import Days

@Suite struct PrintableTests {
    @Test(arguments: [
        "Webb's View of M64", "Größe · 銀河 · مجرة · 🚀", "👩‍🚀 looks at ☀️", "नमस्‍ते", "a\u{A0}b", "", "e\u{301}",
    ])
    func `leaves plain text of any script alone`(text: String) {
        #expect(Array(printable(text).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        ("a\nb", "a b"), ("a\r\nb", "a b"), ("a\rb\tc", "a b c"), ("a\u{2028}b\u{2029}c\u{85}d", "a b c d"),
    ])
    func `makes one line of it`(text: String, safe: String) {
        #expect(printable(text) == safe)
    }

    @Test(arguments: [
        ("\u{1B}[2Jgone", "\u{FFFD}[2Jgone"), ("a\u{7}b\u{7F}c\u{0}d", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d"),
        ("\u{9B}31m", "\u{FFFD}31m"), (String(decoding: [0x61, 0xFF, 0x62], as: UTF8.self), "a\u{FFFD}b"),
    ])
    func `shows that a control was there`(text: String, safe: String) {
        #expect(printable(text) == safe)
    }

    @Test(arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF])
    func `shows that there was what is no character`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(printable("a\(scalar)b") == "a\u{FFFD}b")
    }

    @Test(
        arguments: Array(0x202A...0x202E) + Array(0x2066...0x2069) + [
            0x200B, 0x200E, 0x200F, 0x061C, 0xFEFF, 0x2060, 0x00AD, 0xE0041, 0xFFF9, 0x200C, 0x200D,
        ])
    func `drops what has no shape of its own`(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(printable("photo\(scalar)gpj.exe") == "photogpj.exe")
    }
}
