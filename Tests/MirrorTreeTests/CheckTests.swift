import Days
import Foundation
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A check tells of a day's damage and goes on to the next")
struct CheckTests {
    let mirror: TestMirror

    init() throws {
        mirror = try TestMirror()
    }

    @Test(arguments: ["../2026-11-20 Title.jpg", "2026-11-20 a/b.jpg", "/etc/passwd", "2026-11-20 a\u{0}.jpg", ""])
    func `a JSON that names a file elsewhere`(name: String) async throws {
        let archive = try await mirror.open()
        let neighbour = day.advanced(by: -1)
        for day in [day, neighbour] { _ = try await archive.store(mirror.fetched(day, "Title", photo("\(day)"))) }
        var metadata = try mirror.stored(day)
        metadata.mirror.picture?.file = name
        try mirror.write(metadata.encoded(), to: "\(Tree.metadataPath(day))")
        #expect(archive.tree.check(day) == .metadata(path: "\(mirror.root)/\(Tree.metadataPath(day))"))
        #expect(archive.tree.check(neighbour) == nil)
    }

    @Test(
        arguments: [
            (.metadata(path: "/a"), "/a cannot be read as a day's metadata."), (.missing(path: "/a"), "/a is missing."),
            (.changed(path: "/a"), "/a is not what was stored: its sum differs."),
            (.unreadable(path: "/a", reason: "Why."), "/a cannot be read. Why."),
        ] as [(Damage, String)])
    func `each is one sentence that names the path`(damage: Damage, sentence: String) {
        #expect("\(damage)" == sentence)
    }
}
