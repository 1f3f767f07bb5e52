import Days
import Foundation
import SampleNASA
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings

@Suite("What verify and status say of a doubtful picture")
struct NamedDoubtTests {
    /// Long past when it is fetched.
    private static let date = "2026-10-25"

    @Test func `both name it until it is right, also after the note was lost`() async throws {
        let mirror = try MirrorUnderTest("2026-10-20"..."2026-11-20")
        let right = try #require(mirror.nasa.day(Self.date))
        var wrong = right
        wrong.picture?.width = 1
        wrong.picture?.height = 1
        mirror.nasa.update(wrong)
        try await mirror.sync()
        let tree = try Tree.open(mirror.root)
        let verification = Verification(tree, Configuration(mirror: mirror.root))
        func named() async throws -> [String] {
            let census = try Census(
                tree, tree.listing(), nil, today: mirror.clock.now.day, keep: .forever)
            let found = try await verification.besidePictures().filter { $0.kind == .doubt }
            #expect(found.compactMap { $0.day?.description } == census.days.doubtful.keys.sorted())
            return found.map(\.reason)
        }
        let path = try "\(mirror.month(Self.date))/\(#require(mirror.files(Self.date).first))"
        let sentence = "\(path) is doubtful: it has only 1 by 1 pixels; NASA "
        #expect(try await named() == [sentence + "is asked for it again."])
        try FileManager.default.removeItem(atPath: mirror.root + "/.apod-mirror/doubtful.json")
        #expect(try await named() == [sentence + "is asked for it again."])
        for _ in 0..<9 {
            try await mirror.sync()
            mirror.clock.advance(days: 1)
        }
        #expect(try await named() == [sentence + "was asked twice, and has no other."])
        mirror.nasa.update(right)
        try await mirror.sync(.damaged([.of(Self.date)]))
        #expect(try await named() == [])
        try mirror.expectWhole(Self.date)
    }
}
