import Foundation
import Glibc
import SampleNASA
import TestSupport

/// A mirror of twelve days as version 1.0.0 left it, with all that a mirror may hold, beside a NASA that has the same
/// days; its clock stands at the last of them.
///
/// The files lie packed in `Tests/mirrors/1.0.0.tar.gz`, made by that version's own program with ``make(_:)``.
final class OldMirror: Sendable {
    static let days = (9...20).map { "2026-11-\($0 < 10 ? "0" : "")\($0)" }
    static let superseded = "2026-11-19"
    static let disputed = "2026-11-18"
    static let pending = "2026-11-09"
    static let page = "2026-11-17"
    static let hidden = "2026-11-16"
    static let doubtful = "2026-11-15"
    /// Where its bytes lie once more by a hard link, and where as a copy.
    static let (shared, copied) = ("2026-11-14", "2026-11-13")
    static let inAlbum = "2026-11-12"
    /// Favorites by entries that the program has not seen yet: a bookmark of NASA's page, and a link to the picture.
    static let (bookmarked, dropped) = ("2026-11-11", "2026-11-10")
    static let favorites = [shared, copied, inAlbum, bookmarked, dropped]

    let program: Program

    private init(_ program: Program) {
        self.program = program
        let server = program.server
        server.setOrigin("http://science.nasa.gov")
        server.setClock(Self.now)
        Self.correct(server)
    }

    /// 16:00 UTC on the last day.
    private static let now = 1_795_190_400

    /// The unpacked mirror.
    static func unpacked() async throws -> OldMirror {
        let mirror = OldMirror(try Program(options))
        let archive = Document.checkout.appending(path: "Tests/mirrors/1.0.0.tar.gz").path
        let ended = try await mirror.program.tool("tar", ["--extract", "--gzip", "--file", archive])
        guard ended.code == 0 else { throw HarnessError("tar: \(ended.errors)") }
        return mirror
    }

    var root: String { program.root }

    /// Runs the program, which reaches NASA by a proxy: a day's JSON names NASA's own addresses.
    func run(_ words: String..., adding variables: [String: String] = [:]) async throws -> Child.Ended {
        try await start(words, adding: variables).end()
    }

    func start(_ words: [String], adding variables: [String: String] = [:]) throws -> Child {
        let proxy = "http://127.0.0.1:\(program.server.port)"
        let own = [
            "http_proxy": proxy, "https_proxy": proxy, "APOD_MIRROR_MIN_FREE_BYTES": "0",
            "APOD_MIRROR_HISTORY": Self.days[0],
        ]
        return try program.start(words, adding: own.merging(variables) { $1 })
    }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    func json(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: path(name)))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    func metadata(_ date: String) throws -> [String: Any] { try json("2026/2026-11/metadata/\(date).json") }

    func state(_ date: String) throws -> String? {
        (try metadata(date)["mirror"] as? [String: Any])?["state"] as? String
    }

    /// The JSON of all days.
    func allMetadata() throws -> [String: [String: Any]] {
        try Dictionary(uniqueKeysWithValues: Self.days.map { ($0, try metadata($0)) })
    }

    /// The favorites, with the time at which each became one.
    func favorites() throws -> [String: String] {
        let list = try json("favorites.json")["favorites"] as? [[String: Any]] ?? []
        let pairs = list.compactMap { one in
            (one["date"] as? String).flatMap { date in (one["added"] as? String).map { (date, $0) } }
        }
        return Dictionary(pairs) { $1 }
    }

    /// The regular files below the root, with their bytes.
    func files() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
            let kind = try FileManager.default.attributesOfItem(atPath: path(name))[.type] as? FileAttributeType
            if kind == .typeRegular { found[name] = try Data(contentsOf: URL(filePath: path(name))) }
        }
        return found
    }

    /// The paths of pictures and films that were asked for, with the day they are of.
    var pictureRequests: [String] {
        program.server.requests.map(\.path).filter { !$0.contains("/wp-json/") }
    }
}

// MARK: - The making

extension OldMirror {
    private static let options = SampleNASA.Options(first: days.first, last: days.last, pictureSize: .small)

    /// NASA as it was when the mirror was left: of one day it has another picture, and one is but a stamp.
    private static func correct(_ server: SampleNASA) {
        server.repaint(superseded, file: "corrected.jpg")
        change(disputed, at: server) { picture in
            (picture.width, picture.height) = (picture.width / 4, picture.height / 4)
            picture.file = "small.jpg"
        }
        change(doubtful, at: server) { ($0.width, $0.height) = (31, 31) }
    }

    private static func change(_ date: String, at server: SampleNASA, _ change: (inout Picture) -> Void) {
        guard var day = server.day(date), var picture = day.picture else { return }
        change(&picture)
        day.picture = picture
        server.update(day)
    }

    /// Makes the packed mirror with the program under test, which is to be version 1.0.0.
    static func make(_ archive: String) async throws {
        let program = try Program(options)
        let (first, server) = (program.server.dates.map { program.server.day($0) }, program.server)
        let mirror = OldMirror(program)
        for case let day? in first { server.update(day) }
        change(doubtful, at: server) { ($0.width, $0.height) = (31, 31) }
        server.setFault(.status(500), for: .media(pending))
        func done(_ words: String..., adding variables: [String: String] = [:]) async throws {
            let ended = try await mirror.start(words, adding: variables).end()
            guard ended.code == 0 else { throw HarnessError("\(words): \(ended.output)\(ended.errors)") }
            print(ended.output, ended.errors)
        }
        try await done("sync", "--create")
        correct(server)
        try await done("hide", hidden)
        try await done("sync")
        try await done("favorites", "add", copied)
        try await done("favorites", "add", "--album", "Nebulae & more", inAlbum)
        // A favorite whose disk has no room for its bytes twice.
        try await done("favorites", "add", shared, adding: ["APOD_MIRROR_MIN_FREE_BYTES": "9999 GB"])
        let name = try FileManager.default.contentsOfDirectory(atPath: mirror.path("2026/2026-11"))
            .first { $0.hasPrefix(dropped) }
        try FileManager.default.createSymbolicLink(
            atPath: mirror.path("favorites/as dropped"), withDestinationPath: "../2026/2026-11/\(name ?? "")")
        let bookmark = "[Desktop Entry]\nType=Link\nName=A day\nURL=https://science.nasa.gov/apod/261111\n"
        try Data(bookmark.utf8).write(to: URL(filePath: mirror.path("favorites/A day.desktop")))
        let ended = try await program.tool(
            "tar", ["--create", "--gzip", "--owner=0", "--group=0", "--file", archive, "APOD"])
        guard ended.code == 0 else { throw HarnessError("tar: \(ended.errors)") }
    }
}
