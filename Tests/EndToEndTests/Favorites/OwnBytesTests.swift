import Foundation
import Glibc
import SampleNASA
import Testing

/// A favorite's second copy in the vault is a file of its own, whatever made it: what is written into the picture, or a
/// bad block below it, spares the copy.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct OwnBytesTests {
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(5))
        let made = try await program.run("sync", "--create", "--quiet", "--history", "5")
        guard made.code == 0 else { throw HarnessError("the sync ended with \(made.code): \(made.lastWords)") }
        return program
    }

    /// Device and inode of a file below the root; `nil` where there is none.
    private func identity(_ path: String, _ program: Program) -> [UInt]? {
        var status = stat()
        return lstat("\(program.root)/\(path)", &status) == 0 ? [status.st_dev, status.st_ino] : nil
    }

    /// Whether picture and JSON lie in the vault, each as a file of its own.
    private func isApart(_ picture: MirrorFiles.File, _ program: Program) -> Bool {
        let month = (picture.path as NSString).deletingLastPathComponent
        let pairs = [
            (picture.path, picture.name), ("\(month)/metadata/\(picture.day).json", "\(picture.day).json"),
        ]
        return pairs.allSatisfy { path, name in
            guard let kept = identity(".apod-mirror/vault/\(name)", program) else { return false }
            return kept != identity(path, program)
        }
    }

    /// The second copy is the former picture until the new one has settled.
    @Test func `a favorite that NASA replaces keeps bytes of its own`() async throws {
        let program = try await mirror()
        let day = ServedDays.ago(1)
        let picture = try #require(try await MirrorFiles(program).picture(of: day))
        #expect(symlink("../\(picture.path)", "\(program.root)/favorites/a.jpg") == 0)
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "5"])
        try await eventually("the favorite lies in the vault by itself") { isApart(picture, program) }
        let former = Data(program.server.picture(for: day))
        program.server.repaint(day, file: "corrected_again.jpg")
        let corrected = Data(program.server.picture(for: day))
        #expect(try await program.run("sync", "--quiet").code == 0)
        #expect(try await MirrorFiles(program).picture(of: day)?.bytes == corrected)
        #expect(isApart(picture, program))
        // As an editor of tags writes: in place.
        let file = try FileHandle(forWritingTo: URL(filePath: "\(program.root)/\(picture.path)"))
        try file.write(contentsOf: Data("xx".utf8))
        try file.close()
        let kept = "\(program.root)/.apod-mirror/vault/\(picture.name)"
        #expect(try Data(contentsOf: URL(filePath: kept)) == former)
        #expect(await daemon.end().code == 0)
    }

    @Test(arguments: ["a command", "a link and a look at the list", "a link and a sync"])
    func `without a daemon, too, a favorite has bytes of its own`(way: String) async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        if way == "a command" {
            #expect(try await program.run("favorites", "add", picture.day).code == 0)
        } else {
            #expect(symlink("../\(picture.path)", "\(program.root)/favorites/a.jpg") == 0)
            #expect(try await program.run(way.hasSuffix("sync") ? "sync" : "favorites").code == 0)
        }
        #expect(isApart(picture, program))
    }

    /// Programs that look for files of the same bytes make one file of them.
    @Test func `where the two were made one file, verify finds that, and repair or a start parts them`() async throws {
        let program = try await mirror()
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        #expect(try await program.run("favorites", "add", picture.day).code == 0)
        func join() {
            let kept = "\(program.root)/.apod-mirror/vault/\(picture.name)"
            #expect(unlink(kept) == 0 && link("\(program.root)/\(picture.path)", kept) == 0)
        }
        join()
        let found = try await program.run("verify")
        #expect(found.code == 1)
        #expect(
            found.output.hasPrefix(
                "\(program.root)/.apod-mirror/vault/\(picture.name), a favorite's second copy, is the very file of its "
                    + "month by another name: what damages the one damages both.\n"), "\(found.output)")
        let status = try await program.run("status")
        #expect(
            status.output.contains("The second copies of 1 favorite share their bytes with the pictures"),
            "\(status.output)")
        let repaired = try await program.run("verify", "--repair")
        #expect(repaired.code == 0, "\(repaired.output)")
        #expect(isApart(picture, program))
        #expect(try await program.run("verify").code == 0)

        join()
        let daemon = try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "5"])
        try await eventually("the start parts them", within: .seconds(30)) { isApart(picture, program) }
        #expect(await daemon.end().code == 0)
    }
}
