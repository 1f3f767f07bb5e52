import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import MirrorTree
@testable import Refresh

/// Every day that NASA published in thirty years, with its real title, text and addresses, through both APIs.
///
/// The days are not part of the project: they are looked for beside it, or where `APOD_ARCHIVE` says.
@Suite(
    "Thirty real years", .serialized,
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
        #expect(mirror.absent.absent.keys.sorted() == Self.gaps)
        #expect(mirror.absent.notYet.isEmpty)

        let paths = mirror.tree.keys.filter { !$0.hasPrefix("Today") }
        let jsons = paths.filter { $0.hasSuffix(".json") }
        #expect(jsons.count == days.count)
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
        // Of the new API's words not all are what the old one said.
        if shape == .legacy { try await mirror.expectServedAsPublished(days) }
    }
}

/// The archive, and what our cleaning promises to make of its words: told here once more, by other means.
enum RealDays {
    private static let path: String? = {
        let beside = URL(filePath: #filePath).appending(path: "../../../../../shared/data/apod-archive.json.gz")
        let named = ProcessInfo.processInfo.environment["APOD_ARCHIVE"] ?? beside.standardizedFileURL.path
        return FileManager.default.fileExists(atPath: named) ? named : nil
    }()

    /// Thirty years are too long for a sanitizer.
    static let areThere = path != nil && ProcessInfo.processInfo.environment["APOD_TESTS"] != "in-process"

    /// In memory where that can be: what is proved here is that all of it lands, not that the disk is fast.
    static var room: String {
        let memory = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : nil
        let place = memory ?? FileManager.default.temporaryDirectory.path
        return place + "/apod-mirror-replay-" + UUID().uuidString
    }

    static func load() throws -> [SampleDay] {
        try SampleDay.archive(json: unpacked(try #require(path))).sorted { $0.date < $1.date }
    }

    static func unpacked(_ path: String) throws -> Data {
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", path]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let json = output.fileHandleForReading.readDataToEndOfFile()
        gzip.waitUntilExit()
        return json
    }

    /// The published title in one line, perhaps without the credit that the page's layout glued to its end.
    static func isTitle(_ title: String, of day: SampleDay) -> Bool {
        let published = WordsApart.oneLine(day.title)
        guard !title.isEmpty, published.hasPrefix(title) else { return false }
        let rest = published.dropFirst(title.count)
        return rest.isEmpty || rest.contains(/Credit|Copyright|Courtesy|License|Illustration|Image|Drawing|Processing/)
    }

    /// Whether it is the published text without what the page put around it: in the first weeks date and credit before
    /// the label, and behind it what begins with a few words and a colon, or speaks of APOD itself. Spaces are not looked
    /// at here.
    static func isStory(_ story: String, of day: SampleDay) -> Bool {
        let story = WordsApart.squeezed(story)
        let published = WordsApart.squeezed(day.explanation)
        guard story != published else { return true }
        let label = published.firstRange(of: "Explanation:")
        return ([published[...]] + (label.map { [published[$0.upperBound...]] } ?? [])).contains { text in
            guard text.hasPrefix(story) else { return false }
            let rest = text.dropFirst(story.count)
            let archive = /^Wekeepanarchive(of(previous)?|file\.)AstronomyPicture/
            return rest.isEmpty || rest.contains(archive) || rest.contains(/^[^.;]{1,70}:|APOD|^</)
        }
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
