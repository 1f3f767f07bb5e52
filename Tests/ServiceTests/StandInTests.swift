import Days
import SampleNASA
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings

/// Originals that are gone for good, while their renditions are stored.
@Suite("Stand-ins") struct StandInTests {
    private static let days = "2026-10-21"..."2026-11-20"

    /// The uploads alone are gone, or the renditions that NASA would make of them as well.
    @Test(arguments: [403, 404, 410], [FaultTarget.allUploads, .allMedia])
    func `a mirror of nothing but renditions is well with every thorough pass, and names them`(
        status: Int, gone: FaultTarget
    ) async throws {
        let mirror = try MirrorUnderTest(Self.days)
        for date in mirror.nasa.dates {
            guard var day = mirror.nasa.day(date), var picture = day.picture else { continue }
            picture.format = .jpeg
            picture.file = "\(date).jpg"
            day.media = .picture(picture)
            mirror.nasa.update(day)
        }
        mirror.nasa.setFault(.status(status), for: .allUploads)
        let passes = try await mirror.passes()
        let first = try await passes.refresh(isThorough: true, isAsked: true)
        #expect(first.pending.isEmpty, "\(first.pending)")
        let renditions = mirror.nasa.dates.filter { mirror.metadata($0)?.mirror.picture?.kind == .rendition }
        #expect(renditions.count > 25)
        mirror.nasa.setFault(.status(status), for: gone)
        for day in 1...5 {
            mirror.clock.advance(days: 1)
            let report = try await passes.refresh(isThorough: true, isAsked: true)
            // A pass that did not come to its end would be made again within the hour.
            #expect(report.exitCode == .fine && report.isWhole, "day \(day): \(report.sentence)")
            #expect(report.standIns.map { "\($0)" }.sorted() == renditions, "day \(day)")
        }
    }
}
