import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("A disk that fills up while days are stored loses none of them", .timeLimit(.minutes(15)))
struct FullDiskTests {
    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `all of the window are told, and the next try lands`() async throws {
        let disk = try TinyDisk(size: "400k")
        let mirror = try TestMirror()
        let root = "\(disk.path)/APOD"
        _ = try RootCreation.create(root, start: day)
        let archive = try await Archive.open(root)
        let folder = try #require(try Folder.open(root))
        let incoming = try folder.makeFolder(".apod-mirror/incoming")

        func change(_ offset: Int, _ title: String, _ words: String) throws -> DayChange {
            let day = day.advanced(by: -offset)
            try Saver(through: incoming).save(photo(words), as: Part.name(day), in: incoming)
            let metadata = mirror.metadata(day, title, picture: mirror.picture(day, photo(words)))
            return try DayChange(
                metadata: metadata, content: .fetched(Part.name(day)), basis: .asItStands(day, in: root))
        }

        _ = try await archive.store(change(0, "Title", "first"))
        let before = try folder.read("2026/2026-11/metadata/2026-11-20.json")
        let changes = try [change(0, "Title", "second"), change(1, "Neighbour", "neighbour")]
        try disk.fill()
        for change in changes {
            let error = await #expect(throws: FolderError.self) { try await archive.store(change) }
            #expect(error?.isDiskFull == true)
        }
        #expect(try folder.read("2026/2026-11/2026-11-20 Title.jpg") == photo("first"))
        #expect(try folder.read("2026/2026-11/metadata/2026-11-20.json") == before)
        try disk.makeRoom()
        for change in changes { _ = try await archive.store(change) }
        #expect(try folder.read("2026/2026-11/2026-11-20 Title.jpg") == photo("second"))
        #expect(try folder.read("2026/2026-11/2026-11-19 Neighbour.jpg") == photo("neighbour"))
        #expect(try await archive.list().presentDays.count == 2)
        #expect(try incoming.entries().isEmpty)
    }
}
