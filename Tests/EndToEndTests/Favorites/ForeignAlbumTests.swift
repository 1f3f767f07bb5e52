import Foundation
import SampleNASA
import Testing

/// An album whose name is no UTF-8, as a zip from Windows brings it: it is an album like any other, by its very bytes.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct ForeignAlbumTests {
    private static let settings = ["APOD_MIRROR_THUMBNAILS": "false", "APOD_MIRROR_GALLERY": "false"]
    private let day = ServedDays.ago(1)

    private struct Bench {
        let program: Program
        let picture: MirrorFiles.File

        /// Runs a shell's script in the root: `$A` is the album's name, `$L` the link in it, `$M` the program.
        @discardableResult
        func shell(_ script: String) async throws -> String {
            let words = #"A=$(printf 'Caf\351/Mond\374'); L="favorites/$A/$N""# + "\n" + script
            let ended = try await Child(
                "/usr/bin/env", ["--chdir", program.root, "sh", "-euc", words],
                environment: program.environment.merging(settings) { $1 }.merging([
                    "N": picture.name, "P": picture.path, "M": Program.binary, "D": picture.day,
                ]) { $1 }
            ).end()
            guard ended.code == 0 else { throw HarnessError("\(script): \(ended.code) \(ended.output)\(ended.errors)") }
            return ended.output
        }

        func awaitFavorite(_ isFavorite: Bool) async throws {
            try await eventually("favorites.json says whether it is a favorite", within: .seconds(30)) {
                guard let record = try? FavoritesFile(root: program.root) else { return false }
                return (record.favorites[picture.day] != nil) == isFavorite
            }
        }
    }

    private func bench() async throws -> Bench {
        let program = try Program(ServedDays.last(3))
        let words = ["sync", "--create", "--quiet", "--history", "3"]
        let made = try await program.start(words, adding: Self.settings).end()
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        let bench = Bench(program: program, picture: try #require(try await MirrorFiles(program).picture(of: day)))
        try await bench.shell("mkdir -p \"favorites/$A\"; ln -s \"../../../$P\" \"$L\"")
        return bench
    }

    @Test(arguments: [true, false]) func `it is well, and its link goes and comes back`(hasDaemon: Bool) async throws {
        let bench = try await bench()
        let daemon = hasDaemon ? try await RunningDaemon(bench.program, adding: Self.settings) : nil
        if hasDaemon { try await bench.awaitFavorite(true) }
        // As text where it is shown.
        #expect(try await bench.shell("\"$M\" favorites").contains("Caf�/Mond�"))
        #expect(try await bench.shell("\"$M\" verify").contains("All is well"))
        try await bench.shell("\"$M\" favorites remove \"$D\"; [ ! -L \"$L\" ]")
        try await bench.awaitFavorite(false)
        try await bench.shell("\"$M\" favorites restore \"$D\"; [ -L \"$L\" ]; \"$M\" verify")
        // It is the album that is meant, not one that only looks like it.
        #expect(try await bench.shell("\"$M\" favorites add --album \"$A\" \"$D\"").contains("a favorite already"))
        try await bench.shell("\"$M\" favorites add --album=\"$A\" \"$D\"; [ \"$(ls favorites | wc -l)\" = 1 ]")
        try await bench.shell("\"$M\" export --album \"$(printf 'Caf\\351')\" ../out; [ -e \"../out/$P\" ]")
        let json = try await bench.shell("\"$M\" favorites list --json")
        let row = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]).first
        let album = try #require((row?["albums"] as? [String])?.first)
        // What programs are told means the very album.
        try await bench.shell("\"$M\" export --album '\(album)' ../out2; [ -e \"../out2/$P\" ]")
        if let daemon { #expect(await daemon.end().code == 0) }
    }

    @Test func `an accident gives its link back where it was`() async throws {
        let bench = try await bench()
        let daemon = try await RunningDaemon(bench.program, adding: Self.settings)
        try await bench.awaitFavorite(true)
        let lost = bench.program.folder + "/lost"
        try FileManager.default.moveItem(atPath: bench.program.root + "/favorites", toPath: lost)
        try await eventually("the link again", within: .seconds(30)) {
            (try? await bench.shell("[ -L \"$L\" ]")) != nil
        }
        #expect(await daemon.end().code == 0)
    }

    /// 1.0.0 recorded such a link by what it looks like.
    @Test func `a record of an earlier version is put right`() async throws {
        let bench = try await bench()
        let daemon = try await RunningDaemon(bench.program, adding: Self.settings)
        try await bench.awaitFavorite(true)
        #expect(await daemon.end().code == 0)
        let added = "2020-01-01T00:00:00Z"
        let link = "Caf\u{FFFD}/Mond\u{FFFD}/\(bench.picture.name)"
        let favorite = ["date": day, "added": added, "links": [link]] as [String: Any]
        let json = ["version": 1, "favorites": [favorite], "removed": [Any]()] as [String: Any]
        let files = FileManager.default
        try JSONSerialization.data(withJSONObject: json)
            .write(to: URL(filePath: "\(bench.program.root)/favorites.json"))
        try files.removeItem(atPath: "\(bench.program.root)/.apod-mirror/favorites.json")
        let next = try await RunningDaemon(bench.program, adding: Self.settings)
        try await eventually("one link in the record", within: .seconds(60)) {
            guard let record = try? FavoritesFile(root: bench.program.root), let entry = record.favorites[day] else {
                return false
            }
            return entry.links.count == 1 && entry.links != [link]
        }
        #expect(try FavoritesFile(root: bench.program.root).favorites[day]?.added == added)
        #expect(try await bench.shell("\"$M\" verify").contains("All is well"))
        #expect(try files.contentsOfDirectory(atPath: bench.program.root + "/favorites").count == 2)
        #expect(await next.end().code == 0)
    }
}
