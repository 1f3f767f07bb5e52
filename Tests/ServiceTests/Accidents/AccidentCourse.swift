import Belief
import Days
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import RefreshTestSupport
@testable import Service
@testable import Settings

/// What one mirror lives through: an accident, and the two days after it.
final class AccidentCourse {
    struct Broken: Error, CustomStringConvertible {
        var description: String
    }

    private let combination: Combination
    private let daemon: DaemonUnderTest
    private var days: MirroredDays
    /// What status and passes said in the accident.
    private var told: Set<String> = []

    private var mirror: MirrorUnderTest { daemon.mirror }
    private var row: AccidentRow { combination.row }
    private var isAboutOneDay: Bool { combination.mirror == .today }
    private var mayBeStored: Bool { row.mayBeStored(ofOneDay: isAboutOneDay) }

    init(_ combination: Combination, _ standing: StandingMirror?) async throws {
        let isFresh = combination.mirror == .fresh
        daemon = try await DaemonUnderTest(
            StandingMirror.days, combination.shape, start: isFresh ? "2026-10-22" : nil,
            copyOf: isFresh ? nil : standing)
        if !isFresh { daemon.mirror.clock.advance(hours: StandingMirror.hours) }
        daemon.mirror.nasa.setLatency(milliseconds: combination.latency)
        if combination.row.keepsWaiting { daemon.mirror.settings.lowSpeedTime = .seconds(1) }
        self.combination = combination
        days = MirroredDays(daemon)
    }

    func run() async throws {
        try look()
        mirror.nasa.clearRequests()
        daemon.begin(row, only: isAboutOneDay ? daemon.tomorrow : nil, combination.course)
        // The first pass: the day's thorough one, or that of an owner who has just made the mirror.
        try await daemon.run(hours: 2) { try await self.checkFirstPass() }
        try await daemon.run(hours: combination.length.rawValue) { try await self.check() }
        if combination.mirror == .standing, let named = row.named {
            try expect(told.contains { $0.contains(named) }, "nothing said “\(named)”, but \(told.sorted())")
        }
        try daemon.endAccident()
        try await daemon.run(hours: 48) { try self.look() }
        try await checkEnd()
    }

    private func look() throws {
        let found = days.look(mayBeWrong: mayBeStored)
        try expect(found.isEmpty, "\(found.prefix(5).joined(separator: "; "))\(found.count > 5 ? "; …" : "")")
    }

    /// What befalls the whole server is no day's fault: nothing of it is booked, and it is soon noticed.
    ///
    /// Ten days may be under way, and each asks for an original and for what stands in for it. Three of them in vain
    /// raise the doubt, which two pictures and two entries that the server had and two days that are left decide; up to
    /// five days without an entry are asked for again by themselves.
    private func checkFirstPass() async throws {
        let code = try await check()
        try expect(code == nil || code != .fine, "exit code 0")
        guard row.isOfWholeServer, !isAboutOneDay else { return }
        let disputes = mirror.disputes
        try expect(mirror.absent.absent.isEmpty && disputes.pictures.isEmpty && disputes.words.isEmpty, "it is booked")
        // One record for all is what the API sends: pictures come as ever.
        let asked = row.name == Accident.oneRecord.name ? mirror.entryRequests : mirror.nasa.requests
        let (struck, most) = (asked.count(where: \.isStruck), 38)
        let isBounded = row.kin != .harmless && !Abilities.isForSanitizer
        try expect(!isBounded || struck <= most, "\(struck) requests were struck")
    }

    /// What holds after each pass in the accident. Returns the exit code where there is something to tell.
    @discardableResult
    private func check() async throws -> ExitCode? {
        try look()
        if row.kin == .harmless { return nil }
        let (status, report) = (try await daemon.status, daemon.report)
        let named = status.days.disputed.merging(status.days.pending) { $1 }.merging(status.days.refused ?? [:]) { $1 }
        told.formUnion(named.values)
        told.insert(report.sentence)
        let today = LocalTime.eastern.day(at: mirror.clock.now)
        let (newest, absent) = ("\(today.advanced(by: 1 - Limits.newest))", mirror.absent)
        // A post of today's may be late, and for older days NASA may say in its own words that it has nothing.
        let lacking = days.lacking.filter { $0 < "\(today)" && !absent.isKnown(.of($0)) }
        let spoiled = days.right.filter { $0 >= newest && $0 < "\(today)" && daemon.isSpoiled($0) }
        let untold = (lacking + spoiled).filter { named[$0] == nil }
        try expect(report.failure != nil || untold.isEmpty, "status does not name \(untold)")
        if lacking.isEmpty, spoiled.isEmpty, report.failure == nil { return nil }
        try expect(!status.isWell, "status is 0")
        return report.exitCode
    }

    /// All is as NASA has it, and nothing is told any more.
    private func checkEnd() async throws {
        try look()
        let status = try await daemon.status
        try expect(days.wrong.isEmpty, "two days after it these are not as NASA has them: \(days.wrong.prefix(5))")
        try expect(
            status.isWell && daemon.report.exitCode == .fine, "two days after it status is 1: \(status.troubles)")
        try expect(
            mirror.disputes == Disputes() && mirror.absent == MissingDays(), "two days after it something is noted")
        let former = row.isOfWholeServer ? mirror.nasa.dates.filter { !mirror.formerWords($0).isEmpty } : []
        try expect(former.isEmpty, "former words are kept of \(former)")
        try mirror.expectSoundTree()
    }

    private func expect(_ holds: Bool, _ complaint: @autoclosure () -> String) throws {
        if holds { return }
        throw Broken(
            description:
                "\(complaint()); after pass \(daemon.passes), at \(mirror.clock.now): \(daemon.report.sentence)")
    }
}
