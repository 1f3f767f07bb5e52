import Foundation
import Glibc
import SampleNASA
import TestSupport
import Testing

/// Thumbnails and Today as they stand in a mirror that the real program keeps.
@Suite("The thumbnails of a mirror", .needsBinary, .needsThumbnailer, .timeLimit(.minutes(15)))
struct MirrorThumbnailTests {
    private func program(_ days: Int, _ change: (SampleNASA) throws -> Void = { _ in }) async throws -> Program {
        let program = try Program(ServedDays.last(days, .varied))
        try change(program.server)
        program.server.paint()
        try await sync(program, "--create")
        return program
    }

    private func sync(_ program: Program, _ words: String...) async throws {
        let days = program.server.dates.count
        let ended = try await program.start(["sync", "--history", "\(days)"] + words).end()
        guard ended.code == 0 else { throw HarnessError("the sync ended with \(ended.code): \(ended.lastWords)") }
    }

    private func show(_ format: PictureFormat, width: Int, height: Int, _ server: SampleNASA) throws {
        var day = try #require(server.day(ServedDays.today))
        var picture = try #require(day.picture)
        picture.format = format
        (picture.width, picture.height) = (width, height)
        day.media = .picture(picture)
        server.update(day)
    }

    /// How wide a JPEG is by its header, and nothing less than a whole one will do.
    private func pixels(_ path: String) throws -> Int {
        let bytes = Array(try #require(FileManager.default.contents(atPath: path)))
        #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9], "\(path)")
        var offset = 2
        while offset + 9 < bytes.count {
            let marker = bytes[offset + 1]
            let isFrame = (0xC0...0xC2).contains(marker)
            if isFrame { return Int(bytes[offset + 7]) << 8 + Int(bytes[offset + 8]) }
            offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
        }
        throw HarnessError("no JPEG: \(path)")
    }

    @Test func `the status tells how much room they take, also when some have gone`() async throws {
        let program = try await program(6)
        func told() async throws -> Int {
            let status = try await program.run("status", "--json")
            let json = try #require(JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any])
            return try #require(json["thumbnail_bytes"] as? Int)
        }
        func lying() async throws -> Int {
            try await MirrorFiles(program).thumbnails.reduce(0) { $0 + $1.bytes.count }
        }
        let (before, size) = (try await told(), try await lying())
        // Each year is counted in whole kilobytes.
        #expect(size > 0 && (size..<size + 2_000).contains(before), "\(before) of \(size)")
        #expect(try await program.run("hide", ServedDays.ago(2)).code == 0)
        try await sync(program)
        let (after, left) = (try await told(), try await lying())
        #expect(left < size && (left..<left + 2_000).contains(after), "\(after) of \(left)")
    }

    @Test func `every picture has one, heavy ones a larger one, too, and the folder is tagged as a cache`() async throws
    {
        let program = try await program(8)
        let files = try await MirrorFiles(program)
        for picture in files.visible where picture.suffix != "html" && picture.suffix != "mp4" {
            let small = "\(program.root)/.apod-mirror/thumbnails/\(picture.day.prefix(4))/\(picture.day).320.jpg"
            #expect(try pixels(small) <= 320)
            #expect(try pixels(small.replacing(".320.", with: ".640.")) <= 640)
            for size in ["960", "2048"] {
                let large = small.replacing(".320.", with: ".\(size).")
                let isHeavy = picture.bytes.count > 1_200_000
                #expect(FileManager.default.fileExists(atPath: large) == isHeavy, "\(picture.path)")
                if isHeavy { #expect(try Data(contentsOf: URL(filePath: large)).count <= 1_200_000) }
            }
        }
        #expect(!files.thumbnails.isEmpty)
        let tag = try String(contentsOfFile: program.root + "/.apod-mirror/thumbnails/CACHEDIR.TAG", encoding: .utf8)
        #expect(tag.hasPrefix("Signature: 8a477f597d28d172789f06886806bc55\n"))
        #expect(files.incoming.isEmpty)
    }

    @Test func `a video shows its poster`() async throws {
        let film = Video(file: "film.mp4", folder: "sample", width: 640, height: 360, bytes: 100_000)
        let program = try await program(2) { server in
            server.show(.video(film, poster: try #require(server.day(ServedDays.today)?.picture)), on: ServedDays.today)
        }
        #expect(try await MirrorFiles(program).picture(of: ServedDays.today)?.suffix == "mp4")
        #expect(
            try pixels(
                "\(program.root)/.apod-mirror/thumbnails/\(ServedDays.today.prefix(4))/\(ServedDays.today).320.jpg")
                == 320)
    }

    @Test func `what was deleted comes back, what is hidden goes, and a corrected picture gets another`() async throws {
        let program = try await program(3)
        let before = try await MirrorFiles(program).thumbnails
        try FileManager.default.removeItem(atPath: program.root + "/.apod-mirror/thumbnails")
        try await sync(program)
        #expect(try await MirrorFiles(program).thumbnails.map(\.path) == before.map(\.path))

        #expect(try await program.run("hide", ServedDays.ago(2)).code == 0)
        #expect(try await MirrorFiles(program).thumbnails.allSatisfy { $0.day != ServedDays.ago(2) })

        program.server.repaint(ServedDays.today, file: "corrected.jpg")
        try await sync(program)
        let after = try await MirrorFiles(program).thumbnails
        let name = { (files: [MirrorFiles.File]) in files.first { $0.name == "\(ServedDays.today).320.jpg" }?.sha256 }
        #expect(name(after) != nil)
        #expect(name(after) != name(before))
    }

    @Test(arguments: ["sync", "gallery", "verify --repair", "a page"])
    func `one size that was deleted comes back by itself`(way: String) async throws {
        let program = try Program(ServedDays.last(3))
        try await sync(program, "--create")
        let day = ServedDays.ago(1)
        let small = "\(program.root)/.apod-mirror/thumbnails/\(day.prefix(4))/\(day).320.jpg"
        let picture = try #require(try await MirrorFiles(program).picture(of: day))
        let daemon = way == "a page" ? try await RunningDaemon(program, adding: ["APOD_MIRROR_HISTORY": "3"]) : nil
        try await daemon?.says(#/today's is in/#)
        try FileManager.default.removeItem(atPath: small)
        if way == "a page" {
            // The month's page tells of favorites.
            #expect(symlink("../\(picture.path)", "\(program.root)/favorites/a.jpg") == 0)
        } else {
            let found = try await program.run("verify")
            #expect(found.code == 1)
            #expect(found.output.hasPrefix("Thumbnails of \(day) are missing from "), "\(found.output)")
            let words = way.split(separator: " ").map { String($0) }
            let ended = try await program.start(words + (way == "sync" ? ["--history", "3"] : [])).end()
            #expect(ended.code == 0, "\(ended.output)\(ended.errors)")
        }
        try await eventually("it is back", within: .seconds(60)) { FileManager.default.fileExists(atPath: small) }
        #expect(try pixels(small) <= 320)
        if let daemon { #expect(await daemon.end().code == 0) }
        #expect(try await program.run("sync", "--history", "3").code == 0)
        #expect(try await program.run("verify").code == 0)
    }

    @Test(.needsMount, arguments: [true, false])
    func `on a full disk gallery says so, and ends with the code for it`(isDaemonThere: Bool) async throws {
        let disk = try TinyDisk(size: "16m")
        let place = [
            "APOD_MIRROR_MIRROR": disk.path + "/APOD", "APOD_MIRROR_MIN_FREE_BYTES": "0", "APOD_MIRROR_HISTORY": "3",
        ]
        let program = try Program(ServedDays.last(3))
        #expect(try await program.run("sync", "--create", "--quiet", adding: place).code == 0)
        let daemon = isDaemonThere ? try await RunningDaemon(program, adding: place) : nil
        try await daemon?.says(#/today's is in/#)
        try disk.fill()
        let full = try await program.run("gallery", adding: place)
        #expect(full.code == 74)
        #expect(full.errors.contains("the disk is full"), "\(full.errors)")
        #expect(!full.output.contains("Made "))
        try disk.makeRoom()
        let made = try await program.run("gallery", adding: place)
        #expect(made.code == 0)
        #expect(made.output.hasSuffix("Made 3 days with thumbnails, the pages of \(Self.months).\n"), "\(made.output)")
        if let daemon { #expect(await daemon.end().code == 0) }
    }

    /// Three days may lie in two months.
    private static var months: String {
        ServedDays.today.prefix(7) == ServedDays.ago(2).prefix(7) ? "1 month" : "2 months"
    }

    /// What a decoder says of damaged bytes is said of the damage, and not of the picture.
    @Test func `a damaged picture has its thumbnail as soon as it is mended, and is not doubtful`() async throws {
        let program = try await program(3)
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        let thumbnail =
            "\(program.root)/.apod-mirror/thumbnails/\(ServedDays.ago(1).prefix(4))/\(ServedDays.ago(1)).320.jpg"
        let whole = try #require(FileManager.default.contents(atPath: "\(program.root)/\(picture.path)"))
        for _ in 1...2 {
            let file = try FileHandle(forWritingTo: URL(filePath: "\(program.root)/\(picture.path)"))
            try file.write(contentsOf: Data("damaged".utf8))
            try file.close()
            _ = try await program.run("gallery")
        }
        #expect(try await program.run("verify").output.contains("doubtful") == false)
        #expect(try await program.run("verify", "--repair").code == 0)
        #expect(FileManager.default.contents(atPath: "\(program.root)/\(picture.path)") == whole)
        try await sync(program)
        #expect(FileManager.default.fileExists(atPath: thumbnail))
        #expect(try await program.run("verify").code == 0)
    }

    @Test func `without thumbnails in the settings there are none, and nothing refers to any`() async throws {
        let program = try Program(ServedDays.last(2, .varied))
        #expect(try await program.run("sync", "--create", "--history", "2", "--thumbnails", "false").code == 0)
        let files = try await MirrorFiles(program)
        #expect(files.thumbnails.isEmpty)
        #expect(!files.pages.isEmpty)
        #expect(files.pages.allSatisfy { !String(decoding: $0.bytes, as: UTF8.self).contains(".320.jpg\"") })
    }

    // MARK: Today

    private func today(_ program: Program) throws -> String? {
        let bytes = try #require(FileManager.default.contents(atPath: program.root + "/Today.json"))
        return DayRecord(bytes)?.date
    }

    @Test(arguments: [(PictureFormat.png, 800), (.gif, 400), (.jpeg, 4_500)])
    func `Today shows a picture that is no JPEG or too wide`(format: PictureFormat, width: Int) async throws {
        let program = try await program(2) { try show(format, width: width, height: 300, $0) }
        #expect(try today(program) == ServedDays.today)
        #expect(try pixels(program.root + "/Today.jpg") == min(width, 3_840))
        let before = try FileManager.default.attributesOfItem(atPath: program.root + "/Today.jpg")
        try await sync(program)
        let after = try FileManager.default.attributesOfItem(atPath: program.root + "/Today.jpg")
        #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int, "it is not made again")
        try FileManager.default.removeItem(atPath: program.root + "/Today.jpg")
        try await sync(program)
        #expect(try today(program) == ServedDays.today)
        #expect(try pixels(program.root + "/Today.jpg") == min(width, 3_840))
    }

    @Test func `without thumbnails Today keeps to what it can show`() async throws {
        let program = try Program(ServedDays.last(2))
        try show(.png, width: 80, height: 60, program.server)
        #expect(try await program.run("sync", "--create", "--history", "2", "--thumbnails", "false").code == 0)
        #expect(try today(program) == ServedDays.ago(1))
    }

    // MARK: What cannot be decoded

    @Test func `a picture that cannot be decoded is fetched once more, then left until its bytes change`() async throws
    {
        let program = try await program(2) { server in
            try show(.jpeg, width: 400, height: 300, server)
            server.setFault(.undecodable, for: .media(ServedDays.today))
        }
        let picture = try #require(program.server.day(ServedDays.today)?.picture)
        func fetched() -> Int { program.server.requests.count { $0.path.hasSuffix("/\(picture.file)") } }
        #expect(try await MirrorFiles(program).picture(of: ServedDays.today) != nil, "it is kept as it came")
        let mark = "\(program.root)/.apod-mirror/thumbnails/\(ServedDays.today.prefix(4))/\(ServedDays.today).failed"
        #expect(FileManager.default.fileExists(atPath: mark))
        #expect(fetched() == 2)
        for _ in 0..<3 { try await sync(program) }
        #expect(fetched() == 3, "the next sync asks for it once")

        program.server.clearFaults()
        program.server.repaint(ServedDays.today, file: "mended.jpg")
        try await sync(program)
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(try await MirrorFiles(program).thumbnails.contains { $0.day == ServedDays.today })
    }
    /// The decoder makes a thumbnail all the same: only its complaint tells.
    @Test func `a picture that decoders complain about is named until it is right`() async throws {
        let date = ServedDays.ago(13)
        let program = try await program(16) { server in
            var day = try #require(server.day(date))
            day.media = .picture(
                Picture(file: "corrupt.jpg", folder: "x", format: .jpeg, width: 400, height: 300, bytes: 0))
            server.update(day)
            server.setFault(.corrupt, for: .media(date))
        }
        func fetched() -> Int { program.server.requests.count { $0.path.hasSuffix("/corrupt.jpg") } }
        #expect(fetched() == 1)
        for _ in 0..<2 {
            let found = try await program.run("verify")
            #expect(found.code == 1)
            #expect(found.output.contains("/\(date) "))
            #expect(found.output.contains("Corrupt JPEG data"))
            let status = try await program.run("status").output
            #expect(status.contains("Doubtful: \(date)"))
            try await sync(program)
            #expect(fetched() == 2, "once by the next sync")
        }
        program.server.clearFaults()
        let mended = try await program.run("verify", "--repair")
        #expect(mended.code == 0, "\(mended.output)\(mended.errors)")
        #expect(try await program.run("verify").code == 0)
        #expect(try await !program.run("status").output.contains("Doubtful"))
        let picture = try await MirrorFiles(program).picture(of: date)
        #expect(picture.map { Array($0.bytes) } == program.server.picture(for: date))
    }
}
