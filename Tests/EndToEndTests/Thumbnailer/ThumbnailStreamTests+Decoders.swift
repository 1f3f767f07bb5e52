import Days
import Folder
import Foundation
import Glibc
import Pictures
import SampleNASA
import Testing

@testable import Gallery
@testable import MirrorTree
@testable import Pages
@testable import Settings

/// Decoders that die, stand still, take their time or complain.
extension ThumbnailStreamTests {
    @Test func `a decoder that dies costs the one picture it had`() async throws {
        let (program, archive) = try await mirror(6)
        let decoder = try decoder(program, "mkdir once 2>/dev/null && at_picture 'os.abort()'\nexec \"$real\"")
        let thumbnails = try await all(await archive.presentDays, maker(archive, decoder))
        #expect(thumbnails.count == 6)
        #expect(failures(thumbnails) == [.unreadable("the decoder ended with 134", isFirst: true)])
        #expect(areGone(program))
    }

    @Test func `a decoder that stands still is ended, and the next one goes on`() async throws {
        let (program, archive) = try await mirror(4)
        let decoder = try decoder(
            program, "mkdir once 2>/dev/null && at_picture 'os.kill(os.getpid(), 19)'\nexec \"$real\"")
        var maker = maker(archive, decoder)
        maker.patience = .seconds(15)
        let thumbnails = try await all(await archive.presentDays, maker)
        #expect(thumbnails.count == 4)
        #expect(failures(thumbnails) == [.interrupted("the decoder stands still", isTriedSoon: true)])
        #expect(areGone(program))
    }

    @Test func `a decoder may be slow by the clock, and not by the processor`() async throws {
        let (program, archive) = try await mirror(4)
        let slow = try decoder(program, "sleep 12\nexec \"$real\"")
        #expect(failures(try await all(await archive.presentDays.suffix(1), maker(archive, slow))).isEmpty)
        let greedy = try decoder(
            program,
            """
            mkdir once 2>/dev/null && at_picture 'import resource; resource.setrlimit(resource.RLIMIT_CPU, (1, 9))
            while True: pass'
            exec "$real"
            """)
        let thumbnails = try await all(await archive.presentDays, maker(archive, greedy))
        #expect(failures(thumbnails) == [.interrupted("it takes too much of the processor", isTriedSoon: true)])
    }

    @Test func `what a decoder says is heard, a little of it, and never reaches a terminal as it is`() async throws {
        let (program, archive) = try await mirror(2)
        let decoder = try decoder(
            program,
            """
            readlink /proc/$$/fd/2 >>errors
            printf '\\033]0;owned\\007\\033[2Jred\\nline two' >&2
            head -c 3000000 /dev/zero | tr '\\0' x >&2
            exec "$real"
            """)
        let thumbnails = try await all(await archive.presentDays, maker(archive, decoder))
        #expect(thumbnails.count == 2 && failures(thumbnails).isEmpty)
        let words = thumbnails.compactMap(\.words)
        #expect(!words.isEmpty)
        for sentence in words {
            #expect(sentence.hasPrefix("\u{FFFD}]0;owned\u{FFFD}\u{FFFD}[2Jred line twoxxx"))
            #expect(sentence.utf8.count <= 500)
        }
        let streams = try String(contentsOfFile: program.folder + "/errors", encoding: .utf8).split(separator: "\n")
        #expect(!streams.isEmpty && streams.allSatisfy { $0.hasPrefix("pipe:") }, "\(streams)")
    }

    @Test func `what a decoder says stands in the log, with its day`() async throws {
        let (program, archive) = try await mirror(1)
        let decoder = try decoder(program, "printf '\\033[2Jbad pixel\\n' >&2; exec \"$real\"")
        let lines = Guarded<[String]>([])
        let galleryUpdater = GalleryUpdater(
            archive: archive, maker: maker(archive, decoder), gallery: nil,
            log: Log { line in lines.withLock { $0.append(line) } }, fetchAgain: { _ in })
        try await galleryUpdater.follow(.missing) {}
        let day = try #require(await archive.presentDays.first)
        #expect(
            lines.withLock { $0 } == [
                "The decoder said of the picture of \(day): \u{FFFD}[2Jbad pixel\n"
            ])
    }

    @Test func `nothing is told of a picture with many comments`() async throws {
        let (program, archive) = try await mirror(1)
        let day = try #require(await archive.presentDays.first)
        let path = program.root + "/" + (try #require(try await MirrorFiles(program).picture(of: "\(day)"))).path
        var picture = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let comment: [UInt8] = [0xFF, 0xFE, 0x00, 0x07] + Array("words".utf8)
        picture.insert(contentsOf: (1...400).flatMap { _ in comment }, at: 2)
        try Data(picture).write(to: URL(filePath: path))
        let thumbnails = try await all([day], maker(archive))
        #expect(thumbnails.count == 1 && failures(thumbnails).isEmpty)
        #expect(thumbnails.compactMap(\.words) == [])
    }

    @Test func `why a decoder does not start is told in its own words`() async throws {
        let (program, archive) = try await mirror(1)
        let decoder = try decoder(program, "echo 'no such \u{1B}[1mlibrary' >&2; exit 127")
        let failures = failures(try await all(await archive.presentDays, maker(archive, decoder)))
        #expect(
            failures == [
                .hopeless(
                    "\(decoder) does not start (it ended with 127 and said: no such \u{FFFD}[1mlibrary). "
                        + "No thumbnails are made.")
            ])
    }

    @Test func `what was interrupted is tried again while the daemon runs`() async throws {
        let (program, archive) = try await mirror(1)
        let decoder = try decoder(
            program, "mkdir once 2>/dev/null && at_picture 'os.kill(os.getpid(), 9)'\nexec \"$real\"")
        let day = try #require(await archive.presentDays.first)
        let start = Timestamp.now
        let calls = Guarded(0)
        let maker = ThumbnailMaker(
            archive: archive, program: decoder, fetch: { _ in nil },
            // Half an hour goes by between two tries.
            clock: {
                start + 1_800
                    * calls.withLock {
                        $0 += 1
                        return $0
                    }
            })
        var galleryUpdater = GalleryUpdater(
            archive: archive, maker: maker, gallery: nil, log: Log { _ in }, fetchAgain: { _ in })
        galleryUpdater.interval = .milliseconds(50)
        try await galleryUpdater.follow(.missing) {
            try await eventually("the thumbnail") {
                FileManager.default.fileExists(
                    atPath: "\(program.root)/\(ThumbnailSize.small.path(day))")
            }
        }
        #expect(decoders(program).count == 2)
    }
}
