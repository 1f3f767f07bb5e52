import Days
import SampleNASA
import Testing

@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// NASA left out four days in thirty years. A source that has nothing for hundreds is broken, and that takes few
/// requests to find out.
@Suite("A source that has nothing") struct EmptySourceTests {
    private static let faults: [Fault] = [.emptyList, .nothingPublished, .notFoundWithStatus200]

    @Test(arguments: MirrorUnderTest.Shape.allCases, faults)
    func `is found out with ten requests, and not believed of a single day`(
        shape: MirrorUnderTest.Shape, fault: Fault
    ) async throws {
        let mirror = try MirrorUnderTest("2025-10-15"..."2026-11-20", shape)
        mirror.nasa.setFault(fault, for: .everything)
        for _ in 1...3 {
            let before = mirror.nasa.requests.count
            let outcome = try await mirror.sync()
            #expect(outcome.summary.stopped != nil, "a sync that got nothing ends with an error")
            let asked = mirror.nasa.requests.dropFirst(before).map(\.path)
            #expect(asked.count <= 10, "\(asked)")
            #expect(mirror.absent == MissingDays())
            mirror.clock.advance(days: 1)
            mirror.nasa.publish(through: mirror.clock.now.day.description)
            mirror.restart()
        }
    }

    @Test(arguments: MirrorUnderTest.Shape.allCases, faults)
    func `is found out in thirty years, too, and leaves what is there alone`(
        shape: MirrorUnderTest.Shape, fault: Fault
    ) async throws {
        let known = SampleNASA.Options(first: "2026-11-11", last: "2026-11-20", pictureSize: .small)
        let mirror = try MirrorUnderTest("1995-06-16"..."2026-11-20", shape, known)
        try await mirror.sync(days: "2026-11-11"..."2026-11-20")
        let before = (mirror.tree, mirror.nasa.requests.count)
        mirror.nasa.setFault(fault, for: .everything)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped != nil)
        #expect(mirror.nasa.requests.count - before.1 <= 10)
        #expect(mirror.absent == MissingDays())
        #expect(mirror.tree.keys.filter { !$0.hasPrefix(".") }.sorted() == before.0.keys.sorted())
    }
}
