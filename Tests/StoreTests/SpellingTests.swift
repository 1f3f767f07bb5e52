import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite(
    "On a disk where case does not count a corrected title loses nothing",
    .disabled(if: Abilities.isShort, "disks, left for Tests/run --all"),
    .enabled(if: !FormattedDisk.Kind.withoutCase.isEmpty, "needs to mount a disk on which case does not count"))
struct SpellingTests {
    static let kinds = FormattedDisk.Kind.withoutCase
    let month = "2026/2026-11"
    let stars = photo("stars")

    /// What the day's JSON names, and whether that very spelling is what the month lists.
    private func expectNamed(_ title: String, _ bytes: [UInt8], _ mirror: TestMirror) throws {
        let stored = try mirror.stored(day)
        let file = try #require(stored.mirror.picture?.file)
        #expect(stored.title == title)
        #expect(mirror.names(month) == [file, "metadata"])
        #expect(mirror.bytes("\(month)/\(file)") == bytes)
        try mirror.expectSound()
    }

    @Test(arguments: kinds, ["A NEBULA", "a nebula", "Another nebula"])
    func `a title is corrected`(kind: FormattedDisk.Kind, title: String) async throws {
        let disk = try FormattedDisk(kind)
        let mirror = try TestMirror(in: disk.path)
        var archive: Archive? = try await mirror.open()
        let stored = try #require(try await archive?.store(mirror.fetched(day, "A Nebula", stars)))
        _ = try await archive?.store(mirror.renamed(stored, title))
        try expectNamed(title, stars, mirror)
        archive = nil
        _ = try await mirror.open()
        try expectNamed(title, stars, mirror)
    }

    @Test(arguments: kinds)
    func `a picture is replaced while its title changes in case`(kind: FormattedDisk.Kind) async throws {
        let disk = try FormattedDisk(kind)
        let mirror = try TestMirror(in: disk.path)
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "A Nebula", stars))
        let new = photo("corrected")
        _ = try await archive.store(mirror.fetched(day, "A NEBULA", new))
        try expectNamed("A NEBULA", new, mirror)
        let kept = "\(month)/metadata/superseded/2026-11-20 \(sum(stars).prefix(8)).jpg"
        #expect(mirror.bytes(kept) == stars)
    }

    @Test(arguments: kinds)
    func `a picture whose JSON is gone is named as it stands`(kind: FormattedDisk.Kind) async throws {
        let disk = try FormattedDisk(kind)
        let mirror = try TestMirror(in: disk.path)
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "A Nebula", stars))
        try mirror.remove("\(month)/metadata/2026-11-20.json")
        _ = try await archive.store(mirror.fetched(day, "A NEBULA", stars))
        try expectNamed("A NEBULA", stars, mirror)
    }

    enum Moment: CaseIterable {
        case intended, written
    }

    /// As versions left it that renamed between two spellings.
    @Test(arguments: kinds, Moment.allCases)
    func `a change of case that was cut short is finished`(kind: FormattedDisk.Kind, moment: Moment) async throws {
        let disk = try FormattedDisk(kind)
        let mirror = try TestMirror(in: disk.path)
        _ = try await mirror.open().store(mirror.fetched(day, "A Nebula", stars))
        var new = try mirror.stored(day)
        new.title = "A NEBULA"
        new.mirror.picture?.file = "2026-11-20 A NEBULA.jpg"
        let removal = NameRemoval(day: day, name: "2026-11-20 A Nebula.jpg", sha256: sum(stars))
        try mirror.write(removal.encoded, to: ".apod-mirror/incoming/2026-11-20.former")
        switch moment {
        case .intended: try mirror.write(new.encoded(), to: ".apod-mirror/incoming/2026-11-20.json")
        case .written: try mirror.write(new.encoded(), to: "\(month)/metadata/2026-11-20.json")
        }
        _ = try await mirror.open()
        try expectNamed("A NEBULA", stars, mirror)
    }

    /// Two files of the day, and the JSON spells the picture otherwise than the disk does.
    @Test(arguments: kinds)
    func `a start removes no picture that its JSON spells otherwise`(kind: FormattedDisk.Kind) async throws {
        let disk = try FormattedDisk(kind)
        let mirror = try TestMirror(in: disk.path)
        _ = try await mirror.open().store(mirror.fetched(day, "A Nebula", stars))
        var new = try mirror.stored(day)
        new.mirror.picture?.file = "2026-11-20 A NEBULA.jpg"
        try mirror.write(new.encoded(), to: "\(month)/metadata/2026-11-20.json")
        try mirror.write(photo("the owner's"), to: "\(month)/2026-11-20 mine.jpg")
        _ = try await mirror.open()
        let named = try #require(mirror.stored(day).mirror.picture?.file)
        #expect(mirror.names(month) == [named, "2026-11-20 mine.jpg", "metadata"])
        #expect(mirror.bytes("\(month)/\(named)") == stars)
        #expect(mirror.bytes("\(month)/2026-11-20 mine.jpg") == photo("the owner's"))
    }
}
