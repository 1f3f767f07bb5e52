import Days

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings

extension MirrorUnderTest {
    /// The passes of a daemon or a command, by the mirror's own clock.
    func passes(_ configuration: Configuration? = nil) async throws -> Passes {
        let (archive, clock) = (try await archive(), clock)
        return Passes(
            archive: archive, refresher: try await refresher(), schedule: Schedule(of: archive.tree.identity),
            nasa: NASAClock(local: { clock.now }, elapsed: { clock.now.seconds }),
            configuration: configuration ?? Configuration(mirror: root))
    }
}
