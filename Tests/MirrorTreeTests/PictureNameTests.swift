import Days
import Foundation
import TestSupport
import Testing

@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A title becomes a name that every system can hold")
struct PictureNameTests {
    private let day = Day("2026-11-20") ?? Day.first

    @Test(arguments: [
        ("Webb's View of M64", "Webb's View of M64"),
        ("M64: The Black Eye", "M64 - The Black Eye"),
        ("M64:The Black Eye", "M64 The Black Eye"),
        ("Sunset at 12:30", "Sunset at 12 30"),
        ("Title: ", "Title"), ("Title:", "Title"), (": Title", "Title"), (":", ""), (" : : ", ""),
        ("One: Two: Three", "One - Two - Three"), ("A : B", "A - B"), ("A:: B", "A - B"), ("A:\nB", "A - B"),
        ("A/B", "A B"), ("A / B", "A B"), ("A\\B", "A B"), ("../../etc/passwd", "etc passwd"),
        ("Is this \"real\"?", "Is this real"), ("Why <M> | *?", "Why M"),
        ("...and the dark", "and the dark"), ("To be continued...", "To be continued"), ("- dashes -", "dashes"),
        (" . - .. Both - ends . ", "Both - ends"), ("Dr. No", "Dr. No"), ("3-D", "3-D"),
        ("???", ""), ("", ""), ("   ", ""), ("...", ""), ("<>:\"/\\|?*", ""),
        ("Two  spaces\tand a tab", "Two spaces and a tab"),
        ("First\r\nSecond\rThird\nFourth", "First Second Third Fourth"),
        ("A\u{0}B\u{1F}C\u{7F}D\u{85}E", "A B C D E"), ("A\u{2028}B\u{2029}C", "A B C"),
        ("A\u{A0}B\u{3000}C\u{2003}D", "A B C D"),
        ("gpj\u{202E}exe", "gpj exe"), ("\u{2066}a\u{2069}\u{200E}b", "a b"), ("\u{FEFF}Title", "Title"),
        ("Caf\u{65}\u{301} sky", "Caf\u{E9} sky"), ("A\u{30A}", "\u{C5}"), ("\u{212B}ngstrom", "\u{C5}ngstrom"),
        ("Ha\u{FFFD}a", "Ha\u{FFFD}a"), ("日本の空: 月", "日本の空 - 月"), ("👩‍🚀 in space", "👩‍🚀 in space"),
        ("CON", "CON"), ("a.jpg", "a.jpg"),
    ])
    func `a title's name`(title: String, expected: String) {
        let name = PictureName.fileTitle(title)
        // Byte by byte: Swift's own comparison takes composed and decomposed letters for the same.
        #expect(Array(name.utf8) == Array(expected.utf8), "\(name)")
    }

    @Test(arguments: [("Webb's View", "2026-11-20 Webb's View.jpg"), ("???", "2026-11-20.jpg")])
    func `the date comes first and stands alone when nothing of the title can stay`(title: String, name: String) {
        #expect(PictureName.make(day, title: title, suffix: "jpg") == name)
        #expect(PictureName.day(of: FilePath(name)) == day)
    }

    @Test(arguments: [
        String(repeating: "word ", count: 60), String(repeating: "x", count: 300),
        String(repeating: "é", count: 200), "a" + String(repeating: "é", count: 200),
        String(repeating: "🇩🇪", count: 40), String(repeating: "👨‍👩‍👧‍👦", count: 30), String(repeating: "क्षि", count: 40),
        "x" + String(repeating: "👨‍👩‍👧‍👦", count: 30), String(repeating: "x", count: 119) + " - rest",
        String(repeating: "x", count: 118) + ". . rest", String(repeating: "a\u{302}\u{323}", count: 100),
        "a" + String(repeating: "\u{301}", count: 200), String(repeating: "x", count: 120) + "\u{301}",
    ])
    func `a long title is cut between characters and trimmed again`(title: String) {
        let cut = PictureName.fileTitle(title)
        #expect(cut.utf8.count <= 120)
        #expect(title.isEmpty || title.composed.hasPrefix(cut))
        let characters = Array(title.composed)
        #expect(Array(cut) == Array(characters.prefix(cut.count)), "a character was cut in two")
        #expect(FileNameRules.faults(of: PictureName.make(day, title: title, suffix: "jpg")).isEmpty)
    }

    @Test func `a title of 120 bytes stays whole`() {
        let title = String(repeating: "é", count: 60)
        #expect(PictureName.fileTitle(title) == title)
        #expect(PictureName.fileTitle(title + "x") == title)
    }

    @Test func `whatever the title, the name is valid and stays as it is when made again`() {
        var dice = Dice.thrown(for: "random titles")
        let alphabet = Array(
            " .-:/\\?*\"<>|\r\n\tab1é\u{301}\u{323}\u{200D}\u{202E}👩🚀🇩\u{FFFD}\u{0}\u{7F}\u{A0}日\u{2028}\u{FE0F}\u{338}"
                .unicodeScalars)
        for _ in 0..<5_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<dice.below(90) { scalars.append(alphabet[dice.below(alphabet.count)]) }
            let title = String(scalars)
            let name = PictureName.make(day, title: title, suffix: "jpg")
            #expect(FileNameRules.faults(of: name).isEmpty, "\(title.debugDescription)")
            let once = PictureName.fileTitle(title)
            #expect(Array(PictureName.fileTitle(once).utf8) == Array(once.utf8), "\(title.debugDescription)")
        }
    }

    @Test(
        arguments: [
            ("2026-11-20 Title.jpg", "2026-11-20"), ("2026-11-20.jpg", "2026-11-20"), ("2026-02-29 No.jpg", nil),
            ("2026-1-20 Title.jpg", nil), ("Title 2026-11-20.jpg", nil), ("index.html", nil), ("", nil),
        ] as [(String, String?)])
    func `a name's day is what it begins with`(name: String, day: String?) {
        #expect(PictureName.day(of: FilePath(name))?.description == day)
    }

    @Test func `bytes that are no text have no day`() {
        #expect(PictureName.day(of: FilePath(bytes: [UInt8](repeating: 0xFF, count: 20))) == nil)
    }
}

extension String {
    fileprivate var composed: String { precomposedStringWithCanonicalMapping }
}
