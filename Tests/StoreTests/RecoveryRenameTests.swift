import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("A change of name that a crash interrupted is finished at the next start")
struct RecoveryRenameTests {
    let mirror: TestMirror
    let month = "2026/2026-11"
    let stars = photo("stars")
    let former = photo("as first published")

    init() throws {
        mirror = try TestMirror()
    }

    private func store(_ title: String, _ bytes: [UInt8]) async throws {
        _ = try await mirror.open().store(mirror.fetched(day, title, bytes))
    }

    /// The note of the old name, as a commit leaves it until the name has gone.
    private func noteOldName(of bytes: [UInt8]) throws {
        let removal = NameRemoval(day: day, name: "2026-11-20 Old.jpg", sha256: sum(bytes))
        try mirror.write(removal.encoded, to: ".apod-mirror/incoming/\(removal.file)")
    }

    private func expectFinished(_ title: String, _ bytes: [UInt8]) async throws {
        let archive = try await mirror.open()
        let name = "2026-11-20 \(title).jpg"
        #expect(mirror.names(month) == [name, "metadata"])
        #expect(mirror.bytes("\(month)/\(name)") == bytes)
        #expect(try mirror.stored(day).title == title)
        #expect(await archive.listing.presentDays == [day])
        try mirror.expectSound()
    }

    enum Rename: CaseIterable {
        case intended, linked, written, summed
    }

    @Test(arguments: Rename.allCases)
    func `a rename was done by half`(state: Rename) async throws {
        try await store("Old", stars)
        let folder = try #require(try Folder.open("\(mirror.root)/\(month)"))
        var new = try mirror.stored(day)
        new.title = "New"
        new.mirror.picture?.file = "2026-11-20 New.jpg"
        try noteOldName(of: stars)
        if state != .intended { #expect(try folder.link("2026-11-20 Old.jpg", as: "2026-11-20 New.jpg", in: folder)) }
        switch state {
        case .intended, .linked:
            try mirror.write(new.encoded(), to: ".apod-mirror/incoming/2026-11-20.json")
        case .written, .summed:
            try mirror.write(new.encoded(), to: "\(month)/metadata/2026-11-20.json")
        }
        if state == .summed {
            let sums = Checksums(["2026-11-20 New.jpg": sum(stars)])
            try mirror.write(sums.encoded, to: "\(month)/metadata/SHA256SUMS")
        }
        try await expectFinished("New", stars)
    }

    @Test func `a former picture whose name was not yet removed is`() async throws {
        try await store("Old", former)
        try await store("New", stars)
        // Back under its old name, as it stood before the last step of the commit.
        let folder = try #require(try Folder.open("\(mirror.root)/\(month)"))
        let superseded = try #require(try folder.folder("metadata/superseded"))
        let kept: FilePath = "2026-11-20 \(sum(former).prefix(8)).jpg"
        #expect(try superseded.link(kept, as: "2026-11-20 Old.jpg", in: folder))
        try noteOldName(of: former)
        try await expectFinished("New", stars)
        #expect(mirror.bytes("\(month)/metadata/superseded/\(kept)") == former)
    }
}
