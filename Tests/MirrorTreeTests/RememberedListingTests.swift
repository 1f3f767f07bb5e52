import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("What a tree looked like is remembered")
struct RememberedListingTests {
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

    @Test func `as bytes it says the same`() throws {
        let listing = try Listing(of: root)
        #expect(listing.stamps.keys.sorted() == ["2025-12", "2026-11"])
        let remembered = RememberedListing(listing: listing, whole: TestMirror.now)
        let read = try #require(RememberedListing(remembered.bytes))
        #expect(read.listing.days == listing.days && read.listing.months == listing.months)
        #expect(read.listing.stamps == listing.stamps && read.whole == TestMirror.now)
        for count in 0..<remembered.bytes.count {
            #expect(RememberedListing(Array(remembered.bytes.prefix(count))) == nil, "torn after \(count)")
        }
        for index in remembered.bytes.indices {
            var bytes = remembered.bytes
            bytes[index] ^= 1
            #expect(RememberedListing(bytes) == nil, "another byte at \(index)")
        }
    }

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

    @Test func `a month that changed before the clock was put back is not listed at every start`() throws {
        for path in [month, "\(month)/metadata"] { try mirror.date(path, ahead: 86_400) }
        let first = try Listing(of: root)
        #expect(first.stamps.count == 2)
        #expect(try Listing(of: root, after: first).listed.isEmpty)
        try mirror.remove("\(month)/metadata/2026-11-02.json")
        #expect(try Listing(of: root, after: first).listed == ["2026-11"])
    }

    @Test func `a month in which a link lies is listed at every start, and what lies there is known meanwhile`() throws
    {
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/\(month)/left behind", withDestinationPath: "gone")
        try mirror.restMonths()
        let first = try Listing(of: root)
        #expect(first.links == ["2026-11": ["left behind"]])
        #expect(try Listing(of: root, after: first).links == first.links)
        #expect(first.stamped(["2025-12", "2026-11"]).stamps.keys.sorted() == ["2025-12"])
        try mirror.remove("\(month)/left behind")
        #expect(try Listing(of: root, after: first).links.isEmpty)
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

    @Test func `a start relies on it for a day, and writes it again`() async throws {
        let mirror = try TestMirror()
        let file = ".apod-mirror/\(RememberedListing.name)"
        var archive: Archive? = try await mirror.open()
        _ = try await archive?.store(mirror.fetched(day, "Title", photo("title")))
        archive = nil
        try mirror.restMonths()
        archive = try await mirror.open()
        archive = nil
        var remembered = try #require(mirror.bytes(file).flatMap(RememberedListing.init))
        #expect(remembered.listing.presentDays == [day])
        // What it says is believed: a day that is not there.
        let other = day.advanced(by: -1)
        remembered.listing.days[other] = .init(hasMetadata: true, files: ["\(other) Nobody.jpg"])
        let age = { (seconds: Int) in
            remembered.whole = .now + -seconds
            try mirror.write(remembered.bytes, to: file)
        }
        // Relied on, too old, and of a clock that was set back.
        for (seconds, isBelieved) in [(0, true), (86_300, true), (86_401, false), (-3_600, false)] {
            try age(seconds)
            archive = try await mirror.open()
            #expect(await archive?.listing.isPresent(other) == isBelieved, "after \(seconds) s")
            archive = nil
        }
        #expect(mirror.bytes(file).flatMap(RememberedListing.init)?.listing.presentDays == [day])
    }

    @Test func `what was only said of a month is looked up again`() async throws {
        let archive = try await mirror.open()
        let other = Day.of("2026-11-30")
        try await archive.perform { archive in
            let store = archive.store
            try store.list()
            store.rememberFile("\(other) Nobody.jpg", of: other)
            #expect(store.listing.isPresent(other))
            #expect(try !store.list().isPresent(other))
        }
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
