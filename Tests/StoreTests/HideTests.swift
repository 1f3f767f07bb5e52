import Belief
import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("A hidden day keeps its story and nothing else")
struct HideTests {
    let mirror: TestMirror
    let month = "2026/2026-11"

    init() throws {
        mirror = try TestMirror()
    }

    @Test func `picture and sum go, the metadata says hidden and stays`() async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        _ = try await archive.store(mirror.fetched(day.advanced(by: -1), "Stars", photo("stars")))
        try await archive.hide(day)
        #expect(mirror.names(month) == ["2026-11-19 Stars.jpg", "metadata"])
        let stored = try mirror.stored(day)
        #expect(stored.mirror.state == .hidden)
        #expect(stored.mirror.picture == nil)
        #expect(stored.title == "Spider")
        #expect(await archive.listing.days.withoutFile == [day])
        #expect(await archive.listing.days == (try archive.tree.listing().days))
        try mirror.expectSound()
        try await archive.hide(day)
        #expect(try mirror.stored(day) == stored)
    }

    @Test(.enabled(if: Abilities.immutability, "needs chattr, and root, who can make a folder immutable"))
    func `a picture that cannot be removed yet is told, and goes with the next start`() async throws {
        var archive: Archive? = try await mirror.open()
        _ = try await archive?.store(mirror.fetched(day, "Spider", photo("spider")))
        #expect(Command.succeeds("chattr", "+i", "\(mirror.root)/\(month)"))
        let error = await #expect(throws: HideError.self) { try await archive?.hide(day) }
        #expect(Command.succeeds("chattr", "-i", "\(mirror.root)/\(month)"))
        #expect(error?.description.contains("\(day) Spider.jpg still stands in \(month)") == true)
        #expect(try mirror.stored(day).mirror.state == .hidden)
        archive = nil
        _ = try await mirror.open()
        #expect(mirror.names(month) == ["metadata"])
    }

    @Test func `the month's last sum goes with its file`() async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        try await archive.hide(day)
        #expect(mirror.names("\(month)/metadata") == ["2026-11-20.json"])
    }

    @Test func `a pending day and a page can be hidden too`() async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.pending(day, "Soon"))
        try await archive.hide(day)
        #expect(try mirror.stored(day).mirror.state == .hidden)
        #expect(try mirror.stored(day).mirror.pending == nil)
        let other = day.advanced(by: -1)
        _ = try await archive.store(mirror.page(other, "Video", ascii("<html>")))
        try await archive.hide(other)
        #expect(mirror.names(month) == ["metadata"])
    }

    @Test func `no dispute about it is left, not even one of an earlier version`() async throws {
        let archive = try await mirror.open()
        let other = day.advanced(by: -1)
        for day in [day, other] { _ = try await archive.store(mirror.fetched(day, "Spider", photo("\(day)"))) }
        let dispute = Dispute(reason: "It is much smaller.", url: "https://x/y.jpg", key: "abc", since: TestMirror.now)
        for _ in 0..<2 {
            try await archive.perform { archive in
                try archive.notes.change { notes in
                    let disputes = [day: dispute, other: dispute]
                    (notes.disputes.pictures, notes.disputes.words) = (disputes, disputes)
                }
            }
            try await archive.hide(day)
            #expect(try archive.tree.dayNotes.disputes.reasons.keys.sorted() == [other])
        }
    }

    @Test func `it stays hidden over a start, also one that finds an old intent and its picture`() async throws {
        try await hideBesideLeftovers()
        #expect(mirror.names(".apod-mirror/incoming").isEmpty)
        let archive = try await mirror.open()
        #expect(await archive.listing.days.withoutFile == [day])
        #expect(try mirror.stored(day).mirror.state == .hidden)
    }

    /// As a commit leaves them that a full disk stopped.
    private func hideBesideLeftovers() async throws {
        let archive = try await mirror.open()
        let stored = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        try mirror.write(stored.encoded(), to: ".apod-mirror/incoming/2026-11-20.json")
        try mirror.write(photo("spider"), to: ".apod-mirror/incoming/2026-11-20.part")
        try await archive.hide(day)
    }

    @Test func `hiding that was cut short is finished by the next start`() async throws {
        try await killBeforeThePictureGoes()
        _ = try await mirror.open()
        #expect(mirror.names(month) == ["metadata"])
        #expect(try mirror.stored(day).mirror.state == .hidden)
    }

    /// The JSON is written, and the picture whose name was to go is still there.
    private func killBeforeThePictureGoes() async throws {
        let archive = try await mirror.open()
        var stored = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        let picture = try #require(stored.mirror.picture)
        let removal = NameRemoval(day: day, name: picture.file, sha256: picture.sha256)
        try mirror.write(removal.encoded, to: ".apod-mirror/incoming/\(removal.file)")
        stored.mirror.state = .hidden
        stored.mirror.picture = nil
        try mirror.write(stored.encoded(), to: "\(month)/metadata/2026-11-20.json")
    }

    @Test func `what is not there cannot be hidden, nor unhidden what is not hidden`() async throws {
        let archive = try await mirror.open()
        await #expect(throws: HideError.notMirrored(day)) { try await archive.hide(day) }
        await #expect(throws: HideError.notHidden(day)) { try await archive.unhide(day) }
        _ = try await archive.store(mirror.fetched(day, "Stars", photo("stars")))
        await #expect(throws: HideError.notHidden(day)) { try await archive.unhide(day) }
        #expect(!mirror.names("2026").contains("2026-12"))
    }

    @Test func `an unhidden day is due at once and comes back`() async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        try await archive.hide(day)
        try await archive.unhide(day)
        let stored = try mirror.stored(day)
        #expect(stored.mirror.state == .pending)
        #expect(stored.mirror.pending?.retryAfter == TestMirror.now)
        _ = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        #expect(await archive.listing.presentDays == [day])
        try mirror.expectSound()
    }

    @Test func `a favorite is not hidden, whatever state it is in`() async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Spider", photo("spider")))
        var record = FavoritesRecord()
        record.add("Moons/2026-11-20 Spider.jpg", to: day, title: "Spider", added: TestMirror.now)
        try mirror.write(record.text, to: "favorites.json")
        let refusal = HideError.favorite(day, links: ["Moons/2026-11-20 Spider.jpg"])
        await #expect(throws: refusal) { try await archive.hide(day) }
        #expect(
            refusal.description == "2026-11-20 is a favorite (favorites/Moons/2026-11-20 Spider.jpg); "
                + "remove it first: apod-mirror favorites remove 2026-11-20")
        #expect(try mirror.stored(day).mirror.state == .present)
        try mirror.expectSound()
        try mirror.remove("favorites.json")
        try await archive.hide(day)
        try mirror.write(record.text, to: "favorites.json")
        await #expect(throws: refusal) { try await archive.hide(day) }
    }
}
