import Foundation
import SampleNASA
import TestSupport
import Testing

/// Who is told what is a favorite.
@Suite(.needsBinary) struct PublicFavoritesTests {
    private static let days = 5
    private static let album = "Only Ours"
    private static let atPublic = ["--public-url", "https://apod.example.org"]

    /// Five days with their pages, of which none is a favorite yet.
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(Self.days))
        program.server.show(.embedded(address: "https://www.youtube.com/embed/abc"), on: ServedDays.ago(2))
        let made = try await program.run("sync", "--create", "--history", "\(Self.days)", "--sidecars", "xmp")
        #expect(made.code == 0, "\(made.errors)")
        return program
    }

    /// By what all ways a household has.
    private func makeFavorites(_ program: Program, dragging days: [Int] = [3]) async throws {
        let favorites = "\(program.root)/favorites"
        let add = try await program.run("favorites", "add", "--album", Self.album, ServedDays.ago(1))
        #expect(add.code == 0, "\(add.errors)")
        let files = try await MirrorFiles(program)
        // A file manager moves what is dragged.
        for ago in days {
            let dragged = try #require(files.picture(of: ServedDays.ago(ago)))
            #expect(rename("\(program.root)/\(dragged.path)", "\(favorites)/\(dragged.name)") == 0)
        }
        let page = try #require(files.picture(of: ServedDays.ago(2)))
        #expect(symlink("../\(page.path)", "\(favorites)/\(page.name)") == 0)
        // A pass that comes before the picture is back shows another day, and then this one again.
        if days.contains(0) {
            for name in ["Today.jpg", "Today.json"] {
                let path = "\(program.root)/\(name)"
                try FileManager.default.copyItem(atPath: path, toPath: path + ".again")
                #expect(rename(path + ".again", path) == 0)
            }
        }
        // The second brings back the thumbnails of what was dragged.
        for _ in 1...2 { #expect(try await program.run("sync", "--sidecars", "xmp").code == 0) }
        #expect(try await program.listedFavorites().count == days.count + 2)
        #expect(try await MirrorFiles(program).thumbnails.count == files.thumbnails.count)
    }

    /// Every address that there can be an answer at.
    private func targets(_ program: Program) async throws -> [String] {
        let days = (0..<Self.days).map(ServedDays.ago)
        let files = try await MirrorFiles(program).files.keys
            .map { $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? $0 }
        let asked = days.flatMap {
            ["planetary/apod?date=\($0)", "planetary/apod?thumbs=true&date=\($0)", "poster/\($0)"]
        }
        return ["", "planetary/apod", "planetary/apod?start_date=\(ServedDays.ago(4))", "feed.atom", "feed.json"]
            + files + asked
    }

    /// All that an answer says but the time at which it says so.
    private func told(_ served: ServedMirror, _ target: String) async throws -> String {
        let answer = try await served.get("/" + target)
        let headers = answer.headers.filter { $0.key != "date" }.sorted { $0.key < $1.key }.map {
            "\($0.key): \($0.value)"
        }
        return "\(answer.status)\n\(headers.joined(separator: "\n"))\n\n\(Data(answer.body).base64EncodedString())"
    }

    @Test func `nothing that the public gets is another thing because of a favorite`() async throws {
        let program = try await mirror()
        let targets = try await targets(program)
        var before: [String: String] = [:]
        let first = try await ServedMirror(program, adding: Self.atPublic)
        for target in targets { before[target] = try await told(first, target) }
        try await makeFavorites(program, dragging: [0, 3])
        let script = try String(contentsOfFile: "\(program.root)/favorites.js", encoding: .utf8)
        #expect(script.contains(Self.album))
        for served in [first, try await ServedMirror(program, adding: Self.atPublic)] {
            for target in targets {
                let now = try await told(served, target)
                #expect(now == before[target], "/\(target)")
            }
        }
    }

    @Test func `a household sees its favorites, and so does the public where it is to`() async throws {
        let program = try await mirror()
        try await makeFavorites(program)
        let root = program.root
        let (year, month) = (ServedDays.ago(1).prefix(4), ServedDays.ago(1).prefix(7))
        for words in [[], Self.atPublic + ["--favorites"]] {
            let served = try await ServedMirror(program, adding: words)
            for path in [
                "index.html", "favorites.js", "gallery.js", "\(year)/gallery.js", "\(year)/\(month)/index.html",
            ] {
                let answer = try await served.get("/" + path)
                #expect(Data(answer.body) == FileManager.default.contents(atPath: "\(root)/\(path)"), "\(path)")
            }
            #expect(try await served.get("/favorites.js").text.contains(Self.album))
        }
        let alone = try await program.run("serve", "--favorites")
        #expect(alone.code == 64 && alone.errors.contains("--favorites goes with --public-url"), "\(alone.errors)")
    }

    /// A page of somebody's whose name means this machine on the second look-up is of the same origin as what it asks for.
    @Test func `who calls this machine by a name of somebody's is told no favorite`() async throws {
        let program = try await mirror()
        try await makeFavorites(program)
        let served = try await ServedMirror(program)
        let machine = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
        let own = try await served.get("/favorites.js")
        #expect(try own.status == 200 && !ToldFavorites(own.body).albums.isEmpty)
        let plain = try await ServedMirror(program, adding: Self.atPublic).get("/favorites.js")
        #expect(try plain.status == 200 && ToldFavorites(plain.body).albums.isEmpty)
        for host in ["evil.example", "\(machine).evil.example:8095"] {
            let told = try await served.get("http://\(host)/favorites.js")
            #expect(told.status == 200 && told.body == plain.body, "\(host)")
        }
        for host in ["localhost:8095", "[::1]", "192.168.1.5", "\(machine)", "\(machine).local:8095"] {
            #expect(try await served.get("http://\(host)/favorites.js").body == own.body, "\(host)")
        }
    }

    @Test func `pages for the public follow the mirror`() async throws {
        let program = try await mirror()
        try await makeFavorites(program)
        let served = try await ServedMirror(program, adding: Self.atPublic)
        let (year, month) = (ServedDays.today.prefix(4), ServedDays.today.prefix(7))
        let pages = ["", "gallery.js", "\(year)/gallery.js", "\(year)/\(month)/index.html"]
        func texts() async throws -> [RawAnswer] {
            var answers: [RawAnswer] = []
            for page in pages { answers.append(try await served.get("/" + page)) }
            return answers
        }
        let before = try await texts()
        let title = try #require(try await MirrorFiles(program).record(of: ServedDays.today)).title
        #expect(before[0].text.contains(title) && before[2].text.contains(ServedDays.today))
        for (page, answer) in zip(pages, before) {
            let tag = try #require(answer.headers["etag"])
            #expect(try await served.get("/" + page, headers: ["If-None-Match: \(tag)"]).status == 304, "\(page)")
        }
        #expect(try await program.run("hide", "today").code == 0)
        try await eventually("pages without it") {
            let now = try await texts()
            return zip(now, before).allSatisfy { $0.headers["etag"] != $1.headers["etag"] }
                && !now[0].text.contains(title) && !now[2].text.contains("\"\(ServedDays.today)\"")
        }
        // What the mirror has no page of, nobody gets.
        try FileManager.default.removeItem(atPath: "\(program.root)/\(year)/gallery.js")
        try await eventually("no data") { try await served.get("/\(year)/gallery.js").status == 404 }
    }

    /// Pages of former versions told favorites themselves. Whoever turned the gallery off keeps them.
    @Test func `strangers get no page that another version made`() async throws {
        let program = try await mirror()
        let (year, month) = (ServedDays.today.prefix(4), ServedDays.today.prefix(7))
        let pages = ["index.html", "gallery.js", "\(year)/gallery.js", "\(year)/\(month)/index.html"]
        let (own, plain) = (try await ServedMirror(program), try await ServedMirror(program, adding: Self.atPublic))
        let first = try String(contentsOfFile: "\(program.root)/index.html", encoding: .utf8)
        let version = try #require(first.firstMatch(of: #/apod-mirror ([0-9a-f]{12})"/#)).output.1
        for page in pages {
            let path = "\(program.root)/\(page)"
            #expect(try await plain.get("/" + page).status == 200, "\(page)")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing(version, with: "000000000000").write(toFile: path, atomically: true, encoding: .utf8)
            try await eventually("a refusal") { try await plain.get("/" + page).status == 503 }
            #expect(try await own.get("/" + page).status == 200, "\(page)")
        }
    }
}
