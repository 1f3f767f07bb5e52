import Days
import Folder
import Foundation
import Glibc
import Hashing
import Pages
import Pictures
import SampleNASA
import Testing

@testable import Archive
@testable import Gallery
@testable import MirrorTree
@testable import Store

/// The stream of thumbnails, made of a mirror's pictures by the real decoders.
@Suite("A stream of thumbnails", .needsBinary, .needsThumbnailer, .timeLimit(.minutes(15)))
struct ThumbnailStreamTests {
    /// A mirror of so many days that has no thumbnails yet.
    func mirror(_ days: Int, isVaried: Bool = false) async throws -> (Program, Archive) {
        let program = try Program(ServedDays.last(days, isVaried ? .varied : .small))
        program.server.paint()
        let ended = try await program.run(
            "sync", "--create", "--quiet", "--history", "\(days)", "--thumbnails", "false", "--gallery", "false")
        guard ended.code == 0 else { throw HarnessError("the sync ended with \(ended.code): \(ended.lastWords)") }
        return (program, try await Archive.open(program.root))
    }

    func maker(_ archive: Archive, _ program: String = Program.thumbnailer) -> ThumbnailMaker {
        ThumbnailMaker(archive: archive, program: program, fetch: { _ in nil }, clock: { .now })
    }

    func failures(_ thumbnails: [Thumbnail]) -> [ThumbnailFailure] {
        thumbnails.compactMap { thumbnail in
            // A page without a poster has none anyway.
            guard case .failed(let failure) = thumbnail.outcome, failure != .nothingToShow else { return nil }
            return failure
        }
    }

    func all(_ days: [Day], _ maker: ThumbnailMaker) async throws -> [Thumbnail] {
        try await maker.thumbnails(of: days) { stream in
            var all: [Thumbnail] = []
            for await thumbnail in stream { all.append(thumbnail) }
            return all
        }
    }

    /// A decoder that notes its number and its start, and then does what the lines say: `$real` is the real one, and
    /// `at_picture` one that does something else when it is handed a picture.
    func decoder(_ program: Program, _ lines: String) throws -> String {
        let path = program.folder + "/decoder"
        let script = """
            #!/bin/sh
            real='\(Program.thumbnailer)'
            cd '\(program.folder)'
            read -r words </proc/$$/stat
            set -- $words
            echo "$$ ${22}" >>numbers
            at_picture() {
                exec python3 -c "import os, socket, time
            end = socket.socket(fileno=0); end.send(b'ready'); end.recv(99); $1"
            }
            \(lines)

            """
        try Data(script.utf8).write(to: URL(filePath: path))
        chmod(path, 0o755)
        return path
    }

    /// The number and the start of each decoder, as the kernel writes both.
    func decoders(_ program: Program) -> [[Substring]] {
        let text = try? String(contentsOfFile: program.folder + "/numbers", encoding: .utf8)
        return (text ?? "").split(separator: "\n").map { $0.split(separator: " ") }
    }

    /// Whether all decoders are gone, and nobody has to wait for them any more. Others may have their numbers by now.
    func areGone(_ program: Program) -> Bool {
        decoders(program).allSatisfy { decoder in
            let facts = try? String(contentsOfFile: "/proc/\(decoder[0])/stat", encoding: .utf8)
            let words = facts?.split(separator: ")").last?.split(separator: " ") ?? []
            return words.count < 20 || words[19] != decoder[1]
        }
    }

    @Test func `each day is answered once, whatever becomes of the others`() async throws {
        let (program, archive) = try await mirror(12, isVaried: true)
        let days = await archive.presentDays
        // In the middle, and no page that has nothing to show.
        let files = try await MirrorFiles(program)
        let broken = try #require(days[4...].first { files.picture(of: "\($0)")?.suffix == "jpg" })
        let path = try #require(files.picture(of: "\(broken)")?.path)
        try Data("no picture at all".utf8).write(to: URL(filePath: "\(program.root)/\(path)"))
        let thumbnails = try await all(days, maker(archive))
        #expect(thumbnails.map(\.day).sorted() == days)
        let failed = thumbnails.filter { if case .failed(.unreadable) = $0.outcome { true } else { false } }
        #expect(failed.map(\.day) == [broken])
        for thumbnail in thumbnails {
            guard case .made(let sizes) = thumbnail.outcome else { continue }
            for size in sizes {
                let bytes = try #require(
                    FileManager.default.contents(atPath: "\(program.root)/\(size.path(thumbnail.day))"))
                let facts = try PictureFacts(inspecting: FileBytes(Array(bytes)))
                #expect(facts.format == .jpeg)
                #expect(try #require(facts.size?.width) <= size.rawValue)
            }
        }
        #expect(areGone(program))
    }

    @Test func `what failed is not tried again until its bytes change`() async throws {
        let (program, archive) = try await mirror(1)
        let days = await archive.presentDays
        let path = "\(program.root)/\(try #require(try await MirrorFiles(program).visible.first).path)"
        let json = "\(program.root)/\(Tree.metadataPath(days[0]))"
        let (picture, story) = (
            try Data(contentsOf: URL(filePath: path)), try String(contentsOfFile: json, encoding: .utf8)
        )
        // As NASA may have sent it.
        let broken = Array("no picture".utf8)
        try Data(broken).write(to: URL(filePath: path))
        try story.replacing(SHA256.hash(Array(picture)), with: SHA256.hash(broken))
            .write(toFile: json, atomically: true, encoding: .utf8)
        guard case .failed(.unreadable) = try #require(await all(days, maker(archive)).first).outcome else {
            Issue.record("it was readable")
            return
        }
        // The same bytes as far as the metadata tell.
        try picture.write(to: URL(filePath: path))
        guard case .failed(.nothingToShow) = try #require(await all(days, maker(archive)).first).outcome else {
            Issue.record("it was tried again")
            return
        }
        try story.write(toFile: json, atomically: true, encoding: .utf8)
        #expect(try #require(await all(days, maker(archive)).first).isMade)
    }

    @Test func `no program is a failure of each day, and of nothing else`() async throws {
        let (program, archive) = try await mirror(3)
        defer { withExtendedLifetime(program) {} }
        let thumbnails = try await all(await archive.presentDays, maker(archive, "/nowhere/decoder"))
        #expect(thumbnails.count == 3)
        for thumbnail in thumbnails {
            guard case .failed(.hopeless(let sentence, _)) = thumbnail.outcome else {
                Issue.record("\(thumbnail)")
                continue
            }
            #expect(
                sentence == "Could not start /nowhere/decoder: No such file or directory. No thumbnails are made.")
        }
    }

    @Test func `one that does not start says so, and no picture is blamed`() async throws {
        let (program, archive) = try await mirror(3)
        let decoder = try decoder(program, "exit 3")
        for _ in 0..<2 {
            let thumbnails = try await all(await archive.presentDays, maker(archive, decoder))
            #expect(thumbnails.count == 3)
            for thumbnail in thumbnails {
                guard case .failed(.hopeless(let sentence, _)) = thumbnail.outcome else {
                    Issue.record("\(thumbnail)")
                    continue
                }
                #expect(sentence == "\(decoder) does not start (it ended with 3). No thumbnails are made.")
            }
        }
        #expect(try await all(await archive.presentDays, maker(archive)).contains { $0.isMade })
    }

    @Test func `whoever has seen enough ends it, and so does the end of the task`() async throws {
        let (program, archive) = try await mirror(4)
        let days = await archive.presentDays
        let hanging = maker(
            archive, try decoder(program, "mkdir once 2>/dev/null || at_picture 'time.sleep(100)'\nexec \"$real\""))
        let first = try await hanging.thumbnails(of: days) { stream in
            var stream = stream.makeAsyncIterator()
            return await stream.next()
        }
        #expect(first != nil)
        #expect(areGone(program))
        let before = decoders(program).count
        let task = Task { try await all(days, hanging) }
        try await eventually("the decoders of the second") { decoders(program).count == before + 2 }
        task.cancel()
        _ = await task.result
        #expect(areGone(program))
    }

    @Test func `a picture that is replaced meanwhile does not get the other's thumbnail`() async throws {
        let (program, archive) = try await mirror(1)
        let day = try #require(await archive.presentDays.first)
        let source = try #require(try await archive.perform { try $0.thumbnails.source(of: day, at: .now) })
        let file = try OpenFile.inMemory("thumbnail", Array("old".utf8))
        let staged = try archive.tree.saver().stage(wholeCopyOf: file, as: "thumbnail")
        let path = "\(program.root)/\(try #require(try await MirrorFiles(program).visible.first).path)"
        let bytes = try Data(contentsOf: URL(filePath: path))
        try FileManager.default.removeItem(atPath: path)
        try (bytes + bytes).write(to: URL(filePath: path))
        try await archive.perform { try $0.thumbnails.place([(.small, staged)], of: source) }
        #expect(try await MirrorFiles(program).thumbnails.isEmpty)
        #expect(try await MirrorFiles(program).incoming.isEmpty)
    }
}

extension Thumbnail {
    var isMade: Bool {
        if case .made = outcome { true } else { false }
    }
}

extension Archive {
    var presentDays: [Day] { store.listing.presentDays }
}
