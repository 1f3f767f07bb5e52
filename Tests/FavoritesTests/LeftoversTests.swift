import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("What a tidying that was cut short has left") struct LeftoversTests {
    /// The hidden name holds the link as its owner moved it there: from the top, from a deeper album, by a whole path.
    @Test(arguments: ["../", "../../../", "/srv/elsewhere/"])
    func `goes where it means what its partner means`(from: String) async throws {
        let vault = try await VaultUnderTest()
        try await vault.restartClock()
        let mirror = vault.mirror
        let picture = try "\(#require(await vault.store(1).first)) Title.jpg"
        let path = "2026/2026-11/\(picture)"
        try mirror.link("Planets/\(picture)", to: "../../\(path)")
        try mirror.link("Planets/\(Leftover.name(for: FilePath(picture)))", to: from + path)
        _ = try await vault.pass()
        #expect(mirror.names("favorites/Planets") == [picture])
        #expect(mirror.target("Planets/\(picture)") == "../../\(path)")
    }

    @Test func `gets a visible name where it means another day`() async throws {
        let vault = try await VaultUnderTest()
        try await vault.restartClock()
        let mirror = vault.mirror
        let pictures = try await vault.store(2).map { "\($0) Title.jpg" }
        try mirror.link("Planets/\(pictures[0])", to: "../../2026/2026-11/\(pictures[0])")
        try mirror.link("Planets/\(Leftover.name(for: FilePath(pictures[0])))", to: "../2026/2026-11/\(pictures[1])")
        _ = try await vault.pass()
        let names = mirror.names("favorites/Planets")
        #expect(names.count == 2 && names.contains(pictures[0]))
        #expect(Set(names.compactMap { mirror.target("Planets/\($0)")?.hasSuffix(pictures[1]) }) == [true, false])
    }
}
