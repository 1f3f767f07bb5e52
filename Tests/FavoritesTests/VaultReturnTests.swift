import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("A favorite comes back by one commit, whatever of it is missing and damaged")
struct VaultReturnTests {
    let vault: VaultUnderTest
    var mirror: TestMirror { vault.mirror }
    var archive: Archive { vault.archive }
    let month = "2026/2026-11"
    let published = "2026/2026-11/metadata/published"
    let incoming = ".apod-mirror/incoming"
    let record = ascii("{\"date\":\"2026-11-20\",\"title\":\"Title\"}")
    let json: [UInt8]

    /// A favorite with picture, JSON and record, kept in the vault.
    init() async throws {
        vault = try await VaultUnderTest()
        var change = try vault.mirror.fetched(day, "Title", photo("stars"))
        change.metadata.mirror.record = .init(serving: record, source: "apod-basic", base: "https://x")
        _ = try await vault.archive.store(change)
        try vault.link(day)
        _ = try await vault.archive.reconcileFavorites()
        try await vault.archive.separateVault()
        json = try #require(vault.mirror.bytes("\(Tree.metadataPath(day))"))
    }

    private func expectWhole(_ location: SourceLocation = #_sourceLocation) throws {
        #expect(mirror.bytes("\(month)/\(day) Title.jpg") == photo("stars"), sourceLocation: location)
        #expect(mirror.bytes("\(Tree.metadataPath(day))") == json, sourceLocation: location)
        #expect(mirror.bytes("\(published)/\(day).json") == record, sourceLocation: location)
        #expect(archive.tree.check(day) == nil, sourceLocation: location)
        #expect(archive.tree.checkVault(day) == nil, sourceLocation: location)
        #expect(mirror.names(incoming).isEmpty, sourceLocation: location)
        try mirror.expectSound()
    }

    private func editWords(in path: String) throws {
        let text = String(decoding: try #require(mirror.bytes(path)), as: UTF8.self)
        try vault.replace(path, with: ascii(text.replacing("dark", with: "warm")))
    }

    @Test func `a picture comes back to a JSON that is damaged, and the JSON with it`() async throws {
        try editWords(in: "\(Tree.metadataPath(day))")
        try mirror.remove("\(month)/\(day) Title.jpg")
        #expect(try await archive.restoreFromVault([day]) == [day])
        try expectWhole()
    }

    @Test func `words that are damaged with their record come from the vault, and never count as whole`() async throws {
        try editWords(in: "\(Tree.metadataPath(day))")
        try vault.replace("\(published)/\(day).json", with: ascii("{}"))
        try await archive.mend([day])
        try expectWhole()
    }

    @Test func `words that are damaged in the vault, too, are told when their picture is back`() async throws {
        for path in ["\(Tree.metadataPath(day))", "\(VaultUnderTest.path)/\(day).json"] { try editWords(in: path) }
        try mirror.remove("\(month)/\(day) Title.jpg")
        #expect(try await archive.restoreFromVault([day]) == [day])
        #expect(archive.tree.check(day) == .edited(path: "\(mirror.root)/\(Tree.metadataPath(day))"))
    }

    @Test(arguments: [true, false])
    func `all of a day that is damaged or gone is mended in one go`(isGone: Bool) async throws {
        for path in ["\(month)/\(day) Title.jpg", "\(Tree.metadataPath(day))", "\(published)/\(day).json"] {
            if isGone { try mirror.remove(path) } else { try vault.replace(path, with: ascii("{")) }
        }
        #expect(try await archive.mend([day]) == [day])
        try expectWhole()
    }

    @Test(arguments: [true, false])
    func `a picture that NASA replaced under another name stays where its JSON is lost`(isGone: Bool) async throws {
        let former = (vault.bytes("\(day) Title.jpg"), vault.bytes("\(day).json"))
        var change = try mirror.fetched(day, "Other", photo("moons"))
        change.metadata.mirror.record = .init(serving: record, source: "apod-basic", base: "https://x")
        _ = try await archive.store(change)
        // The vault keeps the former picture until the new one has settled.
        for name in vault.names { try mirror.remove("\(VaultUnderTest.path)/\(name)") }
        try mirror.write(try #require(former.0), to: "\(VaultUnderTest.path)/\(day) Title.jpg")
        try mirror.write(try #require(former.1), to: "\(VaultUnderTest.path)/\(day).json")
        let path = "\(Tree.metadataPath(day))"
        if isGone { try mirror.remove(path) } else { try vault.replace(path, with: ascii("{")) }
        try await archive.mend([day])
        _ = try await archive.restoreFromVault([day])
        #expect(mirror.bytes("\(month)/\(day) Other.jpg") == photo("moons"))
        #expect(mirror.bytes("\(month)/\(day) Title.jpg") == nil)
    }

    @Test func `keys of a newer version come back, too`() async throws {
        let newer = "\"colour\" : \"red\",\n  \"title\""
        let text = String(decoding: json, as: UTF8.self).replacing("\"title\"", with: newer)
        try vault.replace("\(VaultUnderTest.path)/\(day).json", with: ascii(text))
        try mirror.remove("2026")
        #expect(try await archive.restoreFromVault([day]) == [day])
        #expect(mirror.bytes("\(Tree.metadataPath(day))") == ascii(text))
    }

    @Test func `pictures come back as second names, and no byte of them is copied`() async throws {
        try mirror.remove("2026")
        #expect(try await archive.restoreFromVault([day]) == [day])
        let places = ["\(month)/\(day) Title.jpg", "\(VaultUnderTest.path)/\(day) Title.jpg"]
        let statuses = try places.map { try vault.status($0) }
        // A disk with clones has two files.
        if statuses[0]?.hardLinks == 2 { #expect(statuses[0]?.identity == statuses[1]?.identity) }
        _ = try await archive.reconcileFavorites()
        try await archive.separateVault()
        #expect(try vault.status(places[1])?.hardLinks == 1)
        try expectWhole()
    }

    @Test func `many more days than one commit takes come back`() async throws {
        let days = try vault.plant(200)
        _ = try await archive.keepInVault(days)
        try mirror.remove("2026")
        #expect(try await archive.restoreFromVault(days) == Set(days))
        #expect(mirror.names(incoming).isEmpty)
    }

    // MARK: - Killed: what each step leaves, and the next start

    /// What a return makes, one after the other: a start finishes it, or the next pass makes it again.
    @Test(arguments: 0...6)
    func `killed after each step of the commit it is finished`(steps: Int) async throws {
        try mirror.remove("2026")
        let made: [() throws -> Void] = [
            { _ = try archive.tree.root.makeFolder("2026/2026-11/metadata") },
            { try mirror.write(photo("stars"), to: "\(incoming)/\(day).returned") },
            { try mirror.write(record, to: "\(incoming)/\(day).record") },
            { try mirror.write(json, to: "\(incoming)/\(day).json") },
            { try mirror.move("\(incoming)/\(day).returned", to: "\(month)/\(day) Title.jpg") },
            {
                _ = try archive.tree.root.makeFolder(FilePath(published))
                try mirror.move("\(incoming)/\(day).record", to: "\(published)/\(day).json")
            },
        ]
        for step in made.prefix(steps) { try step() }
        try await vault.restart()
        // The intent is the promise: from it on a start needs no vault.
        if steps < 4 { #expect(try await archive.restoreFromVault([day]) == [day]) }
        try expectWhole()
    }
}
