import Days
import Folder
import Testing

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("The links that favorites add makes")
struct FavoriteLinksTests {
    let mirror: TestMirror
    let links: FavoriteLinks
    private let name: FilePath = "2026-11-20 Spider.jpg"
    private let target = "../2026/2026-11/2026-11-20 Spider.jpg"

    init() async throws {
        mirror = try TestMirror()
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        links = try FavoriteLinks(archive.tree, today: day, aliases: ["/other/APOD"])
    }

    private func add(
        _ date: Day = day, to album: String? = nil, recorded: Set<FilePath>? = nil
    ) throws -> Bool {
        let favorite = recorded.map { Favorite(date: date, title: nil, added: TestMirror.now, links: $0) }
        return try links.add(date, to: album.map(Album.init) ?? .top, recorded: favorite)
    }

    @Test(arguments: [
        (nil, "2026-11-20 Spider.jpg", "../"), ("Moons", "Moons/2026-11-20 Spider.jpg", "../../"),
        ("Moons/Big/2026", "Moons/Big/2026/2026-11-20 Spider.jpg", "../../../../"),
    ])
    func `a link leads to the picture from any depth`(album: String?, path: String, ups: String) throws {
        #expect(try add(to: album))
        #expect(mirror.target(path) == "\(ups)2026/2026-11/2026-11-20 Spider.jpg")
        #expect(mirror.bytes("favorites/\(path)") == photo("spider"))
        #expect(try !add(to: album))
    }

    @Test func `a day that is not mirrored gets its bare date`() throws {
        let other = day.advanced(by: -40)
        #expect(try add(other, to: "Moons"))
        #expect(mirror.target("Moons/2026-10-11") == "../../2026/2026-10/2026-10-11")
        #expect(try !add(other, to: "Moons"))
    }

    @Test func `a hidden day gets it too`() async throws {
        try await mirror.open().hide(day)
        let links = try FavoriteLinks(links.tree, today: day, aliases: [])
        #expect(try links.add(day, to: .top, recorded: nil))
        #expect(mirror.favorites == ["2026-11-20"])
    }

    @Test(arguments: [
        "/other/APOD/2026/2026-11/2026-11-20 Spider.jpg", "/mnt/nas/2026/2026-11/2026-11-20 Old Title.jpg",
        "../../2026/2026-11/metadata/2026-11-20.json", "chain",
    ])
    func `a link of the owner's that means the day is enough`(target: String) throws {
        try mirror.link("chain", to: "../2026/2026-11/2026-11-20 Spider.jpg")
        try mirror.link("Moons/Mine", to: target == "chain" ? "../chain" : target)
        #expect(try !add(to: "Moons"))
        #expect(mirror.names("favorites/Moons") == ["Mine"])
    }

    @Test func `a name that is taken is left, and a free one found`() throws {
        try mirror.write(ascii("mine"), to: "favorites/\(name)")
        try mirror.link("2026-11-20 Spider (2).jpg", to: "/elsewhere")
        #expect(try add())
        #expect(mirror.target("2026-11-20 Spider (3).jpg") == target)
        #expect(mirror.bytes("favorites/\(name)") == ascii("mine"))
        #expect(mirror.target("2026-11-20 Spider (2).jpg") == "/elsewhere")
    }

    @Test func `a file that is recorded as the favorite is one`() throws {
        try mirror.write(ascii("mine"), to: "favorites/\(name)")
        #expect(try !add(recorded: [name]))
        #expect(mirror.favorites == ["\(name)"])
    }

    @Test func `a link to Today is of the day it is recorded for`() throws {
        try mirror.link("Today", to: "../Today.jpg")
        #expect(try !add(recorded: ["Today"]))
        #expect(try add())
        #expect(mirror.target("\(name)") == target)
    }

    @Test func `an album that is a link is not entered`() throws {
        try mirror.link("Moons", to: "\(mirror.root)/..")
        #expect(throws: FolderError.self) { try add(to: "Moons") }
        #expect(mirror.names("..") == ["APOD"])
    }
}
