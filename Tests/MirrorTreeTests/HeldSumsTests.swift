import Days
import Folder
import Hashing
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("One sum of all that a mirror holds")
struct HeldSumsTests {
    private static let one = String(repeating: "1a", count: 32)
    private static let two = String(repeating: "2b", count: 32)

    /// Days of two years: with both, with a record alone, with a picture alone.
    private var held: HeldSums {
        var held = HeldSums()
        held[.of("2026-11-20")] = .init(picture: Self.one, record: Self.two)
        held[.of("2026-11-19")] = .init(record: Self.one)
        held[.of("2026-10-31")] = .init(picture: Self.two)
        held[.of("1999-01-01")] = .init(picture: Self.one, record: Self.one)
        return held
    }

    private static let text = """
        \(one)  1999-01-01
        \(one)  1999-01-01.json
        \(two)  2026-10-31
        \(one)  2026-11-19.json
        \(one)  2026-11-20
        \(two)  2026-11-20.json

        """

    @Test func `is that of lines in the order of the days`() {
        #expect(String(decoding: held.text(of: .all), as: UTF8.self) == Self.text)
        #expect(held.sum(of: .all).sum == SHA256.hash(Array(Self.text.utf8)))
        let last = Self.text.split(separator: "\n").suffix(2).joined(separator: "\n") + "\n"
        #expect(held.sum(of: Period(.of("2026-11-20"))).sum == SHA256.hash(Array(last.utf8)))
    }

    @Test func `has parts for all that holds anything`() throws {
        #expect(held.parts(of: .all).map { "\($0.period)" } == ["1999", "2026"])
        let year = try #require(Period("2026"))
        #expect(held.parts(of: year).map { "\($0.period)" } == ["2026-10", "2026-11"])
        for part in held.parts(of: year) { #expect(part == held.sum(of: part.period)) }
        #expect(held.parts(of: try #require(Period("2026-11"))).count == 2)
        #expect(held.parts(of: Period(.of("2026-11-20"))).isEmpty)
        #expect(held.parts(of: try #require(Period("2025"))).isEmpty)
        for line in String(decoding: held.list(of: year), as: UTF8.self).split(separator: "\n") {
            #expect(HeldSums.PeriodSum(line).map { "\($0)" } == String(line))
        }
    }

    @Test func `is read as it was written, and not when torn or edited`() {
        #expect(HeldSums(held.text(of: .all)) == held)
        #expect(HeldSums([]) == HeldSums())
        for count in [1, 63, 64, 66, 70, 76] { #expect(HeldSums(Array(Self.text.utf8.prefix(count))) == nil) }
        for wrong in ["\(Self.one)  2026-11-31\n", "\(Self.one) 2026-11-20\n", "\(Self.one)  2026-11-20.jpg\n", "\n"] {
            #expect(HeldSums(Array(wrong.utf8)) == nil)
        }
    }

    @Test func `tells what changed`() throws {
        var now = held
        now[.of("2026-11-21")] = .init(picture: Self.one)
        now[.of("2026-11-19")].picture = Self.two
        now[.of("1999-01-01")] = .init()
        let changes = HeldChanges(from: held, to: now)
        #expect(changes.new == [.of("2026-11-21")] && changes.changed == [.of("2026-11-19")])
        #expect(changes.gone == [.of("1999-01-01")])
        #expect("\(changes.counts)" == "1 day new, 1 changed, 1 gone")
        #expect("\(HeldChanges(from: held, to: held).counts)" == "no change")
        let november = HeldChanges(from: held, to: now, in: try #require(Period("2026-11")))
        #expect(november.gone.isEmpty && november.new.count == 1)
    }

    @Test func `is the same where SHA256SUMS are lost, and is none where nothing tells`() async throws {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        let days = (0..<3).map { Day.of("2026-11-20").advanced(by: $0) }
        for day in days {
            _ = try await archive.store(
                mirror.served(day, "Title", photo("\(day)"), record: Array("{\"date\":\"\(day)\"}".utf8)))
        }
        _ = try await archive.store(mirror.pending(days[2].advanced(by: 1), "To come"))
        _ = try await archive.store(mirror.page(days[2].advanced(by: 2), "A film", Array("<html>".utf8)))
        let tree = archive.tree
        let whole = try tree.heldSums(tree.listing())
        #expect(whole.days.keys.sorted() == days)
        for day in days {
            #expect(whole[day].picture == SHA256.hash(photo("\(day)")))
            #expect(whole[day].record == SHA256.hash(Array("{\"date\":\"\(day)\"}".utf8)))
        }
        // What its owner put there is not the mirror's.
        try mirror.write(photo("own"), to: "\(Tree.monthPath(days[1]))/\(days[1]) my own crop.jpg")
        try mirror.write(Array("{}".utf8), to: "\(Tree.publishedPath(days[0].month))/2026-11-02.json")
        #expect(try tree.heldSums(tree.listing()) == whole)
        let metadata = Tree.monthPath(days[0]).appending("metadata")
        for place in [metadata, Tree.publishedPath(days[0].month)] {
            try #require(try tree.root.folder(place)).remove("SHA256SUMS")
            #expect(try tree.heldSums(tree.listing()) == whole)
        }
        try mirror.write(Array("{".utf8), to: "\(Tree.metadataPath(days[0]))")
        #expect(throws: NotSummed.self) { try tree.heldSums(tree.listing()) }
    }

    @Test func `what was noted is told by its file`() async throws {
        let mirror = try TestMirror()
        let archive = try await mirror.open()
        #expect(try archive.tree.notedSums == nil)
        try await archive.perform { [held] in try $0.notes.save(held) }
        #expect(try archive.tree.notedSums?.held == held)
        let twice = held.text(of: .all) + held.text(of: .all)
        for edited in [Array("edited".utf8), [], Array(held.text(of: .all).dropLast()), twice] {
            try mirror.write(edited, to: ".apod-mirror/noted-sums")
            #expect(throws: NotSummed.self) { try archive.tree.notedSums }
        }
    }
}
