import Folder
import Testing

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("The links that favorites remove takes and restore brings back")
struct FavoriteLinksUndoneTests {
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

    private func removed(_ recorded: Set<FilePath>) -> Favorite {
        Favorite(date: day, added: TestMirror.now, removed: TestMirror.now, links: recorded)
    }

    // MARK: - Removing

    @Test func `every link to the day goes, and nothing else`() throws {
        for album in [.top, try Album("Moons")] { try links.add(day, to: album) }
        try mirror.link("chain", to: "Moons/\(name)")
        try mirror.link("Moons/other", to: "/elsewhere")
        #expect(try links.remove(day) == [])
        #expect(mirror.favorites == ["Moons"])
        #expect(mirror.names("favorites/Moons") == ["other"])
    }

    @Test func `a file of the owner's stays, and so does a link that means something else`() throws {
        try mirror.write(ascii("mine"), to: "favorites/\(name)")
        try mirror.link("other day", to: "../2026/2026-11/2026-11-19 Stars.jpg")
        try mirror.link("elsewhere", to: "/elsewhere")
        try mirror.link("loop", to: "loop")
        #expect(try links.remove(day) == [name])
        #expect(mirror.favorites == ["2026-11-20 Spider.jpg", "other day", "elsewhere", "loop"])
    }

    @Test func `a link that came to mean something else after the scan stays`() throws {
        try mirror.link("turned", to: "../2026/2026-11/\(name)")
        let links = try links
        try mirror.remove("favorites/turned")
        try mirror.link("turned", to: "/elsewhere")
        #expect(try links.remove(day) == [])
        #expect(mirror.target("turned") == "/elsewhere")
    }

    // MARK: - Restoring

    @Test func `links come back where they were`() throws {
        try links.restore(removed([name, "Moons/Big/My spider.jpg"]))
        #expect(mirror.target("\(name)") == target)
        #expect(mirror.target("Moons/Big/My spider.jpg") == "../../../2026/2026-11/2026-11-20 Spider.jpg")
        try links.restore(removed([name]))
        #expect(mirror.favorites == ["2026-11-20 Spider.jpg", "Moons"])
    }

    @Test func `where something else is they take a free place`() throws {
        try mirror.link("\(name)", to: "/elsewhere")
        try mirror.write(ascii("mine"), to: "favorites/Moons")
        try mirror.link("Stars", to: "/elsewhere")
        try links.restore(removed([name, "Moons/a.jpg", "Stars/b.jpg"]))
        #expect(mirror.target("2026-11-20 Spider (2).jpg") == target)
        #expect(mirror.target("a.jpg") == target && mirror.target("b.jpg") == target)
        #expect(mirror.target("\(name)") == "/elsewhere")
    }

    @Test func `a favorite without links gets one at the top`() throws {
        try links.restore(removed([]))
        #expect(mirror.target("\(name)") == target)
    }

    @Test(arguments: [
        "../2026/x.jpg", "/tmp/x.jpg", "a/../../x.jpg", ".apod-mirror", "a/.hidden", "..", ".", "", "/", "x\0y",
        "x.part", String(repeating: "x", count: 255),
    ])
    func `what was written in by hand leads nowhere`(recorded: String) throws {
        try links.restore(removed([FilePath(recorded)]))
        let places = ["\(name)", "a/\(name)", "x.jpg"].filter { mirror.target($0) != nil }
        #expect(places.count == 1)
        #expect(mirror.names("2026") == ["2026-11"])
        #expect(mirror.names("..") == ["APOD"])
    }
}
