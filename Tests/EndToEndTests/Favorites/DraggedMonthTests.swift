import Foundation
import Glibc
import TestSupport
import Testing

/// What people drag in that is no picture: it goes back where it was.
@Suite(.needsBinary) struct DraggedMonthTests {
    private let mirror: KeptMirror
    private var root: String { mirror.program.root }

    init() async throws {
        mirror = try await KeptMirror()
        try mirror.startKeeper()
        try await mirror.awaitTrust()
    }

    private func names(_ path: String) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(path)"))
    }

    @Test(arguments: ["favorites", "favorites/Sky"])
    func `a whole month goes back with its metadata and its page`(album: String) async throws {
        let month = KnownDay.one.month
        let before = try names(month)
        #expect(before.contains("metadata/SHA256SUMS"))
        try await mirror.shell(#"printf page > "$ONE_MONTH/index.html""#)
        try await mirror.shell("mkdir -p \(album)")
        let window = HeardNames(in: "\(root)/\(album)")
        try await mirror.shell(#"mv "$ONE_MONTH" \#(album)/"#)
        let name = (month as NSString).lastPathComponent
        let known = KnownDay.allCases.filter { $0.isMirrored && $0.month == month }
        try await eventually("the month's return") { (try? names(month)) == before.union(["index.html"]) }
        for one in known {
            let path = "\(root)/\(album)/\(name)/\(one.name)"
            try await eventually("a link to \(one.date)") {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: path))?.hasSuffix(one.path) == true
            }
        }
        try await eventually("all of them are favorites") {
            Set(try FavoritesFile(root: root).favorites.keys) == Set(known.map(\.date))
        }
        // Nothing else is left.
        let left = try names("favorites").filter { !$0.hasPrefix(".apod-mirror") || $0.count > ".apod-mirror".count }
        let links = known.map { "\(album)/\(name)/\($0.name)".dropFirst("favorites/".count) }.map(String.init)
        let albums = ["\(album)/\(name)", album].map { String($0.dropFirst("favorites/".count)) }.filter { !$0.isEmpty }
        #expect(left == Set(links + albums))
        // A window that read the folder meanwhile reads it anew.
        var heard: [HeardNames.Event] = []
        try await eventually("the folder changes itself, after all else") {
            heard += window.events()
            return heard.last == .folder
        }
        _ = try await mirror.stopKeeper()
    }

    @Test func `a page that was dragged in is told, and written again where it was`() async throws {
        let page = root + "/index.html"
        let month = "\(root)/\(KnownDay.one.month)/index.html"
        for path in [page, month] {
            try await eventually("\(path)") { FileManager.default.fileExists(atPath: path) }
        }
        try await mirror.shell(#"mv "$ONE_MONTH/index.html" favorites/"#)
        try await eventually("the page") { FileManager.default.fileExists(atPath: month) }
        let told = try await mirror.stopKeeper()
        #expect(told.filter { $0.contains("favorites/index.html is no favorite") }.count <= 1)
        #expect(FileManager.default.fileExists(atPath: root + "/favorites/index.html"))
    }

    @Test func `a link that is left in a month is told once, and verify shows it`() async throws {
        try await mirror.shell(#"ln -s "$PWD/$ONE" favorites/"#)
        try await eventually("the favorite") {
            (try? FavoritesFile(root: root).favorites.keys.contains(KnownDay.one.date)) == true
        }
        try await mirror.shell(#"mv "favorites/$ONE_NAME" "$ONE_MONTH/$ONE_DAY (copy 1).jpg""#)
        let path = "\(root)/\(KnownDay.one.month)/\(KnownDay.one.date) (copy 1).jpg"
        let keeper = try #require(mirror.keeper)
        try await eventually("a word of it") { keeper.errors.text.contains("\(path) is a link") }
        // One more change there, and its removal.
        try await mirror.shell(#"ln -s "$PWD/$TWO" favorites/; sleep 1; rm "favorites/$TWO_NAME""#)
        try await eventually("the removal") {
            (try? FavoritesFile(root: root).removed.keys.contains(KnownDay.two.date)) == true
        }
        let told = try await mirror.stopKeeper()
        #expect(told.filter { $0.contains("\(path) is a link") }.count == 1)
        let ended = try await mirror.program.start(["verify"]).end()
        #expect(ended.code == 1 && ended.output.contains("\(path) is a link"), "\(ended.output)\(ended.errors)")
    }
}
