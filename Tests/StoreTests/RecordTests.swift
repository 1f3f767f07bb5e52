import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("Every day keeps its record as NASA served it")
struct RecordTests {
    let mirror: TestMirror
    let archive: Archive
    let month = "2026/2026-11"
    let published = "2026/2026-11/metadata/published"
    let stars = photo("stars")
    let record = ascii("{\"date\": \"2026-11-20\", \"title\" : \"Title\"}")

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
    }

    private var superseded: [String: [UInt8]] {
        let folder = "\(month)/metadata/superseded"
        return Dictionary(
            uniqueKeysWithValues: mirror.names(folder).map { ($0, mirror.bytes("\(folder)/\($0)") ?? []) })
    }

    private func kept(_ bytes: [UInt8]) -> [String: [UInt8]] { ["2026-11-20 \(sum(bytes).prefix(8)).json": bytes] }

    /// The stored day with another record and, if given, another title.
    private func corrected(_ record: [UInt8]?, _ title: String? = nil) throws -> DayChange {
        var change = try mirror.renamed(mirror.stored(day), title ?? mirror.stored(day).title)
        change.metadata.mirror.record = record.map { .init(serving: $0, source: "apod-basic", base: "https://x") }
        return change
    }

    @Test func `a commit stores the bytes, their sum and their name in the JSON`() async throws {
        let change = try mirror.fetched(day, "Title", stars).with(record)
        let stored = try await archive.store(change)
        #expect(mirror.bytes("\(published)/2026-11-20.json") == record)
        #expect(mirror.bytes("\(published)/SHA256SUMS") == ascii("\(sum(record))  2026-11-20.json\n"))
        #expect(stored.mirror.record == .init(sha256: sum(record), source: "apod-basic", base: "https://x"))
        #expect(try mirror.stored(day) == stored)
        #expect(superseded.isEmpty)
        #expect(try archive.tree.record(of: stored) == record)
        try mirror.expectSound()
    }

    /// Sums that named what is there are not read again while nothing came or went.
    @Test(arguments: ["sums of pictures", "sums of records", "a record"])
    func `whatever a hand changes while the archive is open is seen`(what: String) async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", stars).with(record))
        func odd() async throws -> Set<String> {
            try await archive.perform { archive in
                try archive.store.list()
                return Set(try Recovery(archive.store).compareSums().keys)
            }
        }
        // Until it has a stamp the month could have changed once more within a tick of the clock.
        while try await archive.perform({ try $0.store.list().stamps["2026-11"] == nil }) {
            try await Pause().wait(for: .milliseconds(100))
        }
        for _ in 0..<2 { #expect(try await odd() == []) }
        if what == "a record" {
            try mirror.remove("\(published)/2026-11-20.json")
        } else {
            let folder = what == "sums of records" ? published : "\(month)/metadata"
            let file = try #require(FileHandle(forWritingAtPath: "\(mirror.root)/\(folder)/SHA256SUMS"))
            try file.write(contentsOf: Data("torn".utf8))
            try file.close()
        }
        for _ in 0..<2 { #expect(try await odd() == ["2026-11"]) }
    }

    @Test func `a day that waits for its picture has its record, too, and keeps it when the picture comes`()
        async throws
    {
        _ = try await archive.store(mirror.pending(day, "Title").with(record))
        #expect(mirror.bytes("\(published)/2026-11-20.json") == record)
        _ = try await archive.store(mirror.fetched(day, "Title", stars).with(record))
        #expect(mirror.bytes("\(published)/2026-11-20.json") == record)
        #expect(superseded.isEmpty)
        try mirror.expectSound()
    }

    @Test func `a record that NASA changes is kept, and so is the one after it`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", stars).with(record))
        let second = ascii("{\"date\":\"2026-11-20\",\"title\":\"Second\"}")
        _ = try await archive.store(corrected(second, "Second"))
        #expect(mirror.bytes("\(published)/2026-11-20.json") == second)
        #expect(superseded == kept(record))
        try mirror.expectSound()
        _ = try await archive.store(corrected(record, "Title"))
        #expect(superseded == kept(record).merging(kept(second)) { one, _ in one })
        try mirror.expectSound()
    }

    @Test(arguments: [
        "{\"title\":\"Title\",\"date\":\"2026-11-20\"}", "{\"date\":\"2026-11-20\",\"title\":\"T\\u0069tle\"}",
        "{\n  \"date\": \"2026-11-20\",\n  \"title\": \"Title\"\n}",
    ])
    func `a record that says the same in other bytes replaces none`(other: String) async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", stars).with(record))
        let stored = try await archive.store(corrected(ascii(other)))
        #expect(mirror.bytes("\(published)/2026-11-20.json") == record)
        #expect(stored.mirror.record?.sha256 == sum(record))
        #expect(superseded.isEmpty)
        try mirror.expectSound()
    }

    @Test func `words of a day without a record are kept when NASA corrects them`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", stars))
        let json = try #require(mirror.bytes("\(month)/metadata/2026-11-20.json"))
        #expect(mirror.names("\(month)/metadata") == ["2026-11-20.json", "SHA256SUMS"])
        _ = try await archive.store(corrected(record))
        #expect(superseded.isEmpty)
        try mirror.expectSound()
        try mirror.write(json, to: "\(month)/metadata/2026-11-20.json")
        _ = try await archive.store(corrected(record, "Second"))
        #expect(superseded == kept(json))
        try mirror.expectSound()
    }

    @Test func `words whose record was damaged are kept with what is left of it`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", stars).with(record))
        let json = try #require(mirror.bytes("\(month)/metadata/2026-11-20.json"))
        try mirror.write(ascii("{"), to: "\(published)/2026-11-20.json")
        let second = ascii("{\"date\":\"2026-11-20\",\"title\":\"Second\"}")
        _ = try await archive.store(corrected(second, "Second"))
        #expect(superseded == kept(json).merging(kept(ascii("{"))) { one, _ in one })
        try mirror.expectSound()
    }

    @Test func `a damaged record is healed by its own bytes`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", stars).with(record))
        try mirror.remove("\(published)/2026-11-20.json")
        #expect(try archive.tree.record(of: mirror.stored(day)) == nil)
        _ = try await archive.store(corrected(record))
        #expect(try archive.tree.record(of: mirror.stored(day)) == record)
        #expect(superseded.isEmpty)
        try mirror.expectSound()
    }

    @Test func `a change without a record leaves the one that is there`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", stars).with(record))
        _ = try await archive.store(mirror.renamed(mirror.stored(day), "Title"))
        #expect(try mirror.stored(day).mirror.record?.sha256 == sum(record))
        try mirror.expectSound()
    }

    @Test func `a folder in a record's place fails that day alone`() async throws {
        let neighbour = day.advanced(by: -1)
        try mirror.write(ascii("mine"), to: "\(published)/2026-11-20.json/notes.txt")
        await #expect(throws: FolderError.notFile(path: "\(mirror.root)/\(published)/2026-11-20.json")) {
            _ = try await archive.store(mirror.fetched(day, "Title", stars).with(record))
        }
        _ = try await archive.store(mirror.fetched(neighbour, "Title", photo("neighbour")).with(record))
        #expect(mirror.bytes("\(published)/2026-11-19.json") == record)
        #expect(mirror.bytes("\(published)/2026-11-20.json/notes.txt") == ascii("mine"))
    }

    @Test func `hiding a day and showing it again leaves its record`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Title", stars).with(record))
        try await archive.perform { try $0.store.hide(day) }
        #expect(try archive.tree.record(of: mirror.stored(day)) == record)
        try await archive.perform { try $0.store.unhide(day) }
        #expect(try archive.tree.record(of: mirror.stored(day)) == record)
        try mirror.expectSound()
    }
}

// MARK: - Interrupted commits

@Suite("A record whose commit a crash interrupted gets its place with the next start")
struct RecordRecoveryTests {
    let mirror: TestMirror
    let month = "2026/2026-11"
    let published = "2026/2026-11/metadata/published"
    let incoming = ".apod-mirror/incoming"
    let stars = photo("stars")
    let record = ascii("{\"date\":\"2026-11-20\",\"title\":\"Title\"}")
    let former = ascii("{\"date\":\"2026-11-20\",\"title\":\"Former\"}")

    init() throws {
        mirror = try TestMirror()
    }

    private func stage() throws {
        var picture = mirror.picture(day, stars)
        picture.file = "2026-11-20 Title.jpg"
        var intent = mirror.metadata(day, "Title", picture: picture)
        intent.mirror.record = .init(sha256: sum(record), source: "apod-basic", base: "https://x")
        try mirror.write(intent.encoded(), to: "\(incoming)/2026-11-20.json")
    }

    private func expectFinished(superseded: [[UInt8]] = []) async throws {
        for _ in 0..<2 {
            _ = try await mirror.open()
            #expect(mirror.names(month) == ["2026-11-20 Title.jpg", "metadata"])
            #expect(mirror.bytes("\(published)/2026-11-20.json") == record)
            #expect(try mirror.stored(day).title == "Title")
            #expect(try mirror.stored(day).mirror.record?.sha256 == sum(record))
            let names = superseded.map { "2026-11-20 \(sum($0).prefix(8)).json" }
            #expect(mirror.names("\(month)/metadata/superseded") == Set(names))
            try mirror.expectSound()
        }
    }

    @Test(arguments: [false, true]) func `all lies in incoming`(hasFormer: Bool) async throws {
        if hasFormer { _ = try await mirror.open().store(mirror.fetched(day, "Former", stars).with(former)) }
        try stage()
        try mirror.write(record, to: "\(incoming)/2026-11-20.record")
        if !hasFormer { try mirror.write(stars, to: "\(incoming)/2026-11-20.part") }
        try await expectFinished(superseded: hasFormer ? [former] : [])
    }

    @Test(arguments: [false, true]) func `the picture has its place`(hasFormer: Bool) async throws {
        if hasFormer { _ = try await mirror.open().store(mirror.fetched(day, "Former", stars).with(former)) }
        try stage()
        try mirror.write(record, to: "\(incoming)/2026-11-20.record")
        try mirror.write(stars, to: "\(month)/2026-11-20 Title.jpg")
        if hasFormer { try mirror.remove("\(month)/2026-11-20 Former.jpg") }
        try await expectFinished(superseded: hasFormer ? [former] : [])
    }

    @Test(arguments: [false, true]) func `picture and record have their places`(hasFormer: Bool) async throws {
        if hasFormer {
            _ = try await mirror.open().store(mirror.fetched(day, "Title", stars).with(former))
            try mirror.write(former, to: "\(month)/metadata/superseded/2026-11-20 \(sum(former).prefix(8)).json")
            try mirror.remove("\(published)/SHA256SUMS")
        }
        try stage()
        try mirror.write(stars, to: "\(month)/2026-11-20 Title.jpg")
        try mirror.write(record, to: "\(published)/2026-11-20.json")
        try await expectFinished(superseded: hasFormer ? [former] : [])
    }

    @Test(arguments: [nil, "", "00000000-  2026-11-20.json\n"] as [String?])
    func `all has its place but the sums`(sums: String?) async throws {
        _ = try await mirror.open().store(mirror.fetched(day, "Title", stars).with(record))
        try mirror.remove("\(published)/SHA256SUMS")
        if let sums { try mirror.write(ascii(sums), to: "\(published)/SHA256SUMS") }
        try await expectFinished()
    }

    @Test func `an intent whose record is torn never happened, where its picture has no place yet`() async throws {
        try stage()
        try mirror.write(Array(record.dropLast(3)), to: "\(incoming)/2026-11-20.record")
        try mirror.write(stars, to: "\(incoming)/2026-11-20.part")
        let archive = try await mirror.open()
        #expect(await archive.listing.presentDays == [])
        #expect(mirror.names(incoming) == ["2026-11-20.part"])
        #expect(!mirror.names(month).contains("2026-11-20 Title.jpg"))
    }

    @Test func `a day whose record is gone and whose picture has its place is finished without it`() async throws {
        try stage()
        try mirror.write(stars, to: "\(month)/2026-11-20 Title.jpg")
        _ = try await mirror.open()
        #expect(try mirror.stored(day).title == "Title")
        #expect(try mirror.stored(day).mirror.record == nil)
        try mirror.expectSound()
    }
}

extension DayChange {
    /// The change with a record as NASA served it.
    func with(_ record: [UInt8]) -> DayChange {
        var change = self
        change.metadata.mirror.record = .init(serving: record, source: "apod-basic", base: "https://x")
        return change
    }
}
