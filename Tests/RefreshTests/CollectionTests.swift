import Days
import Folder
import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings

/// A folder in which somebody collected pictures, by programs that each name them in their own way.
@Suite("Pictures of a collection")
struct CollectionTests {
    private static let days = "2026-10-20"..."2026-11-18"
    private let mirror: MirrorUnderTest
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // Large enough that three pieces are not the whole.
        mirror = try MirrorUnderTest(
            Self.days, .basic,
            SampleNASA.Options(
                first: Self.days.lowerBound, last: Self.days.upperBound, pictureSize: .fixed(200_000)))
    }

    /// The days that have a picture of their own.
    private var dates: [String] {
        mirror.nasa.dates.filter { !mirror.nasa.picture(for: $0).isEmpty && mirror.nasa.video(for: $0).isEmpty }
    }

    @discardableResult
    private func put(_ path: String, _ bytes: [UInt8]) throws -> String {
        let url = URL(filePath: "\(folder.path)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return path
    }

    /// The name that a program gave the day's picture.
    private func path(_ date: String, _ scheme: Int) throws -> String {
        let day = try #require(mirror.nasa.day(date))
        let file = try #require(day.picture?.file)
        let isOnly = mirror.nasa.dates.count { mirror.nasa.day($0)?.title == day.title } == 1
        let title = String(day.title.map { "/:".contains($0) ? "-" : $0 })
        return switch scheme % 5 {
        case 0: "by date/\(date).jpg"
        case 1: "image/\(Day.of(date).sixDigits.prefix(4))/\(file)"
        case 2 where isOnly: "titles/\(scheme)/\(title).jpg"
        case 3: "gallery/apod_\(date.replacing("-", with: ""))_\(file)"
        default: "archive/\(date.replacing("-", with: "/"))/picture.jpg"
        }
    }

    private func adopt(
        _ manner: OfferedCollection.Manner = .copy, isUnchecked: Bool = false
    ) async throws -> (summary: PassReport, report: AdoptionReport) {
        let root = try #require(try Folder.open(mirror.root))
        let collection = try PictureCollection(folder.path, beside: root)
        let offered = OfferedCollection(collection, manner, isUnchecked: isUnchecked)
        let refresher = try await mirror.refresher()
        let days = Set(Day.of(Self.days.lowerBound)...Day.of(Self.days.upperBound))
        let summary =
            isUnchecked
            ? try await refresher.refresh(days, fromRecordsIn: offered)
            : try await refresher.taking(from: offered).refresh(.named(days))
        return (summary, try await refresher.report(on: offered, reasons: summary.pending))
    }

    private var listed: [String] {
        (FileManager.default.subpaths(atPath: folder.path) ?? []).filter { $0.contains(".") }.sorted()
    }

    @Test func `every right picture is taken, whatever its name, and of each at most a tenth is fetched`() async throws
    {
        for (number, date) in dates.enumerated() { try put(path(date, number), mirror.nasa.picture(for: date)) }
        let before = listed
        let (summary, report) = try await adopt()
        #expect(summary.stored == dates.count)
        #expect(report.adopted.count == dates.count && report.left.isEmpty && report.held == 0, "\(report)")
        var bytes = 0
        for date in dates {
            #expect(mirror.picture(date) == mirror.nasa.picture(for: date))
            #expect(mirror.metadata(date)?.mirror.picture?.isUnverified == nil)
            bytes += mirror.nasa.picture(for: date).count
            try mirror.expectWhole(date)
        }
        #expect(mirror.mediaRequests.count <= 3 * dates.count)
        #expect(mirror.mediaRequests.reduce(0) { $0 + $1.bodyBytesSent } * 10 <= bytes)
        #expect(listed == before)
        try mirror.expectSoundTree()
        // Begun again it costs nothing.
        mirror.nasa.clearRequests()
        let again = try await adopt()
        #expect(again.report.held == dates.count && again.report.adopted.isEmpty)
        #expect(mirror.mediaRequests.isEmpty)
        // NASA says the same, and is asked for nothing more.
        mirror.clock.advance(days: 1)
        let outcome = try await mirror.sync(.due())
        #expect(outcome.summary.replaced == 0 && mirror.disputes == Disputes())
    }

    @Test func `a file that is not NASA's picture is never taken: the day's is fetched`() async throws {
        let wrong = Array(dates.prefix(8))
        for (number, date) in wrong.enumerated() {
            var bytes = mirror.nasa.picture(for: date)
            switch number {
            case 0: bytes[bytes.count / 2] ^= 1
            case 1: bytes[10] ^= 1
            case 2: bytes[bytes.count - 10] ^= 1
            case 3: bytes = Array(bytes.dropLast(1_000))
            case 4: bytes = Array(bytes.prefix(100))
            case 5: bytes = mirror.nasa.picture(for: dates[20])
            case 6: bytes = Array("<html>gone</html>".utf8)
            default: bytes += [0]
            }
            try put("\(date).jpg", bytes)
        }
        let (_, report) = try await adopt()
        #expect(report.adopted.isEmpty)
        #expect(report.left.count == wrong.count)
        for date in wrong {
            #expect(mirror.picture(date) == mirror.nasa.picture(for: date))
            #expect(report.left["\(date).jpg"] != nil)
        }
        // Days that nothing in the folder is of are left to a sync.
        #expect(mirror.files(dates[20]).isEmpty)
        try mirror.expectSoundTree()
    }

    @Test func `what is moved goes once the mirror has it, and what is not taken stays`() async throws {
        let (right, wrong) = (dates[0], dates[1])
        try put("\(right).jpg", mirror.nasa.picture(for: right))
        try put("\(wrong).jpg", mirror.nasa.picture(for: dates[2]))
        try put("words.txt", Array("mine".utf8))
        let (_, report) = try await adopt(.move)
        #expect(report.removed == 1)
        #expect(listed == ["\(wrong).jpg", "words.txt"])
        #expect(mirror.picture(right) == mirror.nasa.picture(for: right))
        try mirror.expectWhole(right)
    }

    @Test func `a moved file stays where the mirror's own picture is damaged`() async throws {
        let date = dates[0]
        try await mirror.sync(.days(.of(date)...Day.of(date)))
        try put("\(date).jpg", mirror.nasa.picture(for: date))
        let path = "\(mirror.month(date))/\(try #require(mirror.files(date).first))"
        var bytes = try #require(mirror.bytes(path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: path)
        let (_, report) = try await adopt(.move)
        #expect(report.removed == 0)
        #expect(report.left["\(date).jpg"]?.contains("is damaged") == true, "\(report)")
        #expect(listed == ["\(date).jpg"])
    }

    @Test func `a smaller rendition does not keep NASA's original out`() async throws {
        let date = dates[0]
        mirror.settings.size = .wide1920
        try await mirror.sync(.days(.of(date)...Day.of(date)))
        let rendition = try #require(mirror.picture(date))
        let original = mirror.nasa.picture(for: date)
        try #require(rendition != original)
        try FileManager.default.removeItem(atPath: mirror.month(date))
        mirror.settings.size = .original
        mirror.restart()
        try put("\(date).jpg", rendition)
        let (_, report) = try await adopt()
        #expect(report.adopted.isEmpty)
        #expect(mirror.picture(date) == original)
    }

    @Test func `a link leaves the folder's file whole, also where its day is fetched anew later`() async throws {
        let date = dates[0]
        let bytes = mirror.nasa.picture(for: date)
        try put("\(date).jpg", bytes)
        _ = try await adopt(.link)
        let path = "\(folder.path)/\(date).jpg"
        let links = try FileManager.default.attributesOfItem(atPath: path)[.referenceCount] as? Int
        #expect(links == 2)
        // A commit that was cut short leaves the link where downloads go.
        try FileManager.default.linkItem(atPath: path, toPath: "\(mirror.root)/.apod-mirror/incoming/\(dates[1]).part")
        try FileManager.default.removeItem(atPath: mirror.month(date))
        mirror.restart()
        try await mirror.sync(.days(Day.of(Self.days.lowerBound)...Day.of(Self.days.upperBound)))
        #expect(mirror.bytes(path) == bytes)
        #expect(mirror.picture(date) == bytes)
    }

    @Test func `bytes that are recorded are proof enough, and nothing of the picture is asked for`() async throws {
        let date = dates[3]
        try await mirror.sync(.days(.of(date)...Day.of(date)))
        let name = try #require(mirror.files(date).first)
        try put("any name.jpg", mirror.nasa.picture(for: date))
        try put("\(date) another.jpg", mirror.nasa.picture(for: date))
        try FileManager.default.removeItem(atPath: "\(mirror.month(date))/\(name)")
        mirror.nasa.clearRequests()
        let (summary, report) = try await adopt()
        #expect(summary.stored == 1)
        #expect(report.adopted[date] == "\(date) another.jpg")
        #expect(mirror.mediaRequests.isEmpty)
        try mirror.expectWhole(date)
    }

    // MARK: NASA is gone

    /// NASA's records, as a mirror keeps them.
    private func keepRecords() async throws {
        try await mirror.sync()
        for date in mirror.nasa.dates { try put("records/\(date).json", #require(mirror.record(date))) }
        let years = try FileManager.default.contentsOfDirectory(atPath: mirror.root).filter { $0.hasPrefix("2") }
        for year in years { try FileManager.default.removeItem(atPath: "\(mirror.root)/\(year)") }
        mirror.restart()
        mirror.nasa.clearRequests()
    }

    @Test func `without NASA, records and pictures make a mirror, which asks NASA later`() async throws {
        try await keepRecords()
        mirror.nasa.setFault(.resets, for: .everything)
        for (number, date) in dates.enumerated() { try put(path(date, number), mirror.nasa.picture(for: date)) }
        let (_, report) = try await adopt(isUnchecked: true)
        #expect(report.adopted.count == dates.count && report.left.isEmpty, "\(report)")
        #expect(mirror.nasa.requests.isEmpty)
        for date in dates {
            #expect(mirror.picture(date) == mirror.nasa.picture(for: date))
            #expect(mirror.metadata(date)?.mirror.picture?.isUnverified == true)
            #expect(mirror.record(date) == mirror.bytes("\(folder.path)/records/\(date).json"))
        }
        try mirror.expectSoundTree()
        // NASA answers again: pieces of each picture are enough.
        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 2)
        let pages = mirror.nasa.dates.filter { mirror.files($0).contains { $0.hasSuffix(".html") } }
        let outcome = try await mirror.sync(.due())
        // Only pages, which lead where a record says that nobody vouches for, are made again.
        #expect(outcome.summary.replaced == pages.count)
        let asked = mirror.mediaRequests.filter { request in
            dates.contains { request.path.contains(mirror.nasa.day($0)?.picture?.file ?? "?") } && request.range == nil
        }
        #expect(asked.isEmpty)
        for date in dates { #expect(mirror.metadata(date)?.mirror.picture?.isUnverified == nil) }
        #expect(try await !mirror.archive().tree.dayNotes.isAnyUnasked)
    }

    @Test func `a picture that was taken unchecked gives way to NASA's without a dispute`() async throws {
        try await keepRecords()
        let date = dates[4]
        mirror.nasa.setFault(.resets, for: .everything)
        var bytes = mirror.nasa.picture(for: date)
        bytes[bytes.count / 2] ^= 1
        try put("\(date).jpg", bytes)
        _ = try await adopt(isUnchecked: true)
        #expect(mirror.picture(date) == bytes)
        mirror.nasa.clearFaults()
        mirror.clock.advance(days: 2)
        try await mirror.sync(.due())
        #expect(mirror.picture(date) == mirror.nasa.picture(for: date))
        #expect(mirror.disputes == Disputes())
        #expect(mirror.metadata(date)?.mirror.picture?.isUnverified == nil)
    }

    @Test func `unchecked, a picture of another size or of no day is not taken`() async throws {
        try await keepRecords()
        let (small, nameless) = (dates[5], dates[6])
        let other = try SampleNASA.started(SampleNASA.Options(first: small, last: small, pictureSize: .small))
        defer { other.stop() }
        try put("\(small).jpg", other.picture(for: small))
        try put("DSC_0001.jpg", mirror.nasa.picture(for: nameless))
        let (_, report) = try await adopt(isUnchecked: true)
        #expect(report.left["\(small).jpg"]?.contains("pixels") == true, "\(report)")
        #expect(report.left["DSC_0001.jpg"] != nil)
        #expect(mirror.files(small).isEmpty && mirror.files(nameless).isEmpty)
        mirror.expectPending(small, "the folder that was imported")
    }
}
