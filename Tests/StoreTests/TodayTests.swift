import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("Today is the newest picture that every program can show")
struct TodayTests {
    let mirror: TestMirror
    let archive: Archive

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
    }

    private func store(_ offset: Int, _ bytes: [UInt8]) async throws {
        _ = try await archive.store(mirror.fetched(day.advanced(by: offset), "Title", bytes))
    }

    /// Which day Today stands for, if picture and metadata agree.
    private func shown() throws -> Day? {
        guard let json = mirror.bytes("Today.json") else {
            #expect(mirror.bytes("Today.jpg") == nil)
            return nil
        }
        let metadata = try Metadata(json)
        #expect(mirror.bytes("Today.jpg").map { sum($0) } == metadata.mirror.picture?.sha256)
        #expect(mirror.bytes("\(Tree.metadataPath(metadata.date))") == json)
        return metadata.date
    }

    private func update() async throws -> Day? {
        try await archive.updateToday()
        return try shown()
    }

    @Test func `the newest JPEG, a file of its own, and nothing where there is none`() async throws {
        #expect(try await update() == nil)
        try await store(-1, photo("yesterday"))
        #expect(try await update() == day.advanced(by: -1))
        try await store(0, photo("today"))
        #expect(try await update() == day)
        try await store(-5, photo("long ago"))
        #expect(try await update() == day)
        #expect(try mirror.temporary.folder.status("APOD/Today.jpg")?.hardLinks == 1)
        #expect(mirror.names(".apod-mirror/incoming").isEmpty)
    }

    @Test func `a picture wider than any screen, a PNG and a video leave it alone`() async throws {
        try await store(-3, photo("fits", width: 3_840))
        try await store(-2, photo("too wide", width: 3_841))
        try await store(-1, Specimen.pngs[0].bytes)
        try await store(0, Specimen.videos[0].bytes)
        _ = try await archive.store(mirror.page(day.advanced(by: 1), "Video", ascii("<html>")))
        _ = try await archive.store(mirror.pending(day.advanced(by: 2), "Soon"))
        #expect(try await update() == day.advanced(by: -3))
    }

    @Test(arguments: [["Today.jpg"], ["Today.json"], ["Today.jpg", "Today.json"]])
    func `it comes back when it was deleted`(names: [String]) async throws {
        try await store(0, photo("today"))
        _ = try await update()
        for name in names { try mirror.remove(name) }
        #expect(try await update() == day)
    }

    @Test func `it is made again when it was torn, linked or belongs to another day`() async throws {
        try await store(0, photo("today"))
        for damage in ["torn", "", "{}"] {
            try mirror.write(ascii(damage), to: "Today.jpg")
            try mirror.write(ascii(damage), to: "Today.json")
            #expect(try await update() == day)
        }
        try mirror.remove("Today.jpg")
        try mirror.temporary.write("theirs", to: "target")
        try FileManager.default.createSymbolicLink(atPath: "\(mirror.root)/Today.jpg", withDestinationPath: "../target")
        #expect(try await update() == day)
        #expect(try mirror.temporary.text("target") == "theirs")
    }

    @Test func `nothing is written where nothing changed`() async throws {
        try await store(0, photo("today"))
        _ = try await update()
        let before = try ["Today.jpg", "Today.json"].map { try mirror.temporary.folder.status("APOD/\($0)") }
        _ = try await update()
        #expect(try ["Today.jpg", "Today.json"].map { try mirror.temporary.folder.status("APOD/\($0)") } == before)
    }

    @Test func `it follows corrections of its day`() async throws {
        try await store(0, photo("today"))
        _ = try await update()
        let stored = try await archive.store(mirror.fetched(day, "Corrected", photo("corrected")))
        #expect(try await update() == day)
        _ = try await archive.store(mirror.renamed(stored, "Corrected again"))
        #expect(try await update() == day)
        #expect(try Metadata(try #require(mirror.bytes("Today.json"))).title == "Corrected again")
    }

    @Test func `a hidden day gives way to the one before, and the last one to nothing`() async throws {
        try await store(-1, photo("yesterday"))
        try await store(0, photo("today"))
        #expect(try await update() == day)
        try await archive.hide(day)
        #expect(try shown() == day.advanced(by: -1))
        try await archive.hide(day.advanced(by: -1))
        #expect(try shown() == nil)
    }

    @Test func `a picture that vanished gives way to the one before`() async throws {
        try await store(-1, photo("yesterday"))
        try await store(0, photo("today"))
        try mirror.remove("2026/2026-11/2026-11-20 Title.jpg")
        #expect(try await update() == day.advanced(by: -1))
    }
}
