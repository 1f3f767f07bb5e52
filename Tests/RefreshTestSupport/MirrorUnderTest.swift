import Belief
import Days
import Folder
import Foundation
import SampleNASA
import TestSupport
import Testing
import Transfer

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import Settings
@testable import Store

/// Of the settings: ``SampleNASA`` has a type of that name, too.
typealias MirroredSize = Settings.PictureSize

/// A mirror in a folder of its own, the NASA it mirrors, and the clock both go by.
///
/// The folder around the root holds a sentinel: nothing but the root may ever change in there.
final class MirrorUnderTest {
    /// What a test may want otherwise; everything is small and quick.
    struct Settings {
        var size = MirroredSize.original
        var video = VideoPolicy.download
        var maximumVideoBytes: Int64 = 200_000_000
        var minimumFreeBytes: Int64 = 0
        /// How long a download may stand still. Under a sanitizer a painter takes its time.
        var lowSpeedTime = Duration.seconds(600)
        /// Whether pictures are compared by what they show, as the decoder does.
        var hasDecoder = false
    }

    enum Shape: CaseIterable, CustomStringConvertible {
        case basic, legacy

        var description: String { self == .basic ? "apod-basic" : "planetary-apod" }
    }

    struct Outcome {
        let summary: PassReport
        let events: [MirrorEvent]
    }

    let nasa: SampleNASA
    var shape: Shape
    let clock: TestClock
    let box: String
    var root: String { box + "/APOD" }
    var settings = Settings()
    /// The owner's settings for favorites, and the clocks that their passes go by.
    var favorites = FavoritesRules()
    /// Released and made anew by ``restart()``, as by another process.
    private var open: Archive?
    private lazy var transfer = Transfer(
        userAgent: "apod-mirror/test",
        limits: .init(
            connectTimeout: .seconds(600), lowSpeedTime: settings.lowSpeedTime, idle: .milliseconds(200)))

    /// A mirror whose history begins on the first of the days; it is noon of the last one.
    ///
    /// - Parameter mirror: the root that this one is a copy of, and the port of its NASA, which has stopped.
    init(
        _ days: ClosedRange<String>, _ shape: Shape = .basic, _ options: SampleNASA.Options? = nil,
        on disk: String? = nil, copyOf mirror: (root: String, port: UInt16)? = nil
    ) throws {
        self.shape = shape
        let plain = SampleNASA.Options(first: days.lowerBound, last: days.upperBound, pictureSize: .small)
        nasa = SampleNASA(options ?? plain)
        try nasa.start(port: mirror?.port ?? 0)
        clock = TestClock(Day.of(days.upperBound))
        box = disk ?? FileManager.default.temporaryDirectory.path + "/apod-mirror-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: box + "/beside", withIntermediateDirectories: true)
        try Data("nobody touches this".utf8).write(to: URL(filePath: box + "/beside/sentinel"))
        if let mirror {
            try #require(Command.succeeds("cp", "-a", mirror.root, root))
        } else {
            _ = try RootCreation.create(root, start: Day.of(days.lowerBound))
        }
    }

    deinit {
        nasa.stop()
        try? FileManager.default.removeItem(atPath: box)
    }

    func archive() async throws -> Archive {
        if let open { return open }
        let archive = try await Archive.open(root, favorites: favorites)
        open = archive
        return archive
    }

    /// Gives up on a download that stands still after a moment, for tests that wait for it. The pictures are painted
    /// beforehand: under a sanitizer a painter stands still, too.
    func beImpatient() {
        for date in nasa.dates { _ = nasa.picture(for: date) }
        settings.lowSpeedTime = .seconds(4)
    }

    /// What the next pass works on was opened by a new process, as far as the mirror can tell.
    func restart() {
        open = nil
    }

    /// One pass, awaited to its end, with everything it told.
    ///
    /// - Parameter meanwhile: runs beside the pass and may cancel it.
    @discardableResult
    func sync(
        _ scope: RefreshScope = .due(),
        meanwhile: ((Task<PassReport, any Error>) async -> Void)? = nil
    ) async throws -> Outcome {
        let told = Guarded<[MirrorEvent]>([])
        let refresher = try await refresher()
        let pass = Task {
            try await refresher.events.heard { event in
                told.withLock { $0.append(event) }
            } during: {
                try await refresher.refresh(scope)
            }
        }
        await meanwhile?(pass)
        return Outcome(summary: try await pass.result.get(), events: told.withLock { $0 })
    }

    /// NASA has served for weeks what the mirror has of days that are older than a week.
    func settle() async throws {
        let now = clock.now
        let last = now.day.advanced(by: -Limits.settle - 1)
        try await archive().perform { archive in
            let old = try archive.store.list().presentDays.prefix { $0 <= last }.compactMap(archive.tree.metadata)
            try archive.notes.change { notes in
                for stored in old {
                    let day = stored.date
                    var words = notes.words(of: stored, now: now)
                    (words.settled, words.asked) = (now, max(now, stored.mirror.fetched))
                    notes.note(words: words, of: day)
                    guard let picture = stored.mirror.picture else { continue }
                    var version = notes.picture(picture, of: day, now: now)
                    (version.settled, version.asked) = (now, max(now, picture.fetched))
                    notes.note(picture: version, of: day)
                }
                notes.forgetQuiet(at: now)
            }
        }
    }

    @discardableResult
    func sync(days: ClosedRange<String>) async throws -> Outcome {
        try await sync(.days(Day.of(days.lowerBound)...Day.of(days.upperBound)))
    }

    /// - Parameter nasa: what time it is at NASA, as far as the mirror knows; by default that is no question.
    func refresher(nasa known: NASAClock? = nil) async throws -> Refresher {
        let (clock, settings) = (clock, settings)
        let archive = try await archive()
        let now: @Sendable () -> Timestamp = { known?.now ?? clock.now }
        let today: @Sendable () -> Day = { known?.today ?? clock.now.day }
        let isBasic = shape == .basic
        let source = EntryServer(
            isBasic ? .apodBasic : .planetary, base: isBasic ? nasa.apodBasicURL : nasa.planetaryURL,
            fetcher: transfer, clock: known, today: today)
        let (size, video) = (settings.size, settings.video)
        var refresher = Refresher(
            archive: archive, source: source,
            fetch: PictureFetch(
                transfer: transfer, archive: archive, maximumVideoBytes: settings.maximumVideoBytes,
                room: DiskRoom(archive.tree.root, minimum: settings.minimumFreeBytes), clock: now),
            choice: { PictureChoice.make($0, size: size, video: video) }, clock: now, today: today,
            nasa: known)
        if settings.hasDecoder {
            refresher.showTheSame = { one, other, _ in try Self.painting(of: one) == Self.painting(of: other) }
        }
        return refresher
    }

    /// The bytes of a picture of ``SampleNASA`` without its comments and filling.
    private static func painting(of file: OpenFile) throws -> ArraySlice<UInt8> {
        let bytes = try file.read(Int(file.status().bytes), at: 0)
        if bytes.starts(with: [0xFF, 0xD8]) {
            return bytes.firstRange(of: [0xFF, 0xDA, 0, 12]).map { bytes[$0.lowerBound...] } ?? bytes[...]
        }
        let comment = [Array("tEXt".utf8), [0x21, 0xFE]].lazy.compactMap { bytes.firstRange(of: $0)?.lowerBound }.first
        return bytes[..<(comment.map { $0 - 4 } ?? bytes.endIndex)]
    }
}

/// A clock that a test moves by hand; the day in US Eastern is its UTC day.
final class TestClock: Sendable {
    private let state: Guarded<(time: Timestamp, secondsPerReading: Int)>

    init(_ day: Day) {
        state = Guarded((Timestamp.noon(of: day), 0))
    }

    var now: Timestamp {
        state.withLock { state in
            defer { state.time = state.time + state.secondsPerReading }
            return state.time
        }
    }

    /// From now on every look at the clock takes that long, as if the pass were slow.
    func tick(seconds: Int) {
        state.withLock { $0.secondsPerReading = seconds }
    }

    func advance(to time: Timestamp) {
        state.withLock { $0.time = max($0.time, time) }
    }

    func advance(hours: Int) {
        state.withLock { $0.time = $0.time + hours * 3_600 }
    }

    func advance(days: Int) {
        advance(hours: 24 * days)
    }
}
