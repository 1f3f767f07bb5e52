import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A start sweeps what nobody goes on with and mends what can be made again")
struct RecoverySweepTests {
    let mirror: TestMirror
    let month = "2026/2026-11"
    let incoming = ".apod-mirror/incoming"
    let stars = photo("stars")

    init() throws {
        mirror = try TestMirror()
    }

    enum Torn: CaseIterable {
        case empty, half, zeros, ofAnotherDay, withoutPicture, withOtherBytes
    }

    @Test(arguments: Torn.allCases, [false, true])
    func `an intent that is torn or has no picture never happened`(torn: Torn, hasFormer: Bool) async throws {
        if hasFormer { _ = try await mirror.open().store(mirror.fetched(day, "Former", stars)) }
        var metadata = mirror.metadata(day, "Title", picture: mirror.picture(day, photo("new")))
        metadata.mirror.picture?.file = "2026-11-20 Title.jpg"
        if torn == .ofAnotherDay { metadata.date = day.advanced(by: 3) }
        let whole = try metadata.encoded()
        let bytes =
            switch torn {
            case .empty: [UInt8]()
            case .half: Array(whole.prefix(whole.count / 2))
            case .zeros: [UInt8](repeating: 0, count: whole.count)
            default: whole
            }
        if torn == .withOtherBytes { try mirror.write(photo("new and torn"), to: "\(incoming)/2026-11-20.part") }
        try mirror.write(bytes, to: "\(incoming)/2026-11-20.json")
        let archive = try await mirror.open()
        #expect(await archive.listing.presentDays == (hasFormer ? [day] : []))
        #expect(mirror.names(month) == (hasFormer ? ["2026-11-20 Former.jpg", "metadata"] : mirror.names(month)))
        #expect(!mirror.names(incoming).contains("2026-11-20.json"))
        if hasFormer { #expect(try mirror.sums("2026-11") == ["2026-11-20 Former.jpg": sum(stars)]) }
    }

    @Test(
        arguments: [
            nil, "", "torn", "0000", String(repeating: "a1", count: 32) + "  2026-11-18 Gone.jpg\n",
            String(repeating: "a1", count: 32) + "  2026-11-20 Ti",
        ] as [String?])
    func `sums that are missing, torn or stale are made again`(sums: String?) async throws {
        for offset in 0..<3 {
            _ = try await mirror.open().store(mirror.fetched(day.advanced(by: -offset), "Title", photo("\(offset)")))
        }
        let before = try mirror.sums("2026-11")
        #expect(before.count == 3)
        if let sums {
            try mirror.write(ascii(sums), to: "\(month)/metadata/SHA256SUMS")
        } else {
            try mirror.remove("\(month)/metadata/SHA256SUMS")
        }
        _ = try await mirror.open()
        #expect(try mirror.sums("2026-11") == before)
    }

    @Test func `temporaries go, a young part and what is no file of ours stay`() async throws {
        try mirror.write(ascii("half"), to: "\(incoming)/2026-11-20.part")
        for name in ["SHA256SUMS.new", "2026-11-19.page", "2026-11-19.intent", "favorites.json.new", "2026-11-01.part"]
        {
            try mirror.write(ascii("x"), to: "\(incoming)/\(name)")
        }
        try mirror.write(ascii("x"), to: "\(incoming)/folder/file")
        let old = Date(timeIntervalSinceNow: -8 * 86_400)
        try FileManager.default.setAttributes(
            [.modificationDate: old], ofItemAtPath: "\(mirror.root)/\(incoming)/2026-11-01.part")
        _ = try await mirror.open()
        #expect(mirror.names(incoming) == ["2026-11-20.part", "folder"])
    }

    @Test func `a second file with other bytes is somebody else's`() async throws {
        _ = try await mirror.open().store(mirror.fetched(day, "Title", stars))
        try mirror.write(stars, to: "\(month)/2026-11-20 My copy.jpg")
        try mirror.write(photo("mine"), to: "\(month)/2026-11-20 Mine.jpg")
        let archive = try await mirror.open()
        #expect(mirror.names(month).count == 4)
        #expect(await archive.listing.days[day]?.files.count == 3)
        #expect(try mirror.sums("2026-11") == ["2026-11-20 Title.jpg": sum(stars)])
    }

    @Test(
        .enabled(
            if: getuid() != 0 || Abilities.immutability, "needs chattr: nothing else closes a folder for root"))
    func `a start finishes what it can beside a closed month, and keeps the rest for later`() async throws {
        // Nothing can be made in this month, neither by its owner nor by root.
        let barred = "\(mirror.root)/2026/2026-10"
        try mirror.write([], to: "2026/2026-10/x")
        #expect(Command.succeeds("chattr", "+i", barred) || getuid() != 0 && chmod(barred, 0o555) == 0)
        func open() {
            // To take away a flag that is not set succeeds for everybody.
            _ = Command.succeeds("chattr", "-i", barred)
            chmod(barred, 0o755)
        }
        defer { open() }
        let october = Day("2026-10-31") ?? Day.first
        let november = (0..<8).map { day.advanced(by: -$0) }
        for day in november { _ = try await mirror.open().store(mirror.fetched(day, "Title", photo("former"))) }
        for day in november + [october] {
            var metadata = mirror.metadata(day, "Title", picture: mirror.picture(day, stars))
            metadata.mirror.picture?.file = "\(day) Title.jpg"
            try mirror.write(metadata.encoded(), to: "\(incoming)/\(day).json")
            // In November every picture had its place already when the power went.
            try mirror.write(stars, to: day == october ? "\(incoming)/\(day).part" : "\(month)/\(day) Title.jpg")
        }
        for _ in 0..<2 {
            let archive = try await mirror.open()
            #expect(await archive.listing.presentDays == november.sorted())
            #expect(await archive.troubles.contains { $0.contains(barred) })
            #expect(mirror.names(incoming) == ["\(october).json", "\(october).part"])
        }
        open()
        let archive = try await mirror.open()
        #expect(await archive.listing.presentDays.count == 9)
        try mirror.expectSound("2026-11")
        try mirror.expectSound("2026-10")
    }

    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `a disk that is full keeps no start from succeeding, and loses no intent`() async throws {
        let disk = try TinyDisk(size: "200k")
        let root = "\(disk.path)/APOD"
        _ = try RootCreation.create(root, start: day)
        let folder = try #require(try Folder.open(root))
        let incomingFolder = try folder.makeFolder("\(incoming)")
        _ = try folder.makeFolder("2026/2026-11/metadata")
        var metadata = mirror.metadata(day, "Title", picture: mirror.picture(day, stars))
        metadata.mirror.picture?.file = "2026-11-20 Title.jpg"
        let saver = Saver(through: incomingFolder)
        try saver.save(stars, as: "2026-11-20.part", in: incomingFolder)
        try saver.save(metadata.encoded(), as: "2026-11-20.json", in: incomingFolder)
        try disk.fill()
        for _ in 0..<2 {
            let archive = try await Archive.open(root)
            #expect(await archive.troubles.contains { $0.contains("the disk is full") })
        }
        try disk.makeRoom()
        let archive = try await Archive.open(root)
        #expect(await archive.listing.presentDays == [day])
        #expect(try folder.read("2026/2026-11/2026-11-20 Title.jpg") == stars)
        #expect(try incomingFolder.entries().isEmpty)
    }
}
