import Testing

@testable import Days
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import Service
@testable import Settings

@Suite struct MirrorStatusTests {
    /// Two hours east of Greenwich.
    private let local = LocalTime { _ in 7_200 }

    private func status(_ change: (inout MirrorStatus) -> Void = { _ in }) throws -> MirrorStatus {
        var status = MirrorStatus(
            mirror: "/srv/APOD", process: 7, since: Timestamp("2026-11-01T00:00:00Z"),
            sync: .init(
                last: Timestamp("2026-11-20T05:06:00Z"), outcome: "1 new picture", isWhole: true,
                next: Timestamp("2026-11-21T04:05:00Z")),
            days: .init(present: 11_387), newest: Day.of("2026-11-20"), today: Day.of("2026-11-20"),
            bytes: 13_000_000_000, thumbnailBytes: 2_000_000_000, freeBytes: 812_000_000_000,
            favorites: .init(count: 42),
            source: .init(name: "apod-basic", address: "https://science.nasa.gov/x", requestsToday: 4))
        change(&status)
        return status
    }

    @Test func `the sentence that systemd shows`() throws {
        #expect(
            try status().sentence(local)
                == "11,387 pictures, 42 favorites; today's is in; next sync 06:05")
        #expect(
            try status { $0.today = Day.of("2026-11-21") }.sentence(local)
                == "NASA has not published today's yet (often hours late); next sync 06:05")
        #expect(
            try status {
                $0.favorites.count = 0; $0.days.present = 1
            }.sentence(local)
                == "1 picture; today's is in; next sync 06:05")
        #expect(
            try status { $0.sync.running = .init(done: 3, pictures: 31) }.sentence(local)
                == "11,387 pictures, 42 favorites; fetching 4 of 31")
        #expect(
            try status { $0.sync.running = .init(done: 0, pictures: 0) }.sentence(local)
                == "11,387 pictures, 42 favorites; asking NASA")
        #expect(
            try status { $0.days.refused = ["2026-11-02": "it is empty"] }.sentence(local)
                == "11,387 pictures, 42 favorites, 1 refused; today's is in; next sync 06:05")
        let gone = try status { status in
            status.today = Day.of("2026-11-25")
            status.troubles = ["No new picture since 20 November 2026."]
        }
        #expect(
            gone.sentence(local)
                == "No new picture since 20 November 2026; 11,387 pictures, 42 favorites; next sync 06:05")
    }

    @Test func `what a person reads`() throws {
        let status = try status { status in
            status.days.pending = ["2026-11-19": "the server answers 503"]
            status.days.disputed = ["2026-11-01": "it has under half the pixels"]
            status.days.refused = [
                "2026-11-02": "the answer is not to be believed: the title of its page names 2026-11-03"
            ]
            status.days.hidden = ["2026-10-31"]
            status.favorites.refused = ["notes.txt": "it is no day's picture of this mirror."]
            status.clockDifference = 3_600
            status.source.pausedUntil = Timestamp("2026-11-20T10:00:00Z")
            status.troubles = ["The disk is full."]
        }
        #expect(
            StatusText(status: status, local: local, place: "/srv/APOD").lines == [
                "apod-mirror \(Version.current), running since 2026-11-01 02:00 (process 7)",
                "/srv/APOD: 11,387 pictures, 13 GB, and thumbnails of 2 GB; 812 GB free",
                "Newest: today's",
                "Last sync: 2026-11-20 07:06, 1 new picture",
                "Next sync: 2026-11-21 06:05",
                "Favorites: 42 favorites, watched by inotify",
                "Source: apod-basic at https://science.nasa.gov/x, 4 requests today; it asks to be left alone until "
                    + "2026-11-20 12:00",
                "Pending: 2026-11-19, the server answers 503",
                "Disputed: 2026-11-01, it has under half the pixels. To take it: apod-mirror verify --accept 2026-11-01",
                "Refused: 2026-11-02, the answer is not to be believed: the title of its page names 2026-11-03",
                "Hidden: 2026-10-31",
                "Not a favorite: notes.txt, it is no day's picture of this mirror.",
                "This machine's clock is 1 h behind NASA's; theirs is gone by.",
                "Problem: The disk is full.",
            ])
    }

    @Test func `what has not settled, notices and hosts at fault are told where there are any`() throws {
        let (away, none) = ("a.example is away: no answer", "b.example gives no pictures at the moment: HTTP 404")
        func lines(_ provisional: Int, _ cut: Int, _ hosts: [String: String]?) throws -> [String] {
            let status = try status { status in
                (status.days.provisional, status.sync.cut, status.sync.hosts) = (provisional, cut, hosts)
                status.days.pending = ["2026-11-17": away, "2026-11-18": away, "2026-11-19": "the server answers 503"]
            }
            let labels = ["Provisional", "Notices", "Host"]
            return StatusText(status: status, local: local, place: "/srv/APOD").lines
                .filter { line in labels.contains { line.hasPrefix($0) } }
        }
        #expect(
            try lines(1_031, 25, ["b.example": none, "a.example": away]) == [
                "Provisional: 1,031 days have not settled yet", "Notices: cut off 25 stories in the last sync",
                "Host: \(away); 2 days wait for it", "Host: \(none)",
            ])
        #expect(
            try lines(1, 1, nil) == [
                "Provisional: 1 day has not settled yet", "Notices: cut off 1 story in the last sync",
            ])
        #expect(try lines(0, 0, nil) == [])
    }

    @Test func `a sync that ended early tells what gave way before that`() {
        var (sync, report) = (MirrorStatus.Sync(), PassReport())
        report.source = "https://nasa.example"
        report.stopped = PassEnd(.unreachable, "The server cannot be reached.", exitCode: .unavailable)
        sync.tell(report)
        #expect(sync.outcome == "The server cannot be reached.")
        (report.replaced, report.corrected, report.hostsAway) = (2, 3, ["a.example": "it is away"])
        sync.tell(report)
        #expect(
            sync.outcome == "The server cannot be reached; before that 2 replaced by NASA, 3 corrected by NASA")
        #expect(sync.replaced == 2 && sync.corrected == 3 && sync.cut == 0 && sync.hosts == report.hostsAway)
    }

    @Test(arguments: [(nil, nil), (11_387, nil), (812, "Records: 812 of 11,387 days")] as [(Int?, String?)])
    func `a mirror that lacks records says how many it has`(count: Int?, line: String?) throws {
        let text = StatusText(status: try status { $0.days.records = count }, local: local, place: "/srv/APOD")
        #expect(text.lines.first { $0.hasPrefix("Records") } == line)
    }

    @Test func `a picture that never fits is told until there is room for all of it`() throws {
        let low = DiskLow(path: "/srv/APOD", free: 6_000, minimum: 1_000, wanted: 8_000)
        var facts = StatusBoard.Facts()
        var report = PassReport()
        report.stopped = PassEnd(low, at: .now)
        facts.report = report
        func troubles(free: Int64) throws -> [String] {
            try status { $0.freeBytes = free }.troubles(facts, keepingFree: 1_000)
        }
        for free: Int64 in [1_001, 6_000, 9_000] {
            #expect(try troubles(free: free) == ["\(low)"], "\(free)")
            #expect(facts.report?.failure?.isOver(with: free) == false, "\(free)")
        }
        #expect(try troubles(free: 9_001) == [] && facts.report?.failure?.isOver(with: 9_001) == true)
        // Where there is no room for any download, the disk itself is told of.
        #expect(try troubles(free: 1_000).count == 1 && troubles(free: 1_000) != ["\(low)"])
    }

    @Test func `nothing in a message to systemd ends its line`() {
        #expect(ServiceManager.Fact.status("one\ntwo\u{202E}\u{1B}[0m").text == "STATUS=one two\u{FFFD}[0m")
    }
}
