import Days
import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Refresh
@testable import RefreshTestSupport

/// Every day that NASA published in thirty years, with its real title, text and addresses, through both APIs.
///
/// The days are not part of the project: they are looked for beside it, or where `APOD_ARCHIVE` says.
@Suite(
    "Thirty real years", .serialized,
    .disabled(if: Abilities.isShort, "thirty years of days, left for Tests/run --all"),
    .enabled(if: RealDays.areThere, "needs apod-archive.json.gz, which APOD_ARCHIVE can name, and no sanitizer"))
struct ArchiveReplayTests {
    private static let gaps = ["1995-06-17", "1995-06-18", "1995-06-19", "2020-06-10"]

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `all land, nothing is lost and nothing comes twice`(shape: MirrorUnderTest.Shape) async throws {
        let days = try RealDays.load()
        let (first, last) = (try #require(days.first?.date), try #require(days.last?.date))
        let mirror = try MirrorUnderTest(
            first...last, shape, .init(archive: days, pictureSize: .small), on: RealDays.room)
        let outcome = try await mirror.sync()
        #expect(outcome.summary.stopped == nil)
        #expect(outcome.summary.pending == [:])
        #expect(outcome.stored.count == days.count)
        #expect(mirror.absent.absent.keys.map(\.description).sorted() == Self.gaps)
        #expect(mirror.absent.notYet.isEmpty)

        let paths = mirror.tree.keys.filter { !$0.hasPrefix("Today") }
        let jsons = paths.filter { $0.hasSuffix(".json") }
        #expect(jsons.count { !$0.contains("/published/") } == days.count)
        #expect(jsons.count { $0.contains("/metadata/published/") } == days.count)
        #expect(paths.filter { !$0.contains("/metadata/") }.count == days.count, "one file a day")
        #expect(Set(paths.map { $0.lowercased() }).count == paths.count, "unique, also where case does not count")
        var wrong: [String] = []
        var changed = 0
        for day in days {
            guard let metadata = mirror.metadata(day.date) else {
                wrong.append("\(day.date) has no JSON")
                continue
            }
            if !RealDays.isTitle(metadata.title, of: day) { wrong.append("\(day.date): \(metadata.title)") }
            if !RealDays.isStory(metadata.explanation, of: day) { wrong.append("\(day.date): its text") }
            if metadata.explanation != WordsApart.oneLine(day.explanation) { changed += 1 }
        }
        #expect(wrong == [])
        print("measured: \(changed) of \(days.count) stories are not as published, through \(shape)")
        try mirror.expectSoundTree()
        try mirror.expectPlainToolsAgree()
        try expectReadsTheSame(days, mirror)
        // Of the new API's words not all are what the old one said.
        if shape == .legacy { try await mirror.expectServedAsPublished(days) }
    }

    /// What the sync wrote is what the records say, byte for byte, also where nothing of the former words is left.
    private func expectReadsTheSame(_ days: [SampleDay], _ mirror: MirrorUnderTest) throws {
        let tree = try Tree.open(mirror.root)
        var wrong: [String] = []
        let began = Self.secondsOfThisThread
        for day in days {
            if let reread = try tree.reread(.of(day.date)) { wrong.append("\(day.date): \(reread.changes)") }
        }
        let seconds = Self.secondsOfThisThread - began
        #expect(wrong == [])
        for day in days {
            let written = try #require(mirror.bytes("\(mirror.month(day.date))/metadata/\(day.date).json"))
            var words = try Metadata(written, of: .of(day.date))
            let record = try #require(try tree.record(of: words), "\(day.date) has its record")
            (words.title, words.explanation, words.copyright) = ("", "", nil)
            (words.mirror.credit, words.mirror.explanationHTML, words.mirror.alt) = (nil, nil, nil)
            (words.mirror.page, words.mirror.postID) = (nil, nil)
            if try words.reread(record)?.encoded() != written { wrong.append("\(day.date): other bytes") }
        }
        #expect(wrong == [])
        print("measured: rereading \(days.count) days takes \(seconds) s of the processor, through \(mirror.shape)")
    }

    private static var secondsOfThisThread: Double {
        var usage = rusage()
        // RUSAGE_THREAD, which the C library's module does not export.
        getrusage(1, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}

extension MirrorUnderTest {
    /// What anybody can check with the tools of every system.
    func expectPlainToolsAgree(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let checks = [
            "for month in */*/; do (cd \"$month\" && sha256sum --quiet -c metadata/SHA256SUMS) || exit 1; done",
            "find . -name '*.json' -print0 | xargs -0 jq -e . > /dev/null",
        ]
        for check in checks {
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = ["-c", check]
            shell.currentDirectoryURL = URL(filePath: root)
            try shell.run()
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0, "\(check)", sourceLocation: sourceLocation)
        }
    }
}
