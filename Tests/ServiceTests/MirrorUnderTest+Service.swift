import Days
import SampleNASA

@testable import Archive
@testable import Folder
@testable import Gallery
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
            clock: NASAClock(local: { clock.now }, elapsed: { clock.now.seconds }),
            configuration: configuration ?? Configuration(mirror: root))
    }

    var withoutGallery: Configuration {
        var configuration = Configuration(mirror: root)
        (configuration.gallery, configuration.thumbnails) = (false, false)
        configuration.source =
            shape == .basic ? .apodBasic(base: nasa.apodBasicURL) : .planetaryAPOD(base: nasa.planetaryURL)
        return configuration
    }

    /// Carries an order out as a command does, and returns what it tells: events in the words of the log, and lines.
    func carryOut(_ order: Order) async throws -> (code: ExitCode, told: [String]) {
        let (archive, told) = (try await archive(), Monitor<[String]>([]))
        let words = EventWords(log: Log { _ in }, options: "")
        let request = ControlRequest(
            order: order, mirror: archive.tree.identity.id, place: root, options: "", settings: NamedSettings(),
            isQuiet: false, wantsProgress: false)
        let handler = OrderHandler(
            passes: try await passes(withoutGallery),
            galleryUpdater: GalleryUpdater(
                archive: archive, maker: nil, gallery: nil, log: Log { _ in }, fetchAgain: { _ in }),
            say: { reply in
                switch reply {
                case .line(let text), .complaint(let text): told.withLock { $0.append(text) }
                case .event(let event): told.withLock { $0 += [words.line(for: event)].compactMap(\.self) }
                case .received, .status, .ended: break
                }
            },
            request: request, holder: .command)
        return (try await handler.carryOut(), told.withLock { $0 })
    }
}
