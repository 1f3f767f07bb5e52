import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("Months in which nothing came or went are not listed again")
struct ListedMonthsTests {
    private let mirror: TestMirror
    private let month = "2026/2026-11"

    init() async throws {
        mirror = try TestMirror()
        for number in 1...3 {
            let day = Day.of("2026-11-0\(number)")
            try mirror.write(ascii("picture"), to: "\(month)/\(day) Å “\(number)”.jpg")
            try mirror.write(ascii("{}"), to: "\(month)/metadata/\(day).json")
        }
        try mirror.write(ascii("{}"), to: "2025/2025-12/metadata/2025-12-31.json")
        try mirror.restMonths()
    }

    private var root: Folder { get throws { try Tree.open(mirror.root).root } }

    @Test func `a month in which nothing came or went is not listed again, any other is`() throws {
        let first = try Listing(of: root)
        #expect(first.listed == ["2025-12", "2026-11"])
        let second = try Listing(of: root, after: first)
        #expect(second.listed.isEmpty && second.days == first.days && second.months == first.months)
        // In either of its folders.
        try mirror.remove("\(month)/metadata/2026-11-02.json")
        let third = try Listing(of: root, after: second)
        #expect(third.listed == ["2026-11"] && !third.isPresent(Day.of("2026-11-02")))
        #expect(third.stamps["2026-11"] == nil, "a further change could look like this one")
        try mirror.write(ascii("new"), to: "2025/2025-12/2025-12-31 New.png")
        let fourth = try Listing(of: root, after: third)
        #expect(fourth.listed == ["2025-12", "2026-11"] && fourth.isPresent(Day.of("2025-12-31")))
        try mirror.remove("2025")
        #expect(try Listing(of: root, after: fourth).months == ["2026-11"])
    }

    @Test func `a month that changed before the clock was put back is not listed every time`() throws {
        for path in [month, "\(month)/metadata"] { try mirror.date(path, ahead: 86_400) }
        let first = try Listing(of: root)
        #expect(first.stamps.count == 2)
        #expect(try Listing(of: root, after: first).listed.isEmpty)
        try mirror.remove("\(month)/metadata/2026-11-02.json")
        #expect(try Listing(of: root, after: first).listed == ["2026-11"])
    }

    @Test func `another folder in a month's place, or a link, is not the one that was listed`() throws {
        let first = try Listing(of: root)
        let path = "\(mirror.root)/\(month)"
        try FileManager.default.moveItem(atPath: path, toPath: path + " aside")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(try Listing(of: root, after: first).presentDays.isEmpty)
        try mirror.remove(month)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + " aside")
        let linked = try Listing(of: root, after: first)
        #expect(linked.presentDays.isEmpty && linked.closed["2026-11"] != nil)
    }

    @Test func `a start sweeps what an older version kept of its listing`() async throws {
        let mirror = try TestMirror()
        let kept = ["listing", "complete-years"].map { ".apod-mirror/\($0)" }
        for path in kept { try mirror.write(ascii("an older version"), to: path) }
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Title", photo("title")))
        #expect(kept.allSatisfy { mirror.bytes($0) == nil })
        #expect(mirror.names(".apod-mirror").isSuperset(of: ["mirror.json", "incoming"]))
    }

    @Test func `a month whose sums are wrong is looked at by the next start`() async throws {
        let mirror = try TestMirror()
        var archive: Archive? = try await mirror.open()
        _ = try await archive?.store(mirror.fetched(day, "Title", photo("title")))
        archive = nil
        let sums = "2026/2026-11/metadata/SHA256SUMS"
        let right = try #require(mirror.bytes(sums))
        try mirror.write(ascii(""), to: sums)
        try mirror.restMonths()
        archive = try await mirror.open()
        archive = nil
        #expect(mirror.bytes(sums) == right)
    }
}
