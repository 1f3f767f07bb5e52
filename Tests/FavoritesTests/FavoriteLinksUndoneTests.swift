import Folder
import Testing

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("The links that favorites remove takes and restore brings back")
struct FavoriteLinksUndoneTests {
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

    private func removed(_ recorded: Set<FilePath>) -> Favorite {
        Favorite(date: day, added: TestMirror.now, removed: TestMirror.now, links: recorded)
    }

    // MARK: - Removing

    @Test func `every recorded link goes, and nothing else`() throws {
        try links.add(day, to: .top, recorded: nil)
        try links.add(day, to: Album("Moons"), recorded: nil)
        try links.add(day, to: Album("Stars"), recorded: nil)
        try mirror.link("Moons/other", to: "/elsewhere")
        let favorite = Favorite(
            date: day, title: nil, added: TestMirror.now, links: [name, "Moons/2026-11-20 Spider.jpg", "gone.jpg"])
        #expect(try links.remove(favorite) == [])
        #expect(mirror.favorites == ["Moons", "Stars"])
        #expect(mirror.names("favorites/Moons") == ["other"])
        #expect(mirror.names("favorites/Stars") == ["2026-11-20 Spider.jpg"])
    }

    @Test func `a file of the owner's stays, and so does what means something else by now`() throws {
        try mirror.write(ascii("mine"), to: "favorites/\(name)")
        try mirror.link("other day", to: "../2026/2026-11/2026-11-19 Stars.jpg")
        try mirror.link("elsewhere", to: "/elsewhere")
        try mirror.link("loop", to: "loop")
        try mirror.link("Today", to: "../Today.jpg")
        let recorded: Set<FilePath> = [name, "other day", "elsewhere", "loop", "Today", "../Today.jpg", "", ".", ".."]
        let favorite = Favorite(date: day, title: nil, added: TestMirror.now, links: recorded)
        #expect(try links.remove(favorite) == [name])
        #expect(mirror.favorites == ["2026-11-20 Spider.jpg", "other day", "elsewhere", "loop"])
        #expect(mirror.names("").contains("Today.jpg") == mirror.names("").contains("Today.json"))
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
        try mirror.write(ascii("mine"), to: "favorites/\(name)")
        try mirror.write(ascii("mine"), to: "favorites/Moons")
        try mirror.link("Stars", to: "/elsewhere")
        try links.restore(removed([name, "Moons/a.jpg", "Stars/b.jpg"]))
        #expect(mirror.target("2026-11-20 Spider (2).jpg") == target)
        #expect(mirror.target("a.jpg") == target && mirror.target("b.jpg") == target)
        #expect(mirror.bytes("favorites/\(name)") == ascii("mine"))
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
