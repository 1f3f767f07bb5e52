import Foundation
import SampleNASA
import Testing

/// `favorites list`, and what else looks at the favorites.
@Suite(.needsBinary) struct FavoritesListTests {
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(5))
        #expect(try await program.run("sync", "--create", "--history", "5").code == 0)
        return program
    }

    @Test func `list says that all is well, fitted to the terminal`() async throws {
        let program = try await mirror()
        let empty = try await program.run("favorites")
        #expect(empty.code == 0)
        #expect(empty.output.contains("apod-mirror favorites add DAY"))
        #expect(try await program.run("favorites", "--json").output.filter { !$0.isWhitespace } == "[]")
        for day in 0...2 { _ = try await program.run("favorites", "add", ServedDays.ago(day), "--album", "Moons") }
        let listed = try await program.run("favorites")
        #expect(listed.code == 0)
        let dates = listed.output.split(separator: "\n").dropLast().map { String($0.prefix(10)) }
        #expect(dates == [2, 1, 0].map(ServedDays.ago))
        #expect(listed.output.hasSuffix("\n3 favorites, all well.\n"))
        let narrow = try await program.start(["favorites"], terminal: PseudoTerminal(columns: 66)).end()
        let screen = Screen(showing: narrow.output)
        #expect(screen.offences.isEmpty)
        #expect(screen.widest <= 66)
    }

    @Test(arguments: [true, false])
    func `a title that NASA corrects is the favorite's, too`(isDaemonThere: Bool) async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        #expect(try await program.run("favorites", "add", day).code == 0)
        let daemon =
            isDaemonThere ? try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "5"]) : nil
        var corrected = try #require(program.server.day(day))
        corrected.title = "A Corrected Title"
        program.server.update(corrected)
        #expect(try await program.run("sync", "--quiet").code == 0)
        let listed = try await program.run("favorites")
        #expect(listed.output.contains("\(day)  A Corrected Title  "), "\(listed.output)")
        #expect(try await program.listedFavorites()[day]?["title"] as? String == "A Corrected Title")
        let again = try await program.run("favorites", "add", day)
        #expect(again.output.hasPrefix("\(day) A Corrected Title is a favorite already"), "\(again.output)")
        try await eventually("the record has it", within: .seconds(30)) {
            let bytes = try Data(contentsOf: URL(filePath: program.root + "/favorites.json"))
            return String(decoding: bytes, as: UTF8.self).contains("\"A Corrected Title\"")
        }
        if let daemon { #expect(await daemon.end().code == 0) }
    }

    @Test func `a link made by hand shows in the gallery once it was listed, and nothing else is written`() async throws
    {
        let program = try await mirror()
        let settings = ["--sidecars", "xmp"]
        #expect(try await program.start(["sync", "--quiet"] + settings).end().code == 0)
        let day = ServedDays.ago(1)
        let picture = try #require(try await MirrorFiles(program).picture(of: day))
        func text(_ path: String) -> String {
            (try? String(contentsOfFile: "\(program.root)/\(path)", encoding: .utf8)) ?? ""
        }
        func link(_ album: String) throws {
            let folder = "\(program.root)/favorites/\(album)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/it", withDestinationPath: "../../\(picture.path)")
        }
        func pages() throws -> [String: Date?] {
            var pages: [String: Date?] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: program.root)
            where path != "favorites.js" && (path.hasSuffix(".html") || path.hasSuffix(".js")) {
                let facts = try FileManager.default.attributesOfItem(atPath: "\(program.root)/\(path)")
                pages[path] = facts[.modificationDate] as? Date
            }
            return pages
        }
        let before = try pages()
        #expect(!before.isEmpty)
        try link("Nice")
        let listed = try await program.start(["favorites"] + settings).end()
        #expect(listed.code == 0 && listed.output.contains("Nice"), "\(listed.output)\(listed.errors)")
        #expect(text("favorites.js").contains("\"Nice\""))
        #expect(text(picture.path + ".xmp").contains("Nice"))
        #expect(try pages() == before)
        // Without a gallery in the settings none is touched.
        try link("Large")
        #expect(try await program.start(["favorites", "--gallery", "false"]).end().output.contains("Large"))
        #expect(!text("favorites.js").contains("\"Large\""))
    }

    @Test func `search can keep to the favorites`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        let none = try await program.run("search", "--favorites", "e")
        #expect(none.code == 1)
        #expect(none.errors == "No favorite has the word e.\n")
        _ = try await program.run("favorites", "add", day)
        let found = try await program.run("search", "--favorites", "e")
        #expect(found.code == 0)
        #expect(found.output.hasPrefix("\(day)  "))
        #expect(found.output.split(separator: "\n").count == 2)
    }

    @Test func `a favorite is not hidden`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        _ = try await program.run("favorites", "add", day)
        let refused = try await program.run("hide", day)
        #expect(refused.code == 1)
        #expect(refused.errors.hasSuffix("remove it first: apod-mirror favorites remove \(day)\n"))
        #expect(try await MirrorFiles(program).picture(of: day) != nil)
        #expect(try await program.run("favorites", "remove", day).code == 0)
        #expect(try await program.run("hide", day).code == 0)
    }
}
