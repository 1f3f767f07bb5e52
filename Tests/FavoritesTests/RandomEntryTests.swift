import TestSupport
import Testing

@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport

@Suite struct RandomEntryTests {
    @Test func `whatever the bytes, reading ends`() {
        var dice = Dice.thrown(for: "random entries")
        let words = [
            "..", ".", "", "/", "//", "2026", "2026-11", "2026-11-20", " Title", ".jpg", "metadata", "favorites", "srv",
            "apod", "Today.jpg", "file:", "http:", "smb:", "apod.nasa.gov", "ap261120.html", "%2e%2e", "%00", "%", "\\",
            "[Desktop Entry]\n", "Type=Link\n", "URL=", "[InternetShortcut]\n", "<plist>", "<key>URL</key>", "<string>",
            "</string>", "&#x41;", "&amp", "&", ";", "book", "\0", "\u{301}", "é", "\n", " - ", " (", " alias", "Cu",
        ].map { Array($0.utf8) }
        for _ in 0..<4_000 {
            var bytes: [UInt8] = []
            for _ in 0..<dice.below(14) {
                bytes += dice.below(5) == 0 ? [UInt8(dice.below(256))] : words[dice.below(words.count)]
                if dice.below(3) == 0 { bytes.append(UInt8(ascii: "/")) }
            }
            let path = FilePath(bytes: bytes)
            _ = reading.meaning(ofLinkAt: path, to: path)
            _ = EntryName(path).isNoise
            _ = EntryName(path).day { _ in ["Title", "", "e\u{301}", "\u{301}"] }
            for suffix in ["", ".url", ".lnk"] {
                let name = FilePath(bytes: bytes + Array(suffix.utf8))
                if let file = ShortcutFile(name: name, bytes: bytes) { _ = reading.meaning(of: file, at: path) }
            }
            _ = reading.meaning(of: .address(bytes), at: path)
            let sentence = Refusal.unreadable(reason: path.description).sentence(entry: path)
            #expect(!sentence.utf8.contains { $0 < 0x20 })
        }
    }
}
