import Folder
import SampleNASA
import TestSupport

@testable import RefreshTestSupport

/// A mirror that has had its days for weeks. It takes its time to make, so it is made once, and each course has a copy.
///
/// Where pictures lie is part of a mirror, so a copy's NASA needs the port of the first one's: there is one copy at a
/// time.
struct StandingMirror {
    static let days = "2026-09-22"..."2026-11-20"

    /// The hours that it lived since noon of the last day: the day's passes are over, and the next post is to come
    /// within the hour.
    static let hours = 16

    let folder: TemporaryFolder
    let port: UInt16

    var root: String { folder.path + "/APOD" }

    init(_ shape: MirrorUnderTest.Shape) async throws {
        let daemon = try await DaemonUnderTest(Self.days, shape)
        try await daemon.mirror.sync()
        try await daemon.mirror.settle()
        try await daemon.run(hours: Self.hours)
        (folder, port) = (try TemporaryFolder(), daemon.mirror.nasa.port)
        _ = Command.succeeds("cp", "-a", daemon.mirror.root, root)
    }
}
