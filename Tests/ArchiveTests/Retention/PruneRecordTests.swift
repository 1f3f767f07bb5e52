import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings
@testable import Store

@Suite("A day that goes takes its record as NASA served it along")
struct PruneRecordTests {
    let mirror: TestMirror
    let published = "2026/2026-11/metadata/published"
    let pruned = ".apod-mirror/pruned/metadata/published"
    let old = day.advanced(by: -5)

    init() async throws {
        mirror = try TestMirror()
        let archive = try await mirror.open()
        for day in [day, old] {
            var change = try mirror.fetched(day, "Title", photo("\(day)"))
            change.metadata.mirror.record = .init(serving: record(day), source: "apod-basic", base: "https://x")
            _ = try await archive.store(change)
        }
    }

    private func record(_ day: Day) -> [UInt8] { ascii("{\"date\":\"\(day)\"}") }

    private func setAside() async throws {
        let archive = try await mirror.open()
        try Pruned(archive.tree).setAside(archive.tree.dayFiles(of: [old]), ofMonth: "2026-11")
    }

    @Test func `record and sum go with the day, and its bytes are told`() async throws {
        let json = try #require(mirror.bytes("\(Tree.metadataPath(old))"))
        let pruning = try await mirror.open().prune(keep: .days(3), now: TestMirror.now)
        #expect(pruning.gone.map(\.day) == [old])
        #expect(pruning.bytes == Int64(photo("\(old)").count + json.count + record(old).count))
        #expect(mirror.names(published) == ["\(day).json", "SHA256SUMS"])
        #expect(mirror.names(pruned) == [])
        try mirror.expectSound()
    }

    @Test func `the folder goes with the last record`() async throws {
        let archive = try await mirror.open()
        let older = day.advanced(by: -40)
        var change = try mirror.fetched(older, "Title", photo("older"))
        change.metadata.mirror.record = .init(serving: record(older), source: "apod-basic", base: "https://x")
        _ = try await archive.store(change)
        _ = try await archive.prune(keep: .days(10), now: TestMirror.now)
        #expect(mirror.names("2026") == ["2026-11"])
    }

    @Test func `a day that comes back has its record`() async throws {
        try await setAside()
        #expect(mirror.names(published) == ["\(day).json", "SHA256SUMS"])
        #expect(mirror.bytes("\(pruned)/\(old).json") == record(old))
        _ = try await mirror.open()
        #expect(mirror.bytes("\(published)/\(old).json") == record(old))
        #expect(mirror.names(pruned) == [])
        try mirror.expectSound()
    }

    @Test func `also where the record had not left yet`() async throws {
        try await setAside()
        try mirror.move("\(pruned)/\(old).json", to: "\(published)/\(old).json")
        _ = try await mirror.open()
        #expect(mirror.bytes("\(published)/\(old).json") == record(old))
        try mirror.expectSound()
    }

    @Test func `a record without its day goes`() async throws {
        try await setAside()
        try mirror.remove(".apod-mirror/pruned/metadata/\(old).json")
        let archive = try await mirror.open()
        #expect(await archive.listing.presentDays == [day])
        #expect(mirror.names(pruned) == [])
        try mirror.expectSound()
    }
}
