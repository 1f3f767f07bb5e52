import Belief
import Days
import Folder
import Foundation
import JSON
import SampleNASA
import Testing

@testable import Archive
@testable import Favorites
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport
@testable import Settings
@testable import Store

/// What somebody does to a day while a pass is at work stands: the pass judges the day anew, at every pause of its.
@Suite("When a day changes in the middle of a pass", .timeLimit(.minutes(10)))
struct MeanwhileTests {
    private static let days = "2026-11-10"..."2026-11-20"
    /// Of the pass at hand: was missing, and its picture is wanted.
    private static let wanted = "2026-11-20"
    /// Stands in the mirror and is read again, with another title.
    private static let corrected = "2026-11-19"
    /// Stands in the mirror, and NASA has put another picture up.
    private static let replaced = "2026-11-18"

    /// Where the pass stands still while somebody acts.
    enum Moment: CaseIterable, CustomTestStringConvertible {
        /// Its first request is not answered yet: it has read the mirror and made its plan.
        case asked
        /// Half of the wanted picture has come; the entries have.
        case downloading

        var testDescription: String { self == .asked ? "while it asks" : "in a download" }
    }

    /// A mirror whose pass stands still, and what goes on then.
    private func meanwhile(
        _ moment: Moment, _ act: @escaping (MirrorUnderTest, Archive) async throws -> Void
    ) async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days)
        for date in [Self.wanted, Self.corrected, Self.replaced] {
            let day = try #require(SampleDay.picture(date, mirror))
            mirror.nasa.update(day)
        }
        try await mirror.sync(days: Self.days.lowerBound...Self.corrected)
        var day = try #require(mirror.nasa.day(Self.corrected))
        day.title = "Corrected"
        mirror.nasa.update(day)
        mirror.nasa.repaint(Self.replaced, file: "Another.jpg")

        let gate = Gate()
        mirror.nasa.setFault(.gated(gate), for: moment == .asked ? .entries : .media(Self.wanted))
        let archive = try await mirror.archive()
        let failure = Guarded<(any Error)?>(nil)
        try await mirror.sync { _ in
            await mirror.wait { gate.waiting > 0 }
            do { try await act(mirror, archive) } catch { failure.withLock { $0 = error } }
            gate.open()
        }
        if let error = failure.withLock({ $0 }) { throw error }
        mirror.nasa.clearFaults()
        return mirror
    }

    /// The one file that stands for a day.
    private static func file(_ date: String, _ month: String) throws -> String {
        try #require(FileManager.default.contentsOfDirectory(atPath: month).first { $0.hasPrefix(date) })
    }

    @Test(arguments: Moment.allCases, [Self.corrected, Self.replaced])
    func `a day that is hidden stays hidden`(moment: Moment, date: String) async throws {
        let mirror = try await meanwhile(moment) { _, archive in
            try await archive.perform { try $0.store.hide(.of(date)) }
        }
        #expect(mirror.files(date) == [])
        #expect(mirror.metadata(date)?.mirror.state == .hidden)
        try mirror.expectSoundTree()
        try await mirror.sync()
        #expect(mirror.metadata(date)?.mirror.state == .hidden)
    }

    @Test(arguments: Moment.allCases)
    func `a pending day that is hidden while its picture comes stays hidden`(moment: Moment) async throws {
        let mirror = try await meanwhile(moment) { mirror, archive in
            var metadata = Metadata.sample(Self.wanted)
            metadata.mirror.state = .pending
            let basis = try DayChange.Basis.asItStands(.of(Self.wanted), in: mirror.root)
            _ = try await archive.store(DayChange(metadata: metadata, content: .none, basis: basis))
            try await archive.perform { try $0.store.hide(.of(Self.wanted)) }
        }
        #expect(mirror.files(Self.wanted) == [])
        #expect(mirror.metadata(Self.wanted)?.mirror.state == .hidden)
        try mirror.expectSoundTree()
    }

    @Test(arguments: Moment.allCases, [Self.corrected, Self.replaced])
    func `a day that is no longer hidden is fetched`(moment: Moment, date: String) async throws {
        let mirror = try await meanwhile(moment) { mirror, archive in
            try await archive.perform { try $0.store.hide(.of(date)) }
            try await archive.perform { try $0.store.unhide(.of(date)) }
        }
        try await mirror.sync()
        try mirror.expectWhole(date)
        try mirror.expectSoundTree()
    }

    @Test(arguments: Moment.allCases, [Self.corrected, Self.replaced])
    func `what somebody wrote into a day's JSON is kept`(moment: Moment, date: String) async throws {
        let mirror = try await meanwhile(moment) { mirror, archive in
            let path = "\(mirror.month(date))/metadata/\(date).json"
            try await archive.byHand {
                guard case .object(var members)? = JSONValue(Array(try Data(contentsOf: URL(filePath: path)))) else {
                    return
                }
                members["my_note"] = .text("seen with my own eyes")
                try JSONFile.encode(JSONValue.object(members)).write(to: path)
            }
        }
        let json = JSONValue(mirror.bytes("\(mirror.month(date))/metadata/\(date).json") ?? [])
        #expect(json?["my_note"] == .text("seen with my own eyes"))
        try mirror.expectWhole(date)
        try mirror.expectSoundTree()
    }

    @Test(arguments: Moment.allCases, [Self.corrected, Self.replaced])
    func `a picture that is deleted is missing, and comes back with the next pass`(
        moment: Moment, date: String
    ) async throws {
        let mirror = try await meanwhile(moment) { mirror, archive in
            let month = mirror.month(date)
            try await archive.byHand {
                try FileManager.default.removeItem(atPath: "\(month)/\(Self.file(date, month))")
            }
        }
        try await mirror.sync()
        try mirror.expectWhole(date)
        try mirror.expectSoundTree()
    }

    @Test(arguments: Moment.allCases, [Self.corrected, Self.replaced])
    func `a picture that is renamed by hand is none of ours, and nothing of it is lost`(
        moment: Moment, date: String
    ) async throws {
        let mirror = try await meanwhile(moment) { mirror, archive in
            let month = mirror.month(date)
            try await archive.byHand {
                try FileManager.default.moveItem(
                    atPath: "\(month)/\(Self.file(date, month))", toPath: "\(month)/My picture.jpg")
            }
        }
        #expect(mirror.bytes("\(mirror.month(date))/My picture.jpg") != nil)
        try await mirror.sync()
        try mirror.expectWhole(date)
    }

    @Test(arguments: Moment.allCases, [Self.corrected, Self.replaced])
    func `other bytes in a picture's place are kept`(moment: Moment, date: String) async throws {
        let mine = photo("my own")
        let mirror = try await meanwhile(moment) { mirror, archive in
            let month = mirror.month(date)
            try await archive.byHand { try mine.write(to: "\(month)/\(Self.file(date, month))") }
        }
        let kept = mirror.superseded(date).map { mirror.bytes("\(mirror.month(date))/metadata/superseded/\($0)") }
        let standing = mirror.files(date).map { mirror.bytes("\(mirror.month(date))/\($0)") }
        #expect((kept + standing).contains(mine))
    }

    @Test(arguments: Moment.allCases)
    func `a link that is dropped makes a favorite of a hidden day, which is fetched`(moment: Moment) async throws {
        let date = Self.corrected
        let mirror = try await meanwhile(moment) { mirror, archive in
            let file = try #require(mirror.files(date).first)
            try await archive.perform { try $0.store.hide(.of(date)) }
            try FileManager.default.createSymbolicLink(
                atPath: "\(mirror.root)/favorites/\(file)", withDestinationPath: "\(mirror.month(date))/\(file)")
            _ = try await archive.perform { try $0.favorites.run() }
        }
        try await mirror.sync()
        try mirror.expectWhole(date)
        let record = try Tree.open(mirror.root).favoritesRecord()
        #expect(record?.favorites.keys.map(\.description) == [date])
    }

    @Test(arguments: Moment.allCases)
    func `days that a prune takes out are not put back by the pass`(moment: Moment) async throws {
        let mirror = try await meanwhile(moment) { mirror, archive in
            _ = try await archive.prune(keep: .days(2), now: mirror.clock.now)
        }
        for date in mirror.nasa.dates where date < Self.replaced { #expect(mirror.files(date) == [], "\(date)") }
        try mirror.expectSoundTree()
    }

    @Test(arguments: Moment.allCases)
    func `a replacement that is accepted meanwhile stands`(moment: Moment) async throws {
        let date = "2026-11-11"
        let mirror = try await meanwhile(moment) { mirror, archive in
            mirror.nasa.repaint(date, file: "Accepted.jpg")
            let dispute = Dispute(reason: "test", url: "", key: "", since: mirror.clock.now)
            try await archive.perform { try $0.notes.change { $0.disputes.pictures[.of(date)] = dispute } }
        }
        try await mirror.sync(.replacements(of: [.of(date)]))
        try mirror.expectWhole(date)
        #expect(mirror.disputes.pictures[.of(date)] == nil)
        try mirror.expectSoundTree()
    }

    @Test(arguments: Moment.allCases)
    func `a whole month that goes comes back, and nothing of it is claimed meanwhile`(moment: Moment) async throws {
        let mirror = try await meanwhile(moment) { mirror, archive in
            let month = mirror.month(Self.wanted)
            try await archive.byHand { try FileManager.default.removeItem(atPath: month) }
        }
        try await mirror.sync()
        for date in mirror.nasa.dates where mirror.nasa.day(date)?.picture != nil { try mirror.expectWhole(date) }
        try mirror.expectSoundTree()
    }
}

extension Archive {
    /// Between two changes of the archive's own: a hand that reads and writes is not to be split by one.
    fileprivate func byHand(_ act: @Sendable () throws -> Void) rethrows { try act() }
}

extension SampleDay {
    /// The day with a plain picture, whatever it was.
    fileprivate static func picture(_ date: String, _ mirror: MirrorUnderTest) -> SampleDay? {
        var day = mirror.nasa.day(date)
        if day?.picture == nil {
            let file = "Plain_\(date).jpg"
            day?.media = .picture(
                Picture(file: file, folder: "2026/november", format: .jpeg, width: 64, height: 48, bytes: 0))
        }
        return day
    }
}
