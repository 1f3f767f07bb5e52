import Days
import Foundation
import Testing

@testable import Archive
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

    private func verify() async throws -> [Finding] {
        var configuration = Configuration(mirror: mirror.root)
        (configuration.gallery, configuration.thumbnails) = (false, false)
        let findings = try await Verification(Tree.open(mirror.root), configuration).run { _, _, _ in }.findings
        // Until here the archive has the mirror's lock, as a daemon has.
        return withExtendedLifetime(archive) { findings.filter { [.sums, .picture].contains($0.kind) } }
    }

    /// Puts other bytes into a file, as another process that is not done yet, and after half a second the right ones.
    private func between(_ path: String, _ bytes: [UInt8]) throws -> Task<Void, any Error> {
        let whole = try #require(mirror.bytes(path))
        let file = URL(filePath: "\(mirror.root)/\(path)")
        try Data(bytes).write(to: file, options: .atomic)
        return Task {
            try await Task.sleep(for: .milliseconds(500))
            try Data(whole).write(to: file, options: .atomic)
        }
    }

    @Test(arguments: ["2026/2026-11/metadata/SHA256SUMS", "2026/2026-11/metadata/2026-11-20.json"])
    func `what is not done yet is no damage`(path: String) async throws {
        #expect(try await verify().isEmpty)
        let commit = try between(path, ascii(""))
        #expect(try await verify().isEmpty)
        try await commit.value
    }

    @Test func `what stays so is damage`() async throws {
        try mirror.write(ascii(""), to: "2026/2026-11/metadata/SHA256SUMS")
        #expect(try await verify().map(\.kind) == [.sums])
    }
}
