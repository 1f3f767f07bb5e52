import Testing

@testable import Settings
@testable import Setup

@Suite("Paths in unit files") struct UnitTextTests {
    @Test(arguments: [
        ("/srv/APOD", #""/srv/APOD""#),
        ("/srv/My Pictures/APOD", #""/srv/My Pictures/APOD""#),
        ("/srv/100%/APOD", #""/srv/100%%/APOD""#),
        (#"/srv/"a"\b"#, #""/srv/\"a\"\\b""#),
        ("/srv/it's:é", #""/srv/it's:é""#),
        // An accent makes one character with what it follows, and systemd knows nothing of that.
        ("/srv/\"\u{301}%\u{301}\\\u{301}", "\"/srv/\\\"\u{301}%%\u{301}\\\\\u{301}\""),
    ])
    func `a path is one word`(path: String, word: String) throws {
        #expect(try UnitText.word(UnitPath(path)).utf8.elementsEqual(word.utf8))
        #expect(try UnitText.word(UnitPath(path), prefix: "-").utf8.elementsEqual(("\"-" + word.dropFirst()).utf8))
    }

    @Test func `a colon in a path parts no binding`() throws {
        let path = try UnitPath("/srv/a:\u{301}\\:b c")
        #expect(UnitText.side(path, prefix: "-").utf8.elementsEqual("\"-/srv/a\\:\u{301}\\\\\\:b c\"".utf8))
    }

    /// As `systemd-escape --path --suffix=mount` of systemd 252 writes them.
    @Test(arguments: [
        ("/", "-.mount"), ("/mnt/disk", "mnt-disk.mount"), ("/mnt/disk/", "mnt-disk.mount"),
        ("/mnt/my disk", #"mnt-my\x20disk.mount"#), ("/mnt/a-b", #"mnt-a\x2db.mount"#),
        ("/media/ü", #"media-\xc3\xbc.mount"#), ("/.snap/.x", #"\x2esnap-.x.mount"#), (#"/a\b"#, #"a\x5cb.mount"#),
    ])
    func `a mount point has a unit`(path: String, unit: String) throws {
        #expect(try UnitText.mountUnit(UnitPath(path)) == unit)
    }

    @Test func `a path can be too long for a unit's name`() throws {
        func unit(_ count: Int) throws -> String? {
            try UnitText.mountUnit(UnitPath("/" + String(repeating: "ü", count: count)))
        }
        #expect(try unit(30)?.utf8.count == 246)
        #expect(try unit(31) == nil)
    }

    @Test func `a word for the shell ends where it should`() {
        #expect("/srv/it'\u{301}s; x".shellWord.utf8.elementsEqual("'/srv/it'\\''\u{301}s; x'".utf8))
    }
}
