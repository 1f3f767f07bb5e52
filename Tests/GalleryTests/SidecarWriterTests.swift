import Days
import Folder
import TestSupport
import Testing

@testable import Archive
@testable import Gallery
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings

@Suite("Which sidecars a start finds due")
struct SidecarWriterTests {
    private let mirror: TestMirror
    private let archive: Archive
    private let writer: SidecarWriter

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
        writer = try #require(SidecarWriter(archive.tree, .xmp))
        for date in ["2026-11-20", "2025-12-31"] {
            _ = try await archive.store(mirror.fetched(Day.of(date), "Title", photo(date)))
        }
        try mirror.write(ascii("{}"), to: "favorites.json")
    }

    /// The months that are due, which are then written.
    private func written() async throws -> Set<String> {
        let due = try await writer.overdue(archive.list())
        // What is written and read within one tick of the kernel's clock is read once more.
        let found = FileStatus.clock
        while FileStatus.clock == found {}
        let (troubles, failed) = await writer.write(due, archive.galleryFacts())
        #expect(troubles.isEmpty && failed.isEmpty)
        return due
    }

    @Test(arguments: [
        ("2026/2026-11/metadata", ["2026-11"]), ("favorites.json", ["2025-12", "2026-11"]),
        (".apod-mirror/sidecars", ["2025-12", "2026-11"]),
    ])
    func `what was written before the clock was put back is due once`(path: String, months: [String]) async throws {
        #expect(try await written() == ["2025-12", "2026-11"])
        #expect(try await written() == [])
        try mirror.date(path, ahead: 86_400)
        #expect(try await written() == Set(months))
        #expect(try await written() == [])
    }
}
