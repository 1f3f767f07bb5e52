import Foundation
import Glibc
import SampleNASA
import Testing

/// A thumbnail is made by the thumbnailer and by nothing else, whatever people drop under its name.
@Suite(.needsBinary, .needsThumbnailer, .timeLimit(.minutes(10)))
struct DraggedThumbnailTests {
    private let program: Program
    private let day = ServedDays.ago(1)

    init() async throws {
        program = try Program(ServedDays.last(3))
        let ended = try await program.run("sync", "--create", "--quiet", "--history", "3")
        guard ended.code == 0 else { throw HarnessError(ended.errors) }
    }

    private func thumbnail(_ size: Int) -> String {
        "\(program.root)/.apod-mirror/thumbnails/\(day.prefix(4))/\(day).\(size).jpg"
    }

    private func inode(_ path: String) -> ino_t? {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_ino : nil
    }

    @Test(arguments: [320, 640])
    func `one that was dragged out of a page is a favorite, and made anew`(size: Int) async throws {
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "3"])
        let place = thumbnail(size)
        try await eventually("the thumbnail") { FileManager.default.fileExists(atPath: place) }
        let before = try Data(contentsOf: URL(filePath: place))
        let dropped = "\(program.root)/favorites/\(day).\(size).jpg"
        let was = inode(place)
        #expect(rename(place, dropped) == 0)
        let picture = try await program.pictureName(of: day)
        try await eventually("a link to the picture") {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(program.root)/favorites/\(picture)")) != nil
        }
        #expect(!FileManager.default.fileExists(atPath: dropped))
        #expect(try Data(contentsOf: URL(filePath: place)) == before)
        #expect(inode(place) != was)
        #expect(await daemon.end().code == 0)
    }

    @Test func `a file that is only called like one stays where it is, also while it is written`() async throws {
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "3"])
        let place = thumbnail(320)
        try await eventually("the thumbnail") { FileManager.default.fileExists(atPath: place) }
        let made = try Data(contentsOf: URL(filePath: place))
        // A copy that has only just begun, of a size that the day has and of one that it does not have.
        for size in [320, 960] {
            let path = "\(program.root)/favorites/\(day).\(size).jpg"
            if size == 320 { #expect(unlink(place) == 0) }
            let file = open(path, O_CREAT | O_WRONLY, 0o644)
            defer { close(file) }
            try await eventually("a favorite") {
                (try? String(contentsOfFile: program.root + "/favorites.json", encoding: .utf8))?.contains(
                    "\(day).\(size).jpg") == true
            }
            if size == 320 {
                try await eventually("the thumbnail, made anew") { FileManager.default.fileExists(atPath: place) }
            }
            #expect(write(file, "mine", 4) == 4)
        }
        try await eventually("the end of what the daemon tries") { daemon.manager.status.contains("favorite") }
        #expect(await daemon.end().code == 0)
        for size in [320, 960] {
            let text = try String(contentsOfFile: "\(program.root)/favorites/\(day).\(size).jpg", encoding: .utf8)
            #expect(text == "mine")
        }
        #expect(try Data(contentsOf: URL(filePath: place)) == made)
        #expect(!FileManager.default.fileExists(atPath: thumbnail(960)))
    }
}
