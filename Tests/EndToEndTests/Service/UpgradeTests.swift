import Foundation
import SampleNASA
import TestSupport
import Testing

@Suite(.needsBinary) struct UpgradeTests {
    private static let target = ProcessInfo.processInfo.environment["APOD_OLD_MIRROR"]

    @Test(.enabled(if: target != nil, "makes Tests/mirrors/1.0.0.tar.gz anew: needs that version's program"))
    func `the mirror that an older version left is made by that version`() async throws {
        try await OldMirror.make(try #require(Self.target))
    }
}
