import Days
import SampleNASA
import Testing

@testable import Archive
@testable import Gallery
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings

@Suite("A sync of some days")
struct PartialSyncTests {
    @Test func `its end is told once the reasons are noted, and the pages tell them`() async throws {
        let mirror = try MirrorUnderTest("2026-11-18"..."2026-11-22")
        try await mirror.sync(days: "2026-11-20"..."2026-11-22")
        let day = Day.of("2026-11-18")
        mirror.nasa.setFault(.logo, for: .day("\(day)"))
        let archive = try await mirror.archive()
        let passes = try await mirror.passes()
        let gallery = GalleryWriter(archive.tree)
        let galleryUpdater = GalleryUpdater(
            archive: archive, maker: nil, gallery: gallery, log: Log { _ in }, fetchAgain: { _ in })
        let noted = Guarded<[[Day]]>([])
        let tree = archive.tree
        try await galleryUpdater.follow(.everything) {
            try await archive.events.heard { event in
                guard case .passEnded = event else { return }
                noted.withLock { $0.append((try? tree.dayNotes)?.missing.reasons.keys.sorted() ?? []) }
            } during: {
                _ = try await passes.fetch(.days(day...day.advanced(by: 1)))
            }
        }
        #expect(noted.withLock { $0 } == [[day]])
        let facts = await archive.perform { GalleryWriter.Facts(of: $0) }
        #expect(try await gallery.wrongPages(facts.listing, facts.favorites).isEmpty)
    }
}
