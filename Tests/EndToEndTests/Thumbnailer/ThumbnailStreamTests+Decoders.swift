import Days
import Folder
import Foundation
import Glibc
import Pictures
import SampleNASA
import Testing

@testable import Archive
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
        try await galleryUpdater(archive, decoder).follow(.missing) { try await thumbnails(of: program, archive) }
        #expect(decoders(program).count == 2)
    }

    @Test func `what could not be tried is tried again while the daemon runs`() async throws {
        let (program, archive) = try await mirror(1)
        let decoder = try decoder(program, "mkdir once 2>/dev/null && exit 3\nexec \"$real\"")
        try await galleryUpdater(archive, decoder).follow(.missing) { try await thumbnails(of: program, archive) }
        #expect(decoders(program).count == 2)
    }

    @Test func `what was interrupted is tried again when the mirror was away meanwhile, too`() async throws {
        let (program, archive) = try await mirror(1)
        let decoder = try decoder(
            program,
            """
            mkdir once 2>/dev/null && at_picture 'os.rename("APOD", "away"); os.kill(os.getpid(), 9)'
            exec "$real"
            """)
        let lines = Guarded<[String]>([])
        let updater = galleryUpdater(archive, decoder, log: Log { line in lines.withLock { $0.append(line) } })
        try await updater.follow(.missing) {
            try await eventually("a try without the mirror") { lines.withLock { !$0.isEmpty } }
            try FileManager.default.moveItem(atPath: program.folder + "/away", toPath: program.root)
            try await thumbnails(of: program, archive)
        }
        #expect(lines.withLock(\.count) == 1 && decoders(program).count == 2)
    }

    @Test func `pictures that are fetched again, and a decoder that stands still, hold up no page`() async throws {
        let (program, archive) = try await mirror(2)
        let days = await archive.presentDays
        let decoder = try decoder(program, "mkdir once 2>/dev/null && at_picture 'os.abort()'\nexec \"$real\"")
        let (fetching, mayEnd) = (Guarded<Set<Day>>([]), Bell())
        var updater = galleryUpdater(archive, decoder, gallery: GalleryWriter(archive.tree)) { days in
            fetching.withLock { $0.formUnion(days) }
            try await mayEnd.wait()
        }
        updater.interval = .seconds(600)
        try await updater.follow(.missing) {
            try await eventually("a picture that is fetched again") { fetching.withLock { $0.count == 1 } }
            let other = try #require(days.first { !fetching.withLock(\.self).contains($0) })
            try await thumbnails(of: program, other)
            let data = "\(program.root)/\(other.year)/gallery.js"
            try await eventually("the first page") { FileManager.default.fileExists(atPath: data) }
            try FileManager.default.removeItem(atPath: data)
            archive.events.send(.taken(.page))
            try await eventually("the page") { FileManager.default.fileExists(atPath: data) }
            mayEnd.ring()
        }
        // From here on all decoders stand still.
        struct Seen: Error {}
        let still = galleryUpdater(
            archive, try self.decoder(program, "touch still; at_picture 'time.sleep(1000)'"),
            gallery: GalleryWriter(archive.tree))
        await #expect(throws: Seen.self) {
            try await still.follow(.everything) {
                try await eventually("a decoder") {
                    FileManager.default.fileExists(atPath: program.folder + "/still")
                }
                let data = "\(program.root)/\(days[0].year)/gallery.js"
                try? FileManager.default.removeItem(atPath: data)
                archive.events.send(.taken(.page))
                try await eventually("the page") { FileManager.default.fileExists(atPath: data) }
                throw Seen()
            }
        }
    }

    /// One for which half an hour goes by between two tries.
    private func galleryUpdater(
        _ archive: Archive, _ decoder: String, gallery: GalleryWriter? = nil, log: Log = Log { _ in },
        fetchAgain: @escaping @Sendable (Set<Day>) async throws -> Void = { _ in }
    ) -> GalleryUpdater {
        let start = Timestamp.now
        let calls = Guarded(0)
        let maker = ThumbnailMaker(
            archive: archive, program: decoder, fetch: { _ in nil },
            clock: {
                start + 1_800
                    * calls.withLock {
                        $0 += 1
                        return $0
                    }
            })
        var updater = GalleryUpdater(
            archive: archive, maker: maker, gallery: gallery, log: log, fetchAgain: fetchAgain)
        updater.interval = .milliseconds(50)
        return updater
    }

    private func thumbnails(of program: Program, _ archive: Archive) async throws {
        try await thumbnails(of: program, try #require(await archive.presentDays.first))
    }

    private func thumbnails(of program: Program, _ day: Day) async throws {
        try await eventually("the thumbnail", within: .seconds(600)) {
            FileManager.default.fileExists(atPath: "\(program.root)/\(ThumbnailSize.small.path(day))")
        }
    }
}
