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
    private let tree: Tree
    private let name: FilePath = "2026-11-20 Spider.jpg"
    private let target = "../2026/2026-11/2026-11-20 Spider.jpg"

    init() async throws {
        mirror = try TestMirror()
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        tree = archive.tree
    }

    /// After a scan of what lies there now.
    private var links: FavoriteLinks {
        get throws { try FavoriteLinks(tree, FavoritesRecord(), today: day, aliases: ["/other/APOD"]) }
    }

    private func add(_ date: Day = day, to album: String? = nil) throws -> Bool {
        try links.add(date, to: album.map(Album.init) ?? .top)
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
        #expect(try add())
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
        try mirror.link("\(name)", to: "/elsewhere")
        try mirror.link("2026-11-20 Spider (2).jpg", to: "/elsewhere")
        #expect(try add())
        #expect(mirror.target("2026-11-20 Spider (3).jpg") == target)
        #expect(mirror.target("\(name)") == "/elsewhere")
        #expect(mirror.target("2026-11-20 Spider (2).jpg") == "/elsewhere")
    }

    @Test func `a file of the owner's with the picture's name is enough`() throws {
        try mirror.write(ascii("mine"), to: "favorites/\(name)")
        #expect(try !add())
        #expect(mirror.favorites == ["\(name)"])
    }

    @Test func `an album that is a link is not entered`() throws {
        try mirror.link("Moons", to: "\(mirror.root)/..")
        #expect(throws: FolderError.self) { try add(to: "Moons") }
        #expect(mirror.names("..") == ["APOD"])
    }
}
