import Foundation
import Glibc
import SampleNASA
import Testing

/// A month that is closed to the daemon is told, and nothing that was made of it goes.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct ClosedMonthTests {
    /// A link stands for what not even root may look into.
    @Test func `what people look at stays as it was while a month is closed`() async throws {
        let program = try Program(ServedDays.last(45))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "45").code == 0)
        let whole = try await MirrorFiles(program)
        let newest = try #require(whole.picture(of: ServedDays.today))
        #expect(symlink("../" + newest.path, program.root + "/favorites/a.jpg") == 0)
        #expect(try await program.run("sync", "--quiet").code == 0)
        let before = try await MirrorFiles(program)
        let month = program.root + "/" + (newest.path as NSString).deletingLastPathComponent
        let elsewhere = program.folder + "/elsewhere"
        try FileManager.default.moveItem(atPath: month, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: month, withDestinationPath: elsewhere)

        for command in [["sync"], ["verify"]] {
            let ended = try await program.start(command).end()
            #expect(ended.code == 1)
            #expect(
                (ended.output + ended.errors).contains("\(month) is a symbolic link"), "\(ended.output)\(ended.errors)")
        }
        let during = try await MirrorFiles(program)
        for path in before.files.keys
        where path.hasPrefix("Today.") || path.hasSuffix("/gallery.js") || path.hasPrefix(".apod-mirror/thumbnails")
            || path.hasPrefix(".apod-mirror/vault")
        {
            #expect(during.files[path]?.sha256 == before.files[path]?.sha256, "\(path)")
        }
        #expect(program.favorite("a.jpg") == "../" + newest.path)

        try FileManager.default.removeItem(atPath: month)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: month)
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.run("verify").code == 0)
        #expect(try await MirrorFiles(program).lasting == before.lasting)
    }
}
