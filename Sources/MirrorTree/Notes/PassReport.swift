package import Days
package import Folder
package import Settings

/// The report of a pass: what it did, what it left, and what ended it early.
///
/// The exit code of a sync, its closing words, the status, the first page's sentence about NASA and the schedule follow from
/// it. `.apod-mirror/sync.json` keeps the report of the last pass for all that was due; older versions leave that file alone.
package struct PassReport: MirrorNote, Decodable, Sendable {
    package static let name: FilePath = "sync.json"

    package var began = Timestamp(seconds: 0)
    package var ended = Timestamp(seconds: 0)
    /// The address of the source that was asked.
    package var source = ""
    package var stored = 0
    package var replaced = 0
    package var corrected = 0
    /// Stories that a notice was cut off.
    package var cut = 0
    /// Days whose words were damaged or edited here, and are NASA's again.
    package var reread = 0
    /// Days whose record as NASA served it is kept from now on, and was not by an older version.
    package var recorded = 0
    /// The days that this pass left without a picture, with the reason.
    package var pending: [Day: String] = [:]
    /// The pending days that nothing is known of, since a list of NASA's left them out.
    package var leftOut: Set<Day> = []
    /// Days NASA has nothing for (yet).
    package var unpublished: Set<Day> = []
    /// The days whose new picture or words this pass held back, with the reason.
    package var disputed: [Day: String] = [:]
    /// Errors of single years or months, a sentence each: their days were left as they are.
    package var troubles: [String] = []
    /// Hosts that could not be reached, each with the reason that its days wait with.
    package var hostsAway: [String: String] = [:]
    /// Days whose picture stands in for a better one that was asked for in vain, also in former passes.
    package var standIns: Set<Day> = []
    /// The reason why the pass ended early; everything stored until then stays.
    package var stopped: PassEnd?
    /// The days of the plan that the pass left without a picture, judged or not.
    package var lacking: Set<Day> = []
    /// The days whose pictures were stored. They are not kept with the report.
    package var pictures: Set<Day> = []
    /// Whether an accident is over, and the next pass goes on at once with days that it may have befallen. It is not kept with
    /// the report.
    package var isToGoOn = false
    /// Everything that is wrong with days at the end of the pass, also with days that it did not judge.
    package var known = DayTroubles()
    /// The part of ``known`` that no report named before.
    package var news = DayTroubles()

    package init() {}

    enum CodingKeys: String, CodingKey {
        case began, ended, source, stored, replaced, corrected, cut, reread, recorded, pending, unpublished, disputed,
            troubles
        case stopped, lacking, known, news
        case leftOut = "left_out"
        case hostsAway = "hosts_away"
        case standIns = "stand_ins"
    }
}

// MARK: - Consequences

extension PassReport {
    /// Whether the pass came to its end, or to one that left nothing to be desired.
    package var isWhole: Bool { failure == nil && stopped?.kind != .spent }

    /// Whether this version made the pass, and counted what it did.
    package var isCounted: Bool { !source.isEmpty }

    /// The failure that ended the pass; `nil` where it left nothing to be desired, or the next pass just goes on.
    package var failure: PassEnd? {
        guard let stopped, stopped.kind != .spent else { return nil }
        return stopped.isAboutPictures && lacking.isEmpty ? nil : stopped
    }

    package var exitCode: ExitCode { failure?.exitCode ?? (news.isEmpty ? .fine : .notAllWell) }

    /// `1 new picture, 2 pending`, or what ended the pass.
    package var sentence: String {
        if let stopped { return "\(stopped)" }
        let new = stored - replaced
        let facts =
            [new > 0 ? Quantity.plural(new, "new picture") : "nothing new"] + changes
            + (pending.isEmpty ? [] : ["\(Quantity.count(pending.count)) pending"])
        return facts.joined(separator: ", ")
    }

    /// The stored pictures and words that gave way to NASA's.
    package var changes: [String] {
        [
            replaced > 0 ? "\(Quantity.count(replaced)) replaced by NASA" : nil,
            corrected > 0 ? "\(Quantity.count(corrected)) corrected by NASA" : nil,
        ].compactMap(\.self)
    }

    /// NASA's answer as pages show it, which others may read.
    ///
    /// - Parameter newest: the newest day that has a picture.
    package func answer(after newest: Day?) -> String {
        if let stopped { return stopped.fact }
        let waiting = pending.filter { day, _ in newest.map { day > $0 } ?? true }
        guard let last = waiting.max(by: { $0.key < $1.key }) else { return "NASA has nothing newer." }
        let days = waiting.count == 1 ? "1 day is" : "\(Quantity.count(waiting.count)) days are"
        return "\(days) still to come; of \(last.key), \(last.value)"
    }

    /// This report with what a later pass over some days found wrong with them.
    package func updated(by later: PassReport) -> PassReport {
        var report = self
        (report.known, report.hostsAway, report.standIns) = (later.known, later.hostsAway, later.standIns)
        return report
    }

    /// Adds what the pass right before this one did.
    package mutating func follow(_ former: PassReport) {
        began = former.began
        stored += former.stored
        replaced += former.replaced
        corrected += former.corrected
        cut += former.cut
        reread += former.reread
        recorded += former.recorded
        news.merge(former.news)
    }

    /// Compares what is wrong now with what the report before named.
    ///
    /// - Parameter known: everything that is wrong with days at the end of the pass.
    package mutating func conclude(_ known: DayTroubles, after former: PassReport?) {
        self.known = known
        let formerHosts = former?.hostsAway ?? [:]
        let named = hostsAway.filter { formerHosts[$0.key] != nil }.values
        news = known.news(after: former?.known ?? DayTroubles(), exceptMissing: Set(named).union(formerHosts.values))
        // A host whose days were not asked for may be away as before.
        hostsAway.merge(formerHosts.filter { known.waitsWith($0.value) }) { now, _ in now }
        standIns.formUnion(former?.standIns.subtracting(pictures) ?? [])
    }
}

// MARK: - The file

extension Tree {
    /// The report of the last pass for all that was due; `nil` before the first. Of a pass that an older version made only its
    /// time is known, and whether it came to its end.
    package var passReport: PassReport? {
        get throws {
            let report = try readNote(PassReport.self)
            guard let last = try sourceState.lastRefresh else { return report }
            if let report, report.ended >= last.time { return report }
            var later = PassReport()
            later.ended = last.time
            if !last.isWhole {
                later.stopped = PassEnd(.other, "the last sync did not come to its end", exitCode: .unavailable)
            }
            later.conclude(report?.known ?? DayTroubles(), after: report)
            return later
        }
    }
}
