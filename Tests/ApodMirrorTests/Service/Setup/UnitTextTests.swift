import Testing

@testable import ApodMirror

@Suite("Paths in unit files") struct UnitTextTests {
    @Test(arguments: [
        ("/srv/APOD", #""/srv/APOD""#),
        ("/srv/My Pictures/APOD", #""/srv/My Pictures/APOD""#),
        ("/srv/100%/APOD", #""/srv/100%%/APOD""#),
        (#"/srv/"a"\b"#, #""/srv/\"a\"\\b""#),
        ("/srv/it's:é", #""/srv/it's:é""#),
    ])
    func `a path is one word`(path: String, word: String) {
        #expect(UnitText.word(path) == word)
        #expect(UnitText.word(path, prefix: "-") == "\"-" + word.dropFirst())
    }

    /// As `systemd-escape --path --suffix=mount` of systemd 252 writes them.
    @Test(arguments: [
        ("/", "-.mount"), ("/mnt/disk", "mnt-disk.mount"), ("/mnt/disk/", "mnt-disk.mount"),
        ("/mnt/my disk", #"mnt-my\x20disk.mount"#), ("/mnt/a-b", #"mnt-a\x2db.mount"#),
        ("/media/ü", #"media-\xc3\xbc.mount"#), ("/.snap/.x", #"\x2esnap-.x.mount"#), (#"/a\b"#, #"a\x5cb.mount"#),
    ])
    func `a mount point has a unit`(path: String, unit: String) {
        #expect(UnitText.mountUnit(path) == unit)
    }

    @Test(arguments: ["anna", "anna.b", "anna_b", "a-b", "anna@example.org", "u1000"])
    func `a user names a unit`(name: String) {
        #expect(Person.canNameUnit(name))
    }

    @Test(arguments: ["", "-anna", "../anna", "an na", "EXAMPLE\\anna", "anna/b", "änna", "a%i", "a\nb"])
    func `no unit is named after others`(name: String) {
        #expect(!Person.canNameUnit(name))
    }
}
