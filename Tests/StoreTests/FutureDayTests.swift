import Days
import Folder
import Foundation
import Testing

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings

/// No day lies after NASA's today, whatever lies in the tree.
@Suite("A day that has not come is not believed")
struct FutureDayTests {
    let mirror: TestMirror
    /// NASA's.
    let today = day

    init() throws { mirror = try TestMirror() }

    private func open(today: Day? = nil) async throws -> Archive {
        let today = today ?? self.today
        return try await Archive.open(mirror.root, favorites: FavoritesRules(today: { today }))
    }

    private func plant(_ offset: Int) throws -> Day {
        let day = today.advanced(by: offset)
        var metadata = mirror.metadata(day, "Title", picture: mirror.picture(day, photo("\(day)")))
        metadata.mirror.picture?.file = "\(day) Title.jpg"
        try mirror.write(photo("\(day)"), to: "\(Tree.monthPath(day))/\(day) Title.jpg")
        try mirror.write(metadata.encoded(), to: "\(Tree.metadataPath(day))")
        return day
    }

    @Test(arguments: [1, 40, 400])
    func `it is neither Today nor counted by keep nor listed, and it is named`(offset: Int) async throws {
        let days = try (0..<6).map { try plant(-$0) }
        let future = try plant(offset)
        let archive = try await open()
        try await archive.updateToday()
        #expect(try Metadata(try #require(mirror.bytes("Today.json"))).date == today)
        #expect(await archive.listing.presentDays == days.sorted())
        let pruning = try await archive.prune(keep: .days(6), now: TestMirror.now)
        #expect(pruning.gone.isEmpty)
        let troubles = await archive.troubles
        #expect(
            troubles == [
                "\(mirror.root)/\(Tree.monthPath(future)) holds \(future), a day that has not come yet. "
                    + "It is not believed. Move its files away."
            ])
    }

    @Test func `it is there as soon as it has come, though its month is the same`() async throws {
        let future = try plant(1)
        try mirror.restMonths()
        #expect(try await open().listing.presentDays.isEmpty)
        #expect(try await open(today: future).listing.presentDays == [future])
    }

    @Test func `a clock that is behind hides nothing that NASA has answered for`() async throws {
        _ = try plant(0)
        try await open().save(SourceState(lastSuccess: Timestamp.noon(of: today)))
        #expect(try await open(today: Day("1996-01-01")).listing.presentDays == [today])
    }
}
