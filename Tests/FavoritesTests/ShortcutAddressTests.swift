import Days
import Testing

@testable import Favorites
@testable import Folder

@Suite("A shortcut's address means what a link to that place would")
struct ShortcutAddressTests {
    private static let m64: Meaning = .day(Day("2026-09-16") ?? Day.first)

    private func meaning(_ address: String) -> Meaning {
        reading.meaning(of: .address(Array(address.utf8)), at: "Galaxies/x.url")
    }

    @Test(
        arguments: [
            ("file:///srv/apod/2026/2026-09/2026-09-16%20Webb's%20View%20of%20M64.jpg", m64),
            ("file://localhost/srv/apod/2026/2026-09/2026-09-16%20A.jpg", m64), ("FILE:/srv/apod/Today.jpg", .today),
            ("file://nas.local/srv/apod/2026/2026-09/metadata/2026-09-16.json", m64),
            ("file:///srv/apod/2026/2026-09/2026-09-16 not encoded.jpg", m64),
            ("file:///srv/apod/2026/2026-09/2026-09-16%20100%.jpg", m64), ("/srv/apod/Today.jpg", .today),
            ("file:///srv/apod/x/%2e%2e/Today.jpg", .today), ("file:///srv/apod/%2E%2E/apod%2FToday.jpg", .today),
            ("file:///srv/apod/2026/%2e%2e/../../etc/passwd", .refused(.outside)),
            ("file:///srv/apod/Today.jpg%00.png", .refused(.outside)), ("file:///%00", .refused(.outside)),
            ("file:///srv/apod/2026/2026-09/2026-09-16%00.jpg", .refused(.outside)),
            ("file:///srv/apod/%252e%252e/x", .named), ("file:///srv/apod/favorites/y", .entry("y")),
            ("file:///srv/apod/favorites/Galaxies/x.url", .refused(.loop)), ("file:///srv/apod/", .refused(.folder)),
            ("file:///etc/passwd", .refused(.outside)), ("file:x", .refused(.outside)), ("file:", .refused(.outside)),
            ("file://", .refused(.outside)), ("file://nas", .refused(.outside)), ("file:///", .refused(.outside)),
        ] as [(String, Meaning)])
    func `files of this machine`(address: String, meaning: Meaning) {
        #expect(self.meaning(address) == meaning)
    }

    @Test(
        arguments: [
            ("smb://nas/apod/2026/2026-09/2026-09-16%20A.jpg", m64),
            ("smb://ada@nas:445/2026/2026-09/2026-09-16.jpg", m64),
            ("afp://nas/apod/2026/2026-09/metadata/2026-09-16.json", m64),
            ("nfs://nas/export/2026/2026-09/2026-09-16%20A.mp4", m64),
            ("sftp://nas/home/ada/Pictures/APOD/2026/2026-09/2026-09-16%20A.html", m64),
            ("file:///Z:\\2026\\2026-09\\2026-09-16%20A.jpg", m64), ("Z:\\2026\\2026-09\\2026-09-16 A.jpg", m64),
            ("\\\\nas\\apod\\2026\\2026-09\\2026-09-16 A.jpg", m64),
            ("file://nas/apod/2026/2026-09/2026-09-16%20A.jpg", m64),
            ("smb://nas/srv/apod/Today.jpg", .refused(.outside)), ("smb://nas/2026/2026-09/", .refused(.outside)),
            ("smb://nas/2026/2026-09/2026-09-16%00", .refused(.outside)), ("smb:", .refused(.outside)),
            ("smb://nas/2026/2026-08/2026-09-16.jpg", .refused(.outside)), ("smb://nas", .refused(.outside)),
            ("smb://2026/2026-09/2026-09-16.jpg", .refused(.outside)),
        ] as [(String, Meaning)])
    func `files of other hosts`(address: String, meaning: Meaning) {
        #expect(self.meaning(address) == meaning)
    }

    @Test(
        arguments: [
            "https://apod.nasa.gov/apod/ap260916.html", "http://APOD.nasa.gov/apod/ap260916.html?x#y",
            "http://antwrp.gsfc.nasa.gov/apod/ap260916.html", "https://apod.com/ap260916.html",
            "https://science.nasa.gov/apod/260916", "https://science.nasa.gov/apod/260916/",
            "https://science.nasa.gov/apod/ap260916.html", "https://science.nasa.gov/apod/x/../260916",
            "https://science.nasa.gov/wp-json/wp/v2/apod-basic/260916",
            "https://science.nasa.gov/wp-json/wp/v2/apod-basic/260916/html",
        ])
    func `NASA's pages of a day`(address: String) {
        #expect(meaning(address) == Self.m64)
    }

    @Test func `years of two digits are of both centuries`() {
        #expect(meaning("https://apod.nasa.gov/apod/ap950616.html") == .day(.first))
        #expect(meaning("https://apod.nasa.gov/apod/ap941231.html") == Day("2094-12-31").map { .day($0) })
    }

    @Test(
        arguments: [
            "https://apod.nasa.gov/apod/astropix.html", "https://apod.nasa.gov/", "https://apod.nasa.gov/apod/260916",
            "https://apod.nasa.gov/apod/ap260931.html", "https://apod.nasa.gov/apod/ap2609160.html",
            "https://apod.nasa.gov/apod/image/2609/M64.jpg", "https://evil.example/apod/ap260916.html",
            "https://apod.nasa.gov.evil.example/apod/ap260916.html", "https://apod.nasa.gov@evil.example/ap260916.html",
            "https://science.nasa.gov/apod/m64/", "https://science.nasa.gov/260916", "javascript:alert(1)", "", ":",
            "https://science.nasa.gov/ap260916.html", "https://example.org/2026/2026-09/2026-09-16", "mailto:x",
            "x.jpg",
            "trash:///2026/2026-09/2026-09-16", "data:,2026/2026-09/2026-09-16", "../../Today.jpg", "http:", "https://",
        ])
    func `all else is outside`(address: String) {
        #expect(meaning(address) == .refused(.outside))
    }

    @Test func `a kind that is never parsed leaves it to the name`() {
        #expect(reading.meaning(of: .opaque, at: "x.lnk") == .named)
    }

    @Test func `an address longer than any path leads nowhere`() {
        #expect(
            meaning("file:///srv/apod/" + String(repeating: "./", count: 8_000) + "Today.jpg") == .refused(.outside))
    }
}
