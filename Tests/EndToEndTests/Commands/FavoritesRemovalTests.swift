import Foundation
import SampleNASA
import Testing

/// `favorites remove` and `favorites restore`.
@Suite(.needsBinary) struct FavoritesRemovalTests {
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(5))
        #expect(try await program.run("sync", "--create", "--history", "5").code == 0)
        return program
    }

    @Test func `a removal takes every link, and restore brings them back`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        for album in [[], ["--album", "Moons"]] {
            #expect(try await program.start(["favorites", "add", day] + album).end().code == 0)
        }
        let before = try #require(try await program.listedFavorites()[day])
        let removed = try await program.run("favorites", "remove", day)
        #expect(removed.code == 0)
        #expect(removed.output.contains("apod-mirror favorites restore \(day)"))
        #expect(try await program.listedFavorites().isEmpty)
        #expect(try await program.run("favorites", "remove", day).code == 1)
        try FileManager.default.removeItem(atPath: program.root + "/favorites/Moons")
        let restored = try await program.run("favorites", "restore", day)
        #expect(restored.code == 0)
        #expect(restored.output.contains("is a favorite again"))
        let after = try #require(try await program.listedFavorites()[day])
        #expect(after["added"] as? String == before["added"] as? String)
        #expect(after["links"] as? [String] == before["links"] as? [String])
        let never = try await program.run("favorites", "restore", ServedDays.ago(3))
        #expect(never.code == 1)
        #expect(never.errors.contains("apod-mirror favorites add \(ServedDays.ago(3))"))
    }

    @Test func `restore --since undoes a batch`() async throws {
        let program = try await mirror()
        for day in 0...2 { _ = try await program.run("favorites", "add", ServedDays.ago(day)) }
        let nothing = try await program.run("favorites", "restore", "--since", "1h")
        #expect(nothing.code == 0)
        #expect(nothing.output.contains("Nothing was removed since "))
        for day in 0...1 { #expect(try await program.run("favorites", "remove", ServedDays.ago(day)).code == 0) }
        let restored = try await program.run("favorites", "restore", "--since", "1h")
        #expect(restored.code == 0)
        #expect(restored.output.hasSuffix("2 favorites came back.\n"))
        #expect(try await program.listedFavorites().keys.sorted() == [2, 1, 0].map(ServedDays.ago))
        let coming = try await program.run("favorites", "restore", "--since", "2999-01-01")
        #expect(coming.code == 64)
    }

    @Test func `a removal leaves a file of the owner's`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        let name = try await program.pictureName(of: day)
        try Data("my own crop".utf8).write(to: URL(filePath: "\(program.root)/favorites/\(name)"))
        _ = try await program.run("favorites", "add", day, "--album", "Moons")
        let removed = try await program.run("favorites", "remove", day)
        #expect(removed.code == 1)
        #expect(removed.errors.contains("favorites/\(name)"))
        #expect(program.favorite("Moons/\(name)") == nil)
        #expect(try Data(contentsOf: URL(filePath: "\(program.root)/favorites/\(name)")) == Data("my own crop".utf8))
    }
}
