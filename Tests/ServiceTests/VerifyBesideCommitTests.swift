import Days
import Foundation
import Glibc
import Pages
import Testing

@testable import Archive
@testable import Gallery
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Service
@testable import Settings
@testable import Store

/// A look for damage while the daemon brings days into their month.
@Suite("Verifying beside a commit")
struct VerifyBesideCommitTests {
    private let mirror: TestMirror
    private let archive: Archive

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Title", photo("of the sky")))
    }

    private func verify(withThumbnails: Bool = false) async throws -> [Finding] {
        var configuration = Configuration(mirror: mirror.root)
        (configuration.gallery, configuration.thumbnails) = (false, withThumbnails)
        let findings = try await Verification(Tree.open(mirror.root), configuration).run { _, _, _ in }.findings
        // Until here the archive has the mirror's lock, as a daemon has.
        return withExtendedLifetime(archive) { findings.filter { [.sums, .picture, .thumbnail].contains($0.kind) } }
    }

    /// Puts other bytes into a file, as another process that is not done yet, and after half a second the right ones. Like
    /// that process it waits for none of the tests that run here; the stream ends when it is done.
    private func between(_ path: String, _ bytes: [UInt8]) throws -> AsyncStream<Void> {
        let whole = try #require(mirror.bytes(path))
        let file = URL(filePath: "\(mirror.root)/\(path)")
        try Data(bytes).write(to: file, options: .atomic)
        let (commit, end) = AsyncStream.makeStream(of: Void.self)
        Thread.detachNewThread {
            usleep(500_000)
            try? Data(whole).write(to: file, options: .atomic)
            end.finish()
        }
        return commit
    }

    @Test(arguments: ["2026/2026-11/metadata/SHA256SUMS", "2026/2026-11/metadata/2026-11-20.json"])
    func `what is not done yet is no damage`(path: String) async throws {
        #expect(try await verify().isEmpty)
        let commit = try between(path, ascii(""))
        #expect(try await verify().isEmpty)
        for await _ in commit {}
    }

    @Test func `what stays so is damage`() async throws {
        try mirror.write(ascii(""), to: "2026/2026-11/metadata/SHA256SUMS")
        #expect(try await verify().map(\.kind) == [.sums])
    }

    @Test(.enabled(if: ThumbnailProgram.path() != nil, "needs apod-mirror-thumbnailer beside the tests: run Tests/run"))
    func `thumbnails that a slow machine is making, one day behind the next, are not missing`() async throws {
        let next = try mirror.fetched(.of("2026-11-19"), "Next", photo("of it"))
        let maker = Task { [archive, root = mirror.root] in
            try await Task.sleep(for: .seconds(5))
            _ = try await archive.store(next)
            let folder = URL(filePath: "\(root)/.apod-mirror/thumbnails/2026")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for size in ThumbnailSize.allCases {
                try Data(photo("small")).write(to: folder.appending(path: "\(day)\(size.suffix)"))
            }
        }
        #expect(try await verify(withThumbnails: true).isEmpty)
        try await maker.value
        #expect(try await verify(withThumbnails: true).map(\.day) == [.of("2026-11-19")])
    }
}
