import Foundation
import Pictures
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store
@testable import Transfer

@Suite("An interrupted download goes on only where it is sure to")
struct PartTests {
    let mirror: TestMirror
    let archive: Archive
    private let url = "https://x/original.jpg"

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
    }

    /// A part with some bytes in it, which its attributes note where the file system has any.
    private func begin(validator: String?) async throws {
        let part = try await archive.incoming.part(for: day, url: url)
        #expect(part.resumable == nil)
        part.record(url: url, Announcement(validator: validator, length: 12))
        #expect(write(part.file.descriptor, "12345", 5) == 5)
    }

    private func content() -> [UInt8]? {
        mirror.bytes(".apod-mirror/incoming/2026-11-20.part")
    }

    @Test(.enabled(if: Abilities.attributes, "needs a disk that keeps extended attributes"))
    func `the same file of the same server goes on`() async throws {
        try await begin(validator: "\"etag\"")
        let part = try await archive.incoming.part(for: day, url: url)
        #expect(part.resumable == Partial(bytes: 5, validator: "\"etag\"", length: 12))
        #expect(content()?.count == 5)
    }

    @Test func `another address, or no validator, begins anew`() async throws {
        try await begin(validator: "\"etag\"")
        #expect(try await archive.incoming.part(for: day, url: url + "2").resumable == nil)
        #expect(content() == [])
        try await begin(validator: nil)
        #expect(try await archive.incoming.part(for: day, url: url).resumable == nil)
        #expect(content() == [])
    }

    @Test(.enabled(if: Abilities.attributes, "needs a disk that keeps extended attributes"))
    func `what another boot left is thrown away: its tail may be zeros`() async throws {
        try await begin(validator: "\"etag\"")
        let folder = try #require(try Folder.open("\(mirror.root)/.apod-mirror/incoming"))
        let file = try folder.openToAppend("2026-11-20.part")
        file.setAttribute("user.apod-mirror.partial", "another-boot\n\(url)\n12\n\"etag\"")
        #expect(try await archive.incoming.part(for: day, url: url).resumable == nil)
        #expect(content() == [])
    }

    @Test func `a part that turned out to be no picture is gone, and that twice`() async throws {
        try await begin(validator: nil)
        try await archive.incoming.discardPart(for: day)
        try await archive.incoming.discardPart(for: day)
        #expect(content() == nil)
    }

    @Test func `a part is proved by its bytes`() async throws {
        let part = try await archive.incoming.part(for: day, url: url)
        await #expect(throws: PictureDefect.empty) { try await archive.incoming.inspect(part) }
        let bytes = photo("stars")
        #expect(bytes.withUnsafeBytes { write(part.file.descriptor, $0.baseAddress, $0.count) } == bytes.count)
        #expect(try await archive.incoming.inspect(part).format == .jpeg)
    }
}
