import Days
import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings
@testable import Store

@Suite("What is over is over: a daemon goes on by itself, and its status says so", .timeLimit(.minutes(3)))
struct TroubleEndsTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let date = "2026-11-21"

    @Test func `a favorite's picture that could not be asked for does not wait for tomorrow`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        let passes = try await mirror.passes(mirror.withoutGallery)
        #expect(try await passes.refresh().isWhole)
        func wait() async throws -> Int {
            let now = passes.clock.now
            return Int(passes.schedule.next(after: now, try await passes.facts()).seconds - now.seconds)
        }
        mirror.clock.advance(to: mirror.clock.now + 3 * 3_600)
        #expect(try await wait() > 3_600)
        mirror.nasa.setFault(.tooManyRequests(retryAfter: 600), for: .everything)
        let report = try await passes.fetch(.favorites([.of("2026-10-01")]))
        #expect(report.stopped != nil)
        #expect(try await wait() <= 3_600)
        // The pass that follows asks for the others at its own pace.
        #expect(try await passes.refresh().stopped != nil)
        #expect((300...3_600 * 5 / 4).contains(try await wait()))
    }

    @Test(arguments: [VerifyInterval.monthly, .off])
    func `damage that the owner mended is told no more once the status is asked for`(interval: VerifyInterval)
        async throws
    {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        var configuration = mirror.withoutGallery
        configuration.verify = interval
        let board = StatusBoard(freeBytes: { nil })
        let checkup = Checkup(try await mirror.passes(configuration), board, Log { _ in })
        let path = "\(mirror.month(Self.date))/\(try #require(mirror.files(Self.date).first))"
        let whole = try Data(contentsOf: URL(filePath: path))
        // The source cannot mend it either.
        mirror.nasa.setFault(.hangsUp, for: .everything)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await checkup.run() }
            try Data(whole.dropLast()).write(to: URL(filePath: path))
            await checkup.record([.of(Self.date): "\(Self.date) is damaged"])
            while board.facts.damaged.isEmpty { try await Pause().wait(for: .milliseconds(5)) }
            try whole.write(to: URL(filePath: path))
            while !board.facts.damaged.isEmpty {
                checkup.lookAgain()
                try await Pause().wait(for: .milliseconds(50))
            }
            group.cancelAll()
            while await group.nextResult() != nil {}
        }
    }

    @Test func `words that could not be read anew are read by the next start`() async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        let archive = try await mirror.archive()
        let stored = try await archive.incoming.storedDay(.of(Self.date))
        var former = try #require(stored.metadata)
        let right = former.explanation
        former.explanation += " As another version read it."
        _ = try await archive.store(DayChange(metadata: former, content: .kept, basis: .judged(stored)))
        try await archive.perform { try $0.notes.save(ReadingState(version: 2)) }
        // A folder lies where the day's new words are to be written.
        let place = "\(mirror.root)/.apod-mirror/incoming/\(Self.date).json"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let renewal = WordsRenewal(passes: try await mirror.passes(), log: Log { _ in })
        try await renewal.run()
        #expect(mirror.metadata(Self.date)?.explanation != right)
        try FileManager.default.removeItem(atPath: place)
        try await renewal.run()
        #expect(mirror.metadata(Self.date)?.explanation == right)
        #expect(try archive.tree.readNote(ReadingState.self) == .done)
    }
}
