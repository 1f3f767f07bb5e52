import Days
import Foundation
import SampleNASA
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings
@testable import Store

@Suite("Words are made again from the record, and facts by two of three")
struct WordsRepairTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let date = "2026-11-21"
    private static let other = "2026-11-19"
    private let day = Day.of(date)

    private func filled(_ shape: MirrorUnderTest.Shape = .basic) async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days, shape)
        try await mirror.sync()
        mirror.nasa.clearRequests()
        return mirror
    }

    private func json(_ mirror: MirrorUnderTest, _ date: String = date) -> String {
        "\(mirror.month(date))/metadata/\(date).json"
    }

    /// Mends the day, with nobody to ask.
    private func mendAlone(_ mirror: MirrorUnderTest) async throws -> Damage? {
        let archive = try await mirror.archive()
        #expect(archive.tree.check(day) != nil)
        try await archive.mend([day])
        #expect(mirror.nasa.requests.isEmpty)
        return archive.tree.check(day)
    }

    // MARK: A JSON is for the day of its name

    @Test func `another day's JSON under a day's name hides no picture of the other`() async throws {
        let mirror = try await filled()
        try #require(mirror.bytes(json(mirror, Self.other))).write(to: json(mirror))
        let before = mirror.tree
        let archive = try await mirror.archive()
        await #expect(throws: DamagedMetadata.self) { try await archive.perform { [day] in try $0.store.hide(day) } }
        let damage = try #require(archive.tree.check(day))
        #expect("\(damage)".contains("says that it is of \(Self.other)"))
        #expect(mirror.tree == before)
        try mirror.expectWhole(Self.other)
    }

    @Test func `another day's JSON under a day's name replaces nothing in a sync`() async throws {
        let mirror = try await filled()
        try #require(mirror.bytes(json(mirror, Self.other))).write(to: json(mirror))
        mirror.restart()
        let outcome = try await mirror.sync()
        #expect(outcome.summary.replaced == 0)
        #expect(mirror.superseded(Self.other) == [])
        try mirror.expectWhole(Self.other)
        try mirror.expectWhole(Self.date)
        try mirror.expectSoundTree()
    }

    // MARK: A damaged JSON

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `a JSON with other words is made again from the record, byte for byte`(shape: MirrorUnderTest.Shape)
        async throws
    {
        let mirror = try await filled(shape)
        let right = try #require(mirror.bytes(json(mirror)))
        let words = try #require(mirror.metadata(Self.date)).explanation.prefix(12)
        let wrong = String(decoding: right, as: UTF8.self).replacing(words, with: "Other words:")
        try Array(wrong.utf8).write(to: json(mirror))
        #expect(try await mendAlone(mirror) == nil)
        #expect(mirror.bytes(json(mirror)) == right)
        try mirror.expectSoundTree()
    }

    @Test(arguments: ["", "{", "other day", "no end"])
    func `a JSON that cannot be read is made again from the record and the picture`(damage: String) async throws {
        let mirror = try await filled()
        let right = try #require(mirror.metadata(Self.date))
        let bytes = try #require(mirror.bytes(json(mirror)))
        let others = try #require(mirror.bytes(json(mirror, Self.other)))
        let wrong = ["other day": others, "no end": bytes.dropLast(100)][damage] ?? Array(damage.utf8)
        try wrong.write(to: json(mirror))
        #expect(try await mendAlone(mirror) == nil)
        let made = try #require(mirror.metadata(Self.date))
        #expect(made.hasWords(of: right))
        #expect(made.mirror.record == right.mirror.record)
        #expect(made.mirror.picture?.sha256 == right.mirror.picture?.sha256)
        #expect(made.mirror.picture?.width == right.mirror.picture?.width)
        try mirror.expectWhole(Self.date)
        try mirror.expectWhole(Self.other)
        try mirror.expectSoundTree()
    }

    @Test func `every bit that flips in a JSON is mended from the record`() async throws {
        let mirror = try await filled()
        let archive = try await mirror.archive()
        let right = try #require(mirror.bytes(json(mirror)))
        let known = try #require(mirror.metadata(Self.date))
        // A step that is prime to the length of a line: all kinds of keys and values have their turn.
        for offset in stride(from: 0, to: right.count, by: 37) {
            var wrong = right
            wrong[offset] ^= 1 << (offset % 8)
            try wrong.write(to: json(mirror))
            try await archive.mend([day])
            #expect(archive.tree.check(day) == nil, "byte \(offset)")
            let made = try #require(mirror.metadata(Self.date))
            #expect(made.hasWords(of: known), "byte \(offset)")
            #expect(made.mirror.picture?.sha256 == known.mirror.picture?.sha256, "byte \(offset)")
            try right.write(to: json(mirror))
        }
        #expect(mirror.nasa.requests.isEmpty)
        #expect(mirror.superseded(Self.date) == [])
    }

    @Test func `every key in which a bit flips is mended, and the picture stays the day's`() async throws {
        let mirror = try await filled()
        let archive = try await mirror.archive()
        let right = try #require(mirror.bytes(json(mirror)))
        let known = try #require(mirror.metadata(Self.date))
        for offset in right.indices.dropFirst(2) where Array(#" ""#.utf8) == Array(right[(offset - 2)..<offset]) {
            var wrong = right
            wrong[offset] ^= 1
            try wrong.write(to: json(mirror))
            try await archive.mend([day])
            #expect(archive.tree.check(day) == nil, "byte \(offset)")
            let made = try #require(mirror.metadata(Self.date))
            #expect(made.hasWords(of: known) && made.mirror.record == known.mirror.record, "byte \(offset)")
            #expect(made.mirror.picture?.file == known.mirror.picture?.file, "byte \(offset)")
            #expect(made.mirror.picture?.sha256 == known.mirror.picture?.sha256, "byte \(offset)")
            try right.write(to: json(mirror))
        }
        #expect(mirror.nasa.requests.isEmpty)
    }

    // MARK: A JSON that was edited here

    @Test func `words that were edited by hand are read anew by a pass, and NASA is not blamed`() async throws {
        let mirror = try await filled()
        let right = try #require(mirror.bytes(json(mirror)))
        try edit(mirror)
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [])
        #expect(outcome.summary.corrected == 0)
        #expect(outcome.reread == [Self.date])
        #expect(mirror.metadata(Self.date)?.hasWords(of: try Metadata(right)) == true)
        #expect(mirror.formerWords(Self.date) == [])
        try mirror.expectSoundTree()
    }

    @Test func `words that NASA corrects after they were edited by hand are NASA's`() async throws {
        let mirror = try await filled()
        try edit(mirror)
        var sample = try #require(mirror.nasa.day(Self.date))
        sample.title = "A Corrected Title"
        mirror.nasa.update(sample)
        let outcome = try await mirror.sync()
        #expect(outcome.corrected == [Self.date])
        #expect(outcome.reread == [])
        #expect(mirror.metadata(Self.date)?.title == "A Corrected Title")
    }

    private func edit(_ mirror: MirrorUnderTest) throws {
        let words = try #require(mirror.metadata(Self.date)).explanation.prefix(12)
        let text = String(decoding: try #require(mirror.bytes(json(mirror))), as: UTF8.self)
        try Array(text.replacing(words, with: "Other words:").utf8).write(to: json(mirror))
        mirror.restart()
    }

    // MARK: Two of three

    @Test func `a wrong sum in a JSON gives way to SHA256SUMS and the picture`() async throws {
        let mirror = try await filled()
        let right = try #require(mirror.metadata(Self.date)?.mirror.picture?.sha256)
        let sums = mirror.bytes(mirror.month(Self.date) + "/metadata/SHA256SUMS")
        let bytes = try #require(mirror.bytes(json(mirror)))
        let wrong = String(decoding: bytes, as: UTF8.self).replacing(right, with: String(repeating: "0", count: 64))
        try Array(wrong.utf8).write(to: json(mirror))
        let archive = try await mirror.archive()
        try await archive.perform { try Recovery($0.store).goOn(comparingSums: true) }
        #expect(mirror.bytes(mirror.month(Self.date) + "/metadata/SHA256SUMS") == sums)
        #expect(try await mendAlone(mirror) == nil)
        #expect(mirror.bytes(json(mirror)) == bytes)
        #expect(mirror.superseded(Self.date) == [])
        try mirror.expectSoundTree()
    }

    @Test func `a wrong sum in SHA256SUMS gives way to the JSON and the picture`() async throws {
        let mirror = try await filled()
        let path = mirror.month(Self.date) + "/metadata/SHA256SUMS"
        let right = try #require(mirror.bytes(path))
        let sum = try #require(mirror.metadata(Self.date)?.mirror.picture?.sha256)
        let wrong = String(decoding: right, as: UTF8.self).replacing(sum, with: String(repeating: "0", count: 64))
        try Array(wrong.utf8).write(to: path)
        let archive = try await mirror.archive()
        try await archive.perform { try Recovery($0.store).goOn(comparingSums: true) }
        #expect(mirror.bytes(path) == right)
        try mirror.expectSoundTree()
    }

    @Test func `where no two agree nothing is written, and all three are named`() async throws {
        let mirror = try await filled()
        let sum = try #require(mirror.metadata(Self.date)?.mirror.picture?.sha256)
        let sums = mirror.month(Self.date) + "/metadata/SHA256SUMS"
        for (path, digit) in [(json(mirror), "0"), (sums, "1")] {
            let text = String(decoding: try #require(mirror.bytes(path)), as: UTF8.self)
            try Array(text.replacing(sum, with: String(repeating: digit, count: 64)).utf8).write(to: path)
        }
        let before = mirror.tree
        let damage = try #require(try await mendAlone(mirror))
        let archive = try await mirror.archive()
        try await archive.perform { try Recovery($0.store).goOn(comparingSums: true) }
        #expect(mirror.tree == before)
        for words in ["its JSON says 0000", "SHA256SUMS says 1111", "its bytes are \(sum.prefix(8))"] {
            #expect("\(damage)".contains(words))
        }
    }

    // MARK: A damaged record

    @Test(arguments: [true, false])
    func `a record that is damaged or gone comes from NASA, and no picture is asked for`(isGone: Bool) async throws {
        let mirror = try await filled()
        let path = "\(mirror.month(Self.date))/metadata/published/\(Self.date).json"
        let right = try #require(mirror.bytes(path))
        if isGone {
            try FileManager.default.removeItem(atPath: path)
        } else {
            try Array(right.dropLast()).write(to: path)
        }
        let passes = try await mirror.passes()
        #expect(passes.archive.tree.check(day) != nil)
        let summary = try await passes.mend([day])
        #expect(summary.replaced == 0)
        #expect(mirror.bytes(path) == right)
        #expect(passes.archive.tree.check(day) == nil)
        #expect(mirror.mediaRequests.isEmpty)
        try mirror.expectSoundTree()
    }

    // MARK: Reading anew

    @Test(arguments: MirrorUnderTest.Shape.allCases)
    func `all that a sync wrote is what its records say`(shape: MirrorUnderTest.Shape) async throws {
        let mirror = try await filled(shape)
        let before = mirror.tree
        let archive = try await mirror.archive()
        for date in mirror.nasa.dates {
            #expect(try archive.tree.reread(Day.of(date)) == nil, "\(date)")
            #expect(try await archive.reread(Day.of(date)) == nil, "\(date)")
        }
        #expect(mirror.tree == before)
    }

    @Test func `words that another version read otherwise are read anew, and NASA is not blamed`() async throws {
        let mirror = try await filled()
        let right = try #require(mirror.bytes(json(mirror)))
        let archive = try await mirror.archive()
        let stored = try await archive.incoming.storedDay(day)
        var read = try #require(stored.metadata)
        (read.title, read.mirror.credit) = ("Another Reading", "Nobody")
        _ = try await archive.store(DayChange(metadata: read, content: .kept, basis: .judged(stored)))
        #expect(archive.tree.check(day) == nil)
        let found = try #require(try archive.tree.reread(day))
        #expect(found.changes == "title, credit")
        let told = Guarded<[String]>([])
        let words = EventWords(log: Log { _ in }, options: "")
        let reread = try await archive.events.heard { event in
            told.withLock { $0 += [words.line(for: event)].compactMap(\.self) }
        } during: {
            try await archive.reread(day)
        }
        #expect(reread?.changes == "title, credit")
        #expect(told.withLock { $0 }.map { $0.hasSuffix(", read anew") } == [true])
        #expect(mirror.bytes(json(mirror)) == right)
        #expect(mirror.nasa.requests.isEmpty)
        try mirror.expectSoundTree()
    }

    @Test func `a daemon reads all records anew once, and goes on where it was`() async throws {
        let mirror = try await filled()
        let passes = try await mirror.passes()
        let archive = passes.archive
        _ = try await archive.perform { try $0.store.list() }
        for date in [Self.date, Self.other] {
            let stored = try await archive.incoming.storedDay(Day.of(date))
            var read = try #require(stored.metadata)
            read.title = "Another Reading"
            _ = try await archive.store(DayChange(metadata: read, content: .kept, basis: .judged(stored)))
        }
        let halfway = ReadingState(version: Tree.readingVersion, next: Day.of(Self.other))
        try await archive.perform { try $0.notes.save(halfway) }
        try await WordsRenewal(passes: passes, log: Log { _ in }).run()
        #expect(mirror.metadata(Self.other)?.title != "Another Reading")
        #expect(mirror.metadata(Self.date)?.title == "Another Reading")
        try await archive.perform { try $0.notes.save(ReadingState(version: Tree.readingVersion - 1)) }
        try await WordsRenewal(passes: passes, log: Log { _ in }).run()
        #expect(mirror.metadata(Self.date)?.title != "Another Reading")
        #expect(try archive.tree.readNote(ReadingState.self) == ReadingState(version: Tree.readingVersion))
        #expect(mirror.nasa.requests.isEmpty)
    }
}
