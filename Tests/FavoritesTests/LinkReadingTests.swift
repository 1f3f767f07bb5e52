import Days
import Testing

@testable import Favorites
@testable import Folder

/// The mirror that the tables speak of; Ada's home is reached by a second name too.
let reading = LinkReading(root: "/home/ada/Pictures/APOD", aliases: ["/srv/apod/", "/run/gvfs/smb-share:server=nas"])

@Suite("A link's text says what it means")
struct LinkReadingTests {
    private static let m64: Meaning = .day(Day("2026-09-16") ?? Day.first)
    private static let link: FilePath = "Galaxies/x.jpg"

    @Test(
        arguments: [
            // As file managers make them, absolute, and as `ln -s` and the daemon itself make them.
            ("/home/ada/Pictures/APOD/2026/2026-09/2026-09-16 Webb's View of M64.jpg", m64),
            ("../../2026/2026-09/2026-09-16 Webb's View of M64.jpg", m64),
            ("../../2026/2026-09/2026-09-16.mp4", m64), ("../../2026/2026-09/2026-09-16 Orbit.html", m64),
            ("../../2026/2026-09/metadata/2026-09-16.json", m64),
            ("../../.apod-mirror/vault/2026-09-16 Webb's View of M64.jpg", m64),
            ("../../.apod-mirror/vault/2026-09-16.json", m64),
            ("/srv/apod/2026/2026-09/2026-09-16 Old title.jpg", m64),
            ("/run/gvfs/smb-share:server=nas/2026/2026-09/2026-09-16 A.jpg", m64),
            ("../../../APOD/2026/2026-09/2026-09-16 A.jpg", m64),
            ("/home/ada/Pictures/APOD/backup/2026/2026-09/2026-09-16 A.jpg", m64),
            ("../../Today.jpg", .today), ("/srv/apod/Today.json", .today),
            ("../../.apod-mirror/vault/../../Today.jpg", .today),
            ("y.jpg", .entry("Galaxies/y.jpg")), ("../y.jpg", .entry("y.jpg")),
            ("/srv/apod/favorites/A/B/y.jpg", .entry("A/B/y.jpg")),
            ("2026/2026-09/2026-09-16 A.jpg", .entry("Galaxies/2026/2026-09/2026-09-16 A.jpg")),
        ] as [(FilePath, Meaning)])
    func `rule 1: below the root or another name of it`(target: FilePath, meaning: Meaning) {
        #expect(reading.meaning(ofLinkAt: Self.link, to: target) == meaning)
    }

    @Test(
        arguments: [
            "/run/user/1000/gvfs/sftp:host=nas/home/ada/Pictures/APOD/2026/2026-09/2026-09-16 A.jpg",
            "/mnt/disk/APOD/2026/2026-09/2026-09-16 A.jpg", "/2026/2026-09/2026-09-16",
            "../../../../../../../../nas/2026/2026-09/metadata/2026-09-16.json", "/home/bob/2026/2026-09/2026-09-16 B",
            "/mnt//./x/../2026/2026-09/2026-09-16 A.jpg/",
        ] as [FilePath])
    func `rule 2: any path that ends like the mirror's`(target: FilePath) {
        #expect(reading.meaning(ofLinkAt: Self.link, to: target) == Self.m64)
        #expect(reading.meaning(ofForeignPath: target) == Self.m64)
    }

    @Test(
        arguments: [
            "../../index.html", "../../2026/2026-09/index.html", "../../2026/2026-09/metadata/SHA256SUMS",
            "../../2026/2026-09/metadata/superseded/2026-09-16 1a2b3c4d.jpg", "../../favorites.json", "../../Today.png",
            "../../today.jpg", "../../2026-09-16 A.jpg", "../../2026/2026-08/2026-09-16 A.jpg",
            "../../2025/2026-09/2026-09-16 A.jpg", "../../2026/2026-09/2026-09-31 A.jpg", "../../2026/2026-13",
            "../../2026/2026-09/2026-9-16 A.jpg", "../../2026/2026-09/x/2026-09-16 A.jpg", "../../x/Today.jpg",
            "../../.apod-mirror/vault/x/2026-09-16 A.jpg", "../../.apod-mirror/thumbnails/2026-09-16.jpg",
            "../../2026/2026-09/Metadata/2026-09-16.json", "../../٢٠٢٦",
        ] as [FilePath])
    func `what else lies inside is for the entry's own name to say`(target: FilePath) {
        #expect(reading.meaning(ofLinkAt: Self.link, to: target) == .named)
    }

    @Test(
        arguments: [
            "../..", "../../", "/srv/apod", "/srv/apod/.", "../../2026", "../../2026/", "../../2026/2026-09",
            "../../2026/2026-09/metadata", "../../2026/2026-09/metadata/superseded/", "..", "../", ".", "./", "",
            "../Nebulae/", "../../.apod-mirror", "../../.apod-mirror/vault", "../../anything/", "../../x/.",
            "../../2026/2026-09/2026-09-16 A.jpg/..", "../Galaxies", "/srv/apod/favorites/Galaxies",
        ] as [FilePath])
    func `a folder that the text shows is refused`(target: FilePath) {
        #expect(reading.meaning(ofLinkAt: Self.link, to: target) == .refused(.folder))
    }

    @Test(
        arguments: [
            "/etc/passwd", "/", "/home/ada/Pictures/2026-09-16 Webb's View of M64.jpg", "/home/ada/Pictures/APOD2/x",
            "../../../x.jpg", "/home/bob/APOD/Today.jpg", "/home/bob/APOD/favorites/2026-09-16 A.jpg",
            "/mnt/2026/2026-08/2026-09-16 A.jpg", "/mnt/2026/2026-09/2026-09-31 A.jpg", "/2026-09/2026-09-16 A.jpg",
            "/mnt/2026/2026-09/metadata/superseded/2026-09-16 1a2b3c4d.jpg", "/mnt/.apod-mirror/vault/2026-09-16.jpg",
            "/mnt/2026/2026-09/metadata/metadata/2026-09-16.json", "/mnt/2026/2026-09",
        ] as [FilePath])
    func `what lies outside is foreign, whatever its name`(target: FilePath) {
        #expect(reading.meaning(ofLinkAt: Self.link, to: target) == .refused(.outside))
        #expect(reading.meaning(ofLinkAt: "2026-09-16", to: target) == .refused(.outside))
    }

    @Test(
        arguments: [
            ("x.jpg", "x.jpg"), ("A/x.jpg", "x.jpg"), ("A/x.jpg", "../A/./x.jpg"),
            ("A/x.jpg", "/srv/apod/favorites/A/x.jpg"),
            ("A/B/x.jpg", "../../../favorites//A/B/x.jpg"),
        ] as [(FilePath, FilePath)])
    func `a link to itself is a loop`(path: FilePath, target: FilePath) {
        #expect(reading.meaning(ofLinkAt: path, to: target) == .refused(.loop))
    }

    @Test(
        arguments: [
            ("x.jpg", "../2026/2026-09/2026-09-16 A.jpg"), ("A/x.jpg", "../../2026/2026-09/2026-09-16 A.jpg"),
            ("A/B/C/x.jpg", "../../../../2026/2026-09/2026-09-16 A.jpg"),
        ] as [(FilePath, FilePath)])
    func `a relative link starts from its album`(path: FilePath, target: FilePath) {
        #expect(reading.meaning(ofLinkAt: path, to: target) == Self.m64)
    }
}
