import Days
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport

/// NASA refuses its uploads, or all pictures, and answers after a while, as over a real line: a pass takes what there is,
/// asks for nothing again and again, and ends.
@Suite("When originals are refused", .serialized, .timeLimit(.minutes(10)))
struct RefusedOriginalsTests {
    private static let days = "2026-10-29"..."2026-11-20"

    private func expectRendition(_ mirror: MirrorUnderTest, _ date: String) {
        switch mirror.nasa.day(date)?.media {
        case .picture(let picture) where picture.format != .gif:
            #expect(mirror.metadata(date)?.mirror.picture?.kind == .rendition, "\(date)")
            #expect(mirror.files(date).count == 1, "\(date)")
        default: break
        }
    }

    @Test(arguments: zip([404, 403, 410, 500], [20, 200, 0, 20]))
    func `a fresh mirror takes renditions`(status: Int, latency: Int) async throws {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.nasa.setFault(.status(status), for: .allUploads)
        mirror.nasa.setLatency(milliseconds: latency)
        let summary = try await mirror.boundedSync()
        #expect(summary.stopped == nil)
        for date in mirror.nasa.dates { expectRendition(mirror, date) }
        mirror.expectFewRequests(days: 23)
        try mirror.expectSoundTree()
    }

    @Test(arguments: zip([404, 403], [20, 0]))
    func `a mirror that was away for two weeks takes them, too`(status: Int, latency: Int) async throws {
        let mirror = try MirrorUnderTest("2026-10-29"..."2026-11-06")
        try await mirror.sync()
        let before = mirror.tree
        mirror.clock.advance(days: 14)
        mirror.nasa.publish(through: "2026-11-20")
        mirror.nasa.clearRequests()
        mirror.nasa.setFault(.status(status), for: .allUploads)
        mirror.nasa.setLatency(milliseconds: latency)
        mirror.restart()
        let summary = try await mirror.boundedSync()
        #expect(summary.stopped == nil)
        for date in mirror.nasa.dates.suffix(14) { expectRendition(mirror, date) }
        let former = Set(before.keys.filter { !$0.hasPrefix("Today") && !$0.hasSuffix("SHA256SUMS") })
        #expect(former.intersection(mirror.changedFiles(since: before)) == [])
        mirror.expectFewRequests(days: 23)
        try mirror.expectSoundTree()
    }

    @Test(arguments: zip([404, 403, 503], [0, 20, 0]))
    func `where nothing comes at all, the pass ends with a sentence and books nothing`(
        status: Int, latency: Int
    ) async throws {
        for stored in [nil, "2026-11-03"] {
            let mirror = try MirrorUnderTest(Self.days)
            if let stored { try await mirror.sync(days: "2026-10-29"...stored) }
            mirror.nasa.clearRequests()
            mirror.nasa.setFault(.status(status), for: .allMedia)
            mirror.nasa.setLatency(milliseconds: latency)
            let summary = try await mirror.boundedSync()
            // A gateway alone is a host that is away. A mirror that has pictures has the days wait for it.
            let isAway = status == 503 && stored != nil
            #expect((summary.stopped == nil) == isAway && !summary.hostsAway.isEmpty)
            let pending = mirror.nasa.dates.compactMap { mirror.metadata($0)?.mirror.pending }
            #expect(pending.isEmpty == !isAway && pending.allSatisfy { $0.attempts == 0 })
            // What is on its way when it shows, and no more.
            #expect(mirror.mediaRequests.count <= 34, "\(mirror.mediaRequests.count)")
            mirror.expectFewRequests(days: 23)
            mirror.nasa.clearFaults()
            mirror.clock.advance(hours: 1)
            mirror.restart()
            #expect(try await mirror.boundedSync().pending.isEmpty)
            for date in mirror.nasa.dates { #expect(mirror.files(date).count == 1, "\(date)") }
        }
    }

    /// More of them than are asked for at a time, and more than two doubts; the server is well.
    @Test(arguments: zip([7, 14, 40], [0, 20, 0]))
    func `days at fault do not keep the older ones from coming`(count: Int, latency: Int) async throws {
        let mirror = try MirrorUnderTest("2026-09-22"..."2026-11-20")
        let ill = (0..<count).map { "\(Day.of("2026-11-20").advanced(by: -$0))" }
        for date in ill { mirror.nasa.setFault(.status(404), for: .media(date)) }
        mirror.nasa.setLatency(milliseconds: latency)
        let summary = try await mirror.boundedSync()
        #expect(summary.stopped == nil)
        for date in mirror.nasa.dates where !ill.contains(date) {
            let reason = mirror.metadata(date)?.mirror.pending?.reason
            #expect(mirror.files(date).count == 1, "\(date): \(reason ?? "no reason")")
        }
        for date in ill where mirror.nasa.day(date)?.picture != nil && mirror.files(date).isEmpty {
            #expect(mirror.metadata(date)?.mirror.pending?.reason.contains("404") == true, "\(date)")
        }
        mirror.expectFewRequests(days: 60)
        try mirror.expectSoundTree()
    }

    /// Of a picture that NASA replaced while it refused originals only a rendition came.
    @Test(arguments: [404, 403])
    func `the original of a new picture comes once it is to be had`(status: Int) async throws {
        let mirror = try MirrorUnderTest(Self.days)
        try await mirror.sync()
        let date = "2026-11-15"
        mirror.nasa.repaint(date, file: "Corrected.jpg")
        mirror.nasa.setFault(.status(status), for: .allUploads)
        mirror.clock.advance(days: 1)
        mirror.restart()
        try await mirror.sync()
        mirror.nasa.clearFaults()
        for _ in 1...2 {
            mirror.clock.advance(days: 1)
            mirror.restart()
            try await mirror.sync()
        }
        let picture = mirror.metadata(date)?.mirror.picture
        #expect(picture?.kind == .original, "\(String(describing: picture))")
        #expect(picture?.url?.hasSuffix("Corrected.jpg") == true, "\(String(describing: picture))")
        #expect(mirror.disputes == Disputes())
    }
}

extension MirrorUnderTest {
    /// One pass; one that would never end is cancelled, and the test fails.
    func boundedSync(_ scope: RefreshScope = .due()) async throws -> PassReport {
        let nasa = nasa
        return try await sync(scope) { pass in
            let guardian = Task {
                while !Task.isCancelled, nasa.requests.count < 1_000 { try? await Task.sleep(for: .milliseconds(5)) }
                if !Task.isCancelled { pass.cancel() }
            }
            _ = await pass.result
            guardian.cancel()
        }.summary
    }
}
