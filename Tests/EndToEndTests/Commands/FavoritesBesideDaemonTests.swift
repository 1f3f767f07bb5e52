import Foundation
import Glibc
import SampleNASA
import Testing

/// Beside whoever has the mirror, the commands only make and remove links, and wait until that one says so.
@Suite(.needsBinary) struct FavoritesBesideDaemonTests {
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(5))
        #expect(try await program.run("sync", "--create", "--history", "5").code == 0)
        return program
    }

    /// `favorites watch` that has taken the mirror.
    private func watch(_ program: Program) async throws -> Child {
        let watch = try program.start(["favorites", "watch"])
        try await eventually("the lock") {
            let facts = "/proc/\(watch.pid)/fdinfo"
            let files = try FileManager.default.contentsOfDirectory(atPath: facts)
            return files.contains { file in
                (try? String(contentsOfFile: "\(facts)/\(file)", encoding: .utf8))?.contains("FLOCK") ?? false
            }
        }
        return watch
    }

    @Test func `what they do is taken up at once, and told as ever`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        let name = try await program.pictureName(of: day)
        let watch = try await watch(program)
        defer { watch.send(SIGTERM) }
        let added = try await program.run("favorites", "add", day, "--album", "Moons")
        #expect(added.code == 0)
        #expect(added.output.hasSuffix("is a favorite: \(program.root)/favorites/Moons/\(name)\n"))
        #expect(try await program.listedFavorites().keys.sorted() == [day])
        let removed = try await program.run("favorites", "remove", day)
        #expect(removed.code == 0)
        #expect(removed.output.contains("is no favorite any more"))
        let restored = try await program.run("favorites", "restore", "--since", "5m")
        #expect(restored.code == 0)
        #expect(restored.output.contains("is a favorite again"))
        #expect(try await program.listedFavorites()[day]?["links"] as? [String] == ["Moons/\(name)"])
        watch.send(SIGTERM)
        #expect(await watch.end().code == 0)
    }

    /// Somebody else holds the lock and never looks into the folder.
    @Test(.needs(tool: "flock")) func `beside another process the link is made, and that nobody took it up is told`()
        async throws
    {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        let name = try await program.pictureName(of: day)
        let lock = "\(program.root)/.apod-mirror/lock"
        let script = #"exec 9<>"$1"; flock 9; exec "$2" favorites add "$3""#
        let ended = try await program.tool("sh", ["-c", script, "sh", lock, Program.binary, day])
        #expect(ended.code == 1)
        #expect(ended.errors.contains("has not taken that up yet"))
        #expect(program.favorite(name) != nil)
        #expect(try await program.run("favorites", "add", day).code == 0)
    }

    /// The record still has the favorite, since nobody has looked yet: its link must be back before somebody does.
    @Test(.needs(tool: "flock")) func `what went a moment ago comes back, and not only by word`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        let name = try await program.pictureName(of: day)
        #expect(try await program.run("favorites", "add", day).code == 0)
        try FileManager.default.removeItem(atPath: "\(program.root)/favorites/\(name)")
        let lock = "\(program.root)/.apod-mirror/lock"
        let script = #"exec 9<>"$1"; flock 9; exec "$2" favorites restore "$3""#
        let ended = try await program.tool("sh", ["-c", script, "sh", lock, Program.binary, day])
        #expect(ended.code == 0)
        #expect(program.favorite(name) != nil)
        #expect(try await program.listedFavorites().keys.sorted() == [day])
    }
}
