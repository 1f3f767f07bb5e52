import Days
import Foundation
import Testing

@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport

@Suite("An entry's name says its day, or nothing")
struct EntryNameTests {
    private static let titles = [
        "2026-09-16": ["Webb's View of M64"], "2026-11-20": ["M64: The Black Eye", "2026-11-20 M64 - The Black Eye"],
        "2026-11-19": ["Café over São Paulo"], "2026-11-18": ["???"], "2026-11-17": ["2012-12-21 and after"],
    ]

    private func day(_ name: FilePath) -> String? {
        EntryName(name).day { Self.titles["\($0)"] ?? [] }?.description
    }

    @Test(
        arguments: [
            ("2026-09-16 Webb's View of M64.jpg", "2026-09-16"), ("2026-09-16 Webb's View of M64", "2026-09-16"),
            // Nautilus, Thunar, PCManFM, Dolphin
            ("Link to 2026-09-16 Webb's View of M64.jpg", "2026-09-16"),
            ("Another link to 2026-09-16 Webb's View of M64.jpg", "2026-09-16"),
            ("(another) 2026-09-16 Webb's View of M64.jpg", "2026-09-16"),
            ("Verknüpfung mit 2026-09-16 Webb's View of M64.jpg", "2026-09-16"),
            ("2026-09-16 Webb's View of M64 (copy).jpg", "2026-09-16"),
            ("2026-09-16 Webb's View of M64 (dritte Kopie).jpg", "2026-09-16"),
            ("2026-09-16 Webb's View of M64 (1).jpg", "2026-09-16"),
            ("2026-09-16 Webb's View of M64.jpg (link 2)", "2026-09-16"),
            ("2026-09-16 Webb's View of M64.jpg.desktop", "2026-09-16"),
            // Windows
            ("2026-09-16 Webb's View of M64 - Shortcut.lnk", "2026-09-16"),
            ("2026-09-16 Webb's View of M64.jpg - Shortcut (2).lnk", "2026-09-16"),
            ("2026-09-16 Webb's View of M64.jpg - Verknüpfung.lnk", "2026-09-16"),
            // macOS
            ("2026-09-16 Webb's View of M64 alias", "2026-09-16"),
            ("2026-09-16 Webb's View of M64.jpg Alias 2", "2026-09-16"),
            ("2026-09-16 Webb's View of M64 copy 3.jpg", "2026-09-16"),
            ("2026-09-16 Webb's View of M64のエイリアス", "2026-09-16"),
            ("2026-11-19 Cafe\u{301} over Sa\u{303}o Paulo alias", "2026-11-19"),
            ("2026-11-19 Caf\u{E9} over S\u{E3}o Paulo.jpg", "2026-11-19"),
            ("2026-11-20 M64 - The Black Eye.jpg", "2026-11-20"), ("2026-11-20 M64: The Black Eye", "2026-11-20"),
            ("2026-11-18.jpg - Shortcut.lnk", "2026-11-18"), ("Link to 2026-11-18.jpg", "2026-11-18"),
            ("2026-11-18 ???", "2026-11-18"),
            ("2026-11-17 2012-12-21 and after.jpg", "2026-11-17"),
            ("Galaxies/2026-09-16 Webb's View of M64.jpg", "2026-09-16"),
        ] as [(FilePath, String)])
    func `a date with that day's title`(name: FilePath, expected: String) {
        #expect(day(name) == expected)
        #expect(EntryName(name).bareDate == nil)
    }

    @Test(
        arguments: [
            "2026-09-16 M64.jpg", "2026-09-16 Notes.lnk", "2026-09-15 Webb's View of M64.jpg", "Webb's View of M64.jpg",
            "2026-09-16Webb's View of M64.jpg", "2026-09-16 Webb's View of M641.jpg", "2026-09-16 Webb's View of M64a",
            "2026-09-16 Webb's View of M64 and me.jpg", "2026-09-16 Webb's View of M64 aliases", "12026-09-16.jpg",
            "2026-09-16 Webb's View of M64 alias too", "2026-11-18 All.jpg", "",
            "2026-11-19 Cafe over Sao Paulo.jpg", "2026-11-31 Webb's View of M64.jpg", "Holidays 2026-09-16.lnk",
            "2026-11-17 and after.jpg", "2026-09-16 webb's view of m64.jpg", "2026-09-16/x", "2026-11-20\u{301}",
        ] as [FilePath])
    func `a date with another title, and all else, says nothing`(name: FilePath) {
        #expect(day(name) == nil)
        #expect(EntryName(name).bareDate == nil)
    }

    @Test(arguments: ["2026-11-20", "2026-11-20.jpg", "2026-11-20.jpg.lnk", "A/2026-11-20.desktop"] as [FilePath])
    func `a bare date is enough, of any day`(name: FilePath) {
        #expect(EntryName(name).bareDate != nil)
        #expect(EntryName(name).day { _ in [] } == MirrorTestSupport.day)
    }

    @Test(
        arguments: [
            "2026-11-20.", "2026-11-20 ", "2026-11-20..jpg", "2026-11-20 A.jpg", "2026-11-201", "2026-02-30",
            "2026-11-2",
            "2026-11-20.a b", "2026-11-20.toolongforasuffix", "2026/2026-11-20/", "2026-11-20 - Shortcut.lnk",
        ] as [FilePath])
    func `what is more than a date is not bare`(name: FilePath) {
        #expect(EntryName(name).bareDate == nil)
    }

    @Test(
        arguments: [
            ".hidden", ".goutputstream-X1Y2Z3", ".Trash-1000", "._2026-11-20.jpg", ".DS_Store", ".apod-mirror",
            ".apod-mirror-1a2b3c4d", "x.jpg~", "2026-11-20 T.jpg.part", "CuAb12Cd", "A/Cu123456", "A/.x",
        ] as [FilePath])
    func `temporary and hidden names are noise`(name: FilePath) {
        #expect(EntryName(name).isNoise)
    }

    @Test(
        arguments: [
            "2026-11-20.jpg", "Cu", "Cu12345", "Cu1234567", "Cu 12.jp", "cuAb12Cd", "part", "x.parts", "~x", "",
        ]
            as [FilePath])
    func `other names are not`(name: FilePath) {
        #expect(!EntryName(name).isNoise)
    }

    @Test func `names of 255 bytes and names that are no text are read`() {
        let fill = [UInt8](repeating: 0xFF, count: 30)
        #expect(day(FilePath(bytes: fill)) == nil)
        let around = FilePath(bytes: fill + Array("2026-09-16 Webb's View of M64 (".utf8) + fill)
        #expect(day(around) == "2026-09-16")
        let title = String(repeating: "\u{E9}", count: 60)
        let name = "Link to 2026-11-20 " + title.decomposedStringWithCanonicalMapping + " (another copy).jpg"
        #expect(name.utf8.count <= 255)
        #expect(EntryName(FilePath(name)).day { _ in [title + "\u{E9} and more than fits"] } == MirrorTestSupport.day)
        #expect(day(FilePath(String(repeating: "2026-11-20 ", count: 23))) == nil)
    }
}
