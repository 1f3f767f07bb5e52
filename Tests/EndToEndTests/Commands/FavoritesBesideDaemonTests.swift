import Foundation
import Glibc
import SampleNASA
import Testing

/// Beside the daemon, the commands have it make and remove links. Where none hears them, they do that themselves and say so.
@Suite(.needsBinary) struct FavoritesBesideDaemonTests {
    private let day = ServedDays.ago(1)

    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(5))
        #expect(try await program.run("sync", "--create", "--history", "5").code == 0)
        return program
    }

    @Test func `the daemon does what they ask, and it is told as ever`() async throws {
        let program = try await mirror()
        let other = ServedDays.ago(2)
        let names = try await [program.pictureName(of: day), program.pictureName(of: other)]
        let daemon = try await RunningDaemon(program)
        let added = try await program.run("favorites", "add", day, other, "--album", "Moons")
        #expect(added.code == 0)
        let place = "\(program.root)/favorites/Moons/\(names[0])"
        #expect(added.output.hasSuffix("is a favorite: \(place)\n"), "\(added.output)")
        #expect(try FavoritesFile(root: program.root).favorites.keys.sorted() == [other, day])
        let again = try await program.run("favorites", "add", day, "--album", "Moons")
        #expect(again.code == 0 && again.output.contains("is a favorite already"), "\(again.output)")
        let removed = try await program.run("favorites", "remove", day, other)
        #expect(removed.code == 0)
        #expect(removed.output.contains("is no favorite any more"))
        #expect(try FavoritesFile(root: program.root).favorites.isEmpty)
        #expect(try await program.run("favorites", "remove", day).code == 1)
        let restored = try await program.run("favorites", "restore", "--since", "5m")
        #expect(restored.code == 0)
        #expect(restored.output.hasSuffix("2 favorites came back.\n"), "\(restored.output)")
        #expect(try await program.listedFavorites()[day]?["links"] as? [String] == ["Moons/\(names[0])"])
        #expect(await daemon.end().code == 0)
    }

    /// Two scans that find the same never come, so that a link that another hand removed would not be forgotten.
    @Test func `a removal counts at once, also while others change the folder all along`() async throws {
        let program = try await mirror()
        let daemon = try await RunningDaemon(program)
        #expect(try await program.run("favorites", "add", day).code == 0)
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(2)))
        let script = """
            cd "$1"
            ln -s "$2" restless-0
            number=0
            while mv "restless-$number" "restless-$((number + 1))"; do number=$((number + 1)); sleep 0.1; done
            """
        let folder = program.root + "/favorites"
        let restless = try Child(
            "/bin/sh", ["-c", script, "sh", folder, "../\(picture.path)"], environment: [:])
        try await eventually("the restless link") {
            try FavoritesFile(root: program.root).favorites[ServedDays.ago(2)] != nil
        }
        let removed = try await program.run("favorites", "remove", day)
        let favorites = try FavoritesFile(root: program.root).favorites
        #expect(removed.code == 0, "\(removed.errors)")
        #expect(Set(favorites.keys) == [ServedDays.ago(2)])
        restless.send(SIGKILL)
        #expect(await daemon.end().code == 0)
    }

    /// Another process holds the lock, and never looks into the folder.
    @Test(.needs(tool: "flock")) func `beside another process the link is made, and when it counts is told`()
        async throws
    {
        let program = try await mirror()
        let name = try await program.pictureName(of: day)
        let ended = try await besideAnother(program, "add")
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("count when the process that has the mirror has scanned"), "\(ended.output)")
        #expect(program.favorite(name) != nil)
        #expect(try await program.run("favorites", "add", day).code == 0)
    }

    /// The record still has the favorite, since no process has scanned yet: its link must be back before one does.
    @Test(.needs(tool: "flock")) func `a link that went a moment ago comes back, and not only by word`() async throws {
        let program = try await mirror()
        let name = try await program.pictureName(of: day)
        #expect(try await program.run("favorites", "add", day).code == 0)
        try FileManager.default.removeItem(atPath: "\(program.root)/favorites/\(name)")
        #expect(try await besideAnother(program, "restore").code == 0)
        #expect(program.favorite(name) != nil)
        #expect(try await program.listedFavorites().keys.sorted() == [day])
    }

    private func besideAnother(_ program: Program, _ word: String) async throws -> Child.Ended {
        let script = #"exec 9<>"$1"; flock 9; exec "$2" favorites "$3" "$4""#
        let lock = "\(program.root)/.apod-mirror/lock"
        return try await program.tool("sh", ["-c", script, "sh", lock, Program.binary, word, day])
    }

    /// A user who shares the mirror may make links, and may not ask its daemon.
    @Test(.needsOtherUsers) func `a guest's links are made by the command, and taken up by the daemon`() async throws {
        let program = try await mirror()
        #expect(chmod(program.folder, 0o755) == 0)
        let daemon = try await RunningDaemon(program, adding: SharedMirror.sharing)
        try await eventually("a folder that is shared") {
            let facts = try FileManager.default.attributesOfItem(atPath: program.root + "/favorites")
            return facts[.posixPermissions] as? Int == 0o2775
        }
        let words = SharedMirror.guest + [Program.binary, "favorites", "add", day]
        let added = try await program.tool(words[0], Array(words.dropFirst()))
        #expect(added.code == 0, "\(added.errors)")
        #expect(added.output.hasSuffix("are as asked, and the daemon takes that up.\n"), "\(added.output)")
        try await eventually("the guest's favorite") {
            try FavoritesFile(root: program.root).favorites[day] != nil
        }
        #expect(await daemon.end().code == 0)
    }
}
