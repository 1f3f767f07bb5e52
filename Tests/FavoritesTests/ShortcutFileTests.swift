import Testing

@testable import Favorites
@testable import Folder

@Suite("A file is a shortcut when its content or kind says so")
struct ShortcutFileTests {
    @Test(
        arguments: [
            ("x.desktop", "[Desktop Entry]\nType=Link\nURL=file:///a\n", "file:///a"),
            ("x.jpg", "[Desktop Entry]\nEncoding=UTF-8\nName=x\nIcon=y\nType=Link\nURL=sftp://h/a b\n", "sftp://h/a b"),
            ("x", "\u{FEFF}# note\r\n\r\n[Desktop Entry]\r\nName[de]=y\r\n URL = a:b \r\nType = Link\r\n", "a:b"),
            ("x", "[Desktop Entry]\nType=Link\nURL[$e]=file:/x\n", "file:/x"),
            ("x", "[Desktop Entry]\nURL[de]=b\nURL=a\nType=Link", "a"),
            ("x", "[Desktop Entry]\nType=Link\nURL=a\\sb\\\\c\\n\n[Other]\nURL=z", "a b\\c\n"),
            (
                "x.url", "[InternetShortcut]\r\nURL=https://apod.nasa.gov/apod/ap260916.html\r\nIconIndex=0\r\n",
                "https://apod.nasa.gov/apod/ap260916.html"
            ),
            (
                "x.URL", "[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,11\r\n[internetshortcut]\r\nurl=a=b\r\n",
                "a=b"
            ),
            (
                "Dropped Text.txt", "file:///nas/2026/2026-11/2026-11-20%20T.jpg\n",
                "file:///nas/2026/2026-11/2026-11-20%20T.jpg"
            ),
            ("file:", "\u{FEFF}file:///a\r\n", "file:///a"),
        ] as [(FilePath, String, String)])
    func `text that gives an address`(name: FilePath, text: String, address: String) {
        #expect(ShortcutFile(name: name, bytes: Array(text.utf8)) == .address(Array(address.utf8)))
    }

    @Test(
        arguments: [
            ("2026-11-20 T - Shortcut.lnk", Array("anything".utf8)), ("x.LNK", []),
            ("x", [0x4C, 0, 0, 0, 0x01, 0x14, 0x02, 0, 0, 0]), ("2026-11-20 T.jpg", []),
            ("2026-11-20 T.jpg", Array("book\0\0\0\0mark\0\0\0\0".utf8)), ("2026-11-20 T alias", [1, 2, 3]),
        ] as [(FilePath, [UInt8])])
    func `kinds that are never parsed`(name: FilePath, bytes: [UInt8]) {
        #expect(ShortcutFile(name: name, bytes: bytes) == .opaque)
    }

    @Test(
        arguments: [
            ("2026-11-20.jpg", "My own note about M64"), ("x.txt", "file:///a b"), ("x.txt", "file:///a\nfile:///b"),
            ("x.txt", "https://apod.nasa.gov/apod/ap260916.html"), ("x.txt", "look at file:///a"),
            ("2026-11-20 T.txt", "bookmarks: none"), ("x", "book"),
            ("2026-11-20 T.jpg", "\u{1}\u{2}"), ("x.desktop", "[Desktop Entry]\nType=Application\nURL=a\n"),
            ("x.desktop", "[Desktop Entry]\nType=Link\n"), ("x.desktop", "[Other]\n[Desktop Entry]\nType=Link\nURL=a"),
            ("x.desktop", "[Desktop Entry]\nType=Link\n[Desktop Action]\nURL=a"),
            ("x.desktop", "Look:\n[Desktop Entry]\nType=Link\nURL=a"), ("x.url", "URL=a"), ("x.url", "[X]\nURL=a"),
            // macOS writes one where a browser's address is dropped.
            ("x.webloc", "<plist><dict><key>URL</key><string>https://x</string></dict></plist>"),
            ("x.plist", "bplist00"), (".lnk/x", "a"), ("alias", "a"), ("x.jpg", "[[]]"), ("x.jpg", "\n\n"),
        ] as [(FilePath, String)])
    func `a user's own file is none`(name: FilePath, text: String) {
        #expect(ShortcutFile(name: name, bytes: Array(text.utf8)) == nil)
    }

    @Test func `a picture is none, whatever its name`() {
        for name: FilePath in ["2026-11-20 T.jpg", "2026-11-20 T alias", "2026-11-20 T.lnk"] {
            #expect(ShortcutFile(name: name, bytes: [0xFF, 0xD8, 0xFF, 0xE0]) == nil)
        }
    }

    @Test func `what is larger than 64 kB is none`() {
        let text = Array("[Desktop Entry]\nType=Link\nURL=a\n#".utf8)
        let largest = text + [UInt8](repeating: 0x20, count: 65_536 - text.count)
        #expect(ShortcutFile(name: "x", bytes: largest) == .address([0x61]))
        #expect(ShortcutFile(name: "x.lnk", bytes: largest + [0x20]) == nil)
    }

    @Test func `an address keeps bytes that are no text`() {
        let text = Array("[InternetShortcut]\nURL=file:///caf".utf8) + [0xE9]
        #expect(ShortcutFile(name: "x.url", bytes: text) == .address(Array("file:///caf".utf8) + [0xE9]))
    }
}
