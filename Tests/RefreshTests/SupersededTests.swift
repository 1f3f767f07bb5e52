import Belief
import Days
import Foundation
import SampleNASA
import Testing

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

@Suite("Former pictures that never settled", .timeLimit(.minutes(20)))
struct SupersededTests {
    private static let days = "2026-11-10"..."2026-11-20"
    private static let date = "2026-11-18"

    /// Another picture of the day under its address, for so many days.
    private func posts(_ days: Int) async throws -> DailyPosts {
        let posts = try await DailyPosts(Self.days)
        try await posts.mirror.sync()
        let right = try #require(posts.mirror.nasa.day(Self.date))
        posts.revise(Self.date) { $0.picture?.revision += 1 }
        try await posts.live(days: days)
        if days > 1 { return posts }
        posts.revise(Self.date) { $0 = right }
        try await posts.tomorrow()
        return posts
    }

    private func settled(_ mirror: MirrorUnderTest) -> Timestamp? {
        mirror.dayNotes.days[.of(Self.date)]?.picture?.settled
    }

    @Test("they leave superseded/ thirty days after their successor settled", arguments: [1, 3])
    func forgotten(days: Int) async throws {
        let posts = try await posts(days)
        let mirror = posts.mirror
        #expect(mirror.superseded(Self.date).count == (days > 1 ? 1 : 2))
        while settled(mirror) == nil { try await posts.tomorrow() }
        try await posts.live(days: Limits.forget - 1)
        #expect(mirror.superseded(Self.date).count == (days > 1 ? 1 : 2))
        try await posts.tomorrow()
        #expect(mirror.superseded(Self.date) == [])
        #expect(posts.wrongPictures == [])
        try mirror.expectSoundTree()
    }

    @Test func `what had settled stays`() async throws {
        let posts = try await DailyPosts(Self.days)
        let mirror = posts.mirror
        try await mirror.sync()
        while settled(mirror) == nil { try await posts.tomorrow() }
        for _ in 0..<2 {
            posts.revise(Self.date) { $0.picture?.revision += 1 }
            mirror.clock.advance(days: 1)
            try await mirror.sync(.replacements(of: [.of(Self.date)]))
        }
        let former = mirror.superseded(Self.date)
        #expect(former.count == 2)
        try await posts.live(days: Limits.settle + Limits.forget + 3)
        #expect(mirror.superseded(Self.date) == former)
    }

    @Test func `a favorite's vault keeps the former picture until the new one has settled`() async throws {
        let posts = try await DailyPosts(Self.days)
        let mirror = posts.mirror
        try await mirror.sync()
        let former = try #require(mirror.picture(Self.date))
        let file = try #require(mirror.files(Self.date).first)
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/favorites/\(Self.date)",
            withDestinationPath: "../2026/2026-11/\(file)")
        try await mirror.sync()
        let vault = "\(mirror.root)/.apod-mirror/vault/\(file)"
        #expect(mirror.bytes(vault) == former)
        posts.revise(Self.date) { $0.picture?.revision += 1 }
        #expect(try await posts.tomorrow().stored.contains(Self.date))
        let new = try #require(mirror.picture(Self.date))
        #expect(mirror.bytes(vault) == former && new != former)
        while settled(mirror) == nil {
            mirror.restart()
            try await posts.tomorrow()
            if settled(mirror) == nil { #expect(mirror.bytes(vault) == former) }
        }
        mirror.restart()
        try await posts.tomorrow()
        #expect(mirror.bytes(vault) == new)
        try mirror.expectSoundTree()
    }

    /// Its process was killed once the new picture was stored, or had no room for the notes.
    @Test func `a favorite's vault does so, too, where a pass ended without its notes`() async throws {
        let posts = try await DailyPosts(Self.days, isSettled: true)
        let mirror = posts.mirror
        let date = "2026-11-11"
        let former = try #require(mirror.picture(date))
        let file = try #require(mirror.files(date).first)
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/favorites/\(date)", withDestinationPath: "../2026/2026-11/\(file)")
        try await posts.live(days: Limits.settle + 3)
        #expect(mirror.dayNotes.days[.of(date)]?.picture == nil, "nothing is noted of what settled long ago")
        let (vault, notes) = ("\(mirror.root)/.apod-mirror/vault/\(file)", "\(mirror.root)/.apod-mirror/days.json")
        #expect(mirror.bytes(vault) == former)
        posts.revise(date) { $0.picture?.file = "Better.jpg" }
        let noted = Guarded<Data?>(nil)
        let events = try await mirror.archive().events
        let outcome = try await events.heard { event in
            guard case .stored(let metadata, _) = event, "\(metadata.date)" == date else { return }
            noted.withLock { $0 = FileManager.default.contents(atPath: notes) }
        } during: {
            try await posts.tomorrow()
        }
        #expect(outcome.stored.contains(date))
        mirror.restart()
        try #require(noted.withLock { $0 }).write(to: URL(filePath: notes))
        try await mirror.archive().perform { _ = try $0.favorites.run(isThorough: true) }
        let new = try #require(mirror.picture(date))
        #expect(mirror.bytes(vault) == former && new != former)
        // Beyond a week, and NASA was seen to serve it on one day.
        mirror.clock.advance(days: Limits.settle + 1)
        mirror.restart()
        try await posts.tomorrow()
        #expect(mirror.bytes(vault) == former)
        try await posts.live(days: Limits.settle + 1)
        mirror.restart()
        try await posts.tomorrow()
        #expect(mirror.bytes(vault) == new)
        try mirror.expectSoundTree()
    }
}
