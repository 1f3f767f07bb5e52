import Folder
import Foundation
import Pictures
import SampleNASA
import TestSupport
import Testing

@Suite(.needsBinary) struct ExportTests {
    private static let days = 8

    private let program: Program
    private let folder: String

    init() async throws {
        program = try Program(ServedDays.last(Self.days, .fixed(400_000)))
        folder = program.folder + "/for the frame"
        let made = try await program.run("sync", "--create", "--history", "\(Self.days)")
        try #require(made.code == 0, "\(made.errors)")
    }

    private func export(_ words: String...) async throws -> Child.Ended {
        try await program.start(["export", folder] + words).end()
    }

    /// What lies there, by its path, without the export's own notes.
    private func exported() async throws -> [String: String] {
        try await MirrorFiles(program, at: folder).files.filter { !$0.key.hasPrefix(".apod-mirror-export/") }
            .mapValues(\.sha256)
    }

    private func pictures() async throws -> [String: String] {
        let visible = try await MirrorFiles(program).visible.filter { $0.suffix != "html" }
        return Dictionary(uniqueKeysWithValues: visible.map { ($0.path, $0.sha256) })
    }

    @Test func `every picture is there as a file with its date, and again costs nothing`() async throws {
        let first = try await export()
        #expect(first.code == 0 && first.errors.isEmpty, "\(first)")
        let before = try await pictures()
        #expect(try await exported() == before)
        #expect(try await MirrorFiles(program, at: folder).strange == [])
        let newest = try #require(before.keys.max())
        let date = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(newest)")[.modificationDate] as? Date
        #expect(date.map { ISO8601DateFormatter().string(from: $0) } == "\(ServedDays.today)T12:00:00Z")
        let again = try await export()
        #expect(again.output.contains("0 files written (0 bytes), \(before.count) unchanged."), "\(again)")
    }

    @Test func `it follows the mirror, and leaves what is somebody else's`() async throws {
        #expect(try await export().code == 0)
        let before = try await pictures()
        let (hidden, changed, gone) = (ServedDays.ago(1), ServedDays.ago(2), ServedDays.ago(3))
        func path(_ day: String) throws -> String { try #require(before.keys.first { $0.contains("/\(day) ") }) }
        try Data("mine".utf8).write(to: URL(filePath: "\(folder)/mine.txt"))
        try Data("edited".utf8).write(to: URL(filePath: "\(folder)/\(try path(changed))"))
        try FileManager.default.removeItem(atPath: "\(folder)/\(try path(gone))")
        #expect(try await program.run("hide", hidden).code == 0)

        let ended = try await export()
        let left = try path(changed)
        #expect(ended.code == 1 && ended.errors.contains(left), "\(ended)")
        #expect(ended.output.contains("1 file written") && ended.output.contains("1 removed"), "\(ended)")
        var expected = before
        expected[try path(hidden)] = nil
        let now = try await exported()
        for (path, sum) in expected where !path.contains(changed) { #expect(now[path] == sum, "\(path)") }
        #expect(now.count == expected.count + 1)
        #expect(try String(contentsOfFile: "\(folder)/\(try path(changed))", encoding: .utf8) == "edited")
        #expect(try String(contentsOfFile: "\(folder)/mine.txt", encoding: .utf8) == "mine")
    }

    @Test func `favorites, an album and periods are chosen`() async throws {
        let (favorite, moon) = (ServedDays.ago(2), ServedDays.ago(4))
        #expect(try await program.run("favorites", "add", favorite).code == 0)
        #expect(try await program.run("favorites", "add", moon, "--album", "Moons/Big").code == 0)
        func days(_ words: String...) async throws -> Set<String> {
            let ended = try await program.start(["export", folder] + words).end()
            #expect(ended.code == 0, "\(ended)")
            return Set(try await exported().keys.map { String($0.split(separator: "/")[2].prefix(10)) })
        }
        #expect(try await days("--favorites") == [favorite, moon])
        #expect(try await days("--album", "Moons") == [moon])
        #expect(try await days(ServedDays.ago(1), ServedDays.ago(5)) == [ServedDays.ago(1), ServedDays.ago(5)])
        #expect(try await program.start(["export", folder, "--favorites", "2026"]).end().code == 64)
        // What is chosen is nothing: that is told, and the folder is empty then.
        let none = try await export("--album", "Suns")
        #expect(none.output.contains("2 removed"), "\(none)")
    }

    @Test func `a picture that is damaged in the mirror is not passed on`() async throws {
        let picture = try #require(try await MirrorFiles(program).picture(of: ServedDays.ago(1)))
        try Data(repeating: 7, count: picture.bytes.count).write(to: URL(filePath: "\(program.root)/\(picture.path)"))
        let ended = try await export()
        #expect(ended.code == 1 && ended.errors.contains("is not what was stored, and was not exported"), "\(ended)")
        #expect(try await exported()[picture.path] == nil)
        #expect(try await exported().count == pictures().count - 1)
    }

    @Test(.needsMount) func `a full disk ends it, and nothing half is there`() async throws {
        let disk = try TinyDisk(size: "1500k")
        let place = "\(disk.path)/out"
        let before = try await pictures()
        #expect(try await program.run("export", place, ServedDays.ago(4)).code == 0)
        let full = try await program.run("export", place)
        #expect(full.code == 74 && full.errors.contains("is full"), "\(full)")
        let files = try await MirrorFiles(program, at: place).files
        for (path, file) in files where !path.hasPrefix(".apod-mirror-export/") {
            #expect(before[path] == file.sha256, "\(path)")
        }
        // What the owner does then is theirs.
        let edited = try #require(files.keys.first { $0.contains("/\(ServedDays.ago(4)) ") })
        let new = try #require(before.keys.filter { files[$0] == nil && $0.hasSuffix(".jpg") }.max())
        for path in [edited, new] {
            let file = URL(filePath: "\(place)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: file)
        }
        let less = try await program.run("export", place, ServedDays.ago(2))
        #expect(less.code == (new.contains(ServedDays.ago(2)) ? 1 : 0), "\(less)")
        for path in [edited, new] {
            #expect(try String(contentsOfFile: "\(place)/\(path)", encoding: .utf8) == "mine")
            try FileManager.default.removeItem(atPath: "\(place)/\(path)")
        }
        #expect(try await program.run("export", place, ServedDays.ago(2)).code == 0)
        let left = try await MirrorFiles(program, at: place).visible.map(\.day)
        #expect(left == [ServedDays.ago(2)])
    }

    @Test(
        .onlyInAll("disks"),
        .enabled(if: !FormattedDisk.Kind.withoutCase.isEmpty, "needs a disk where case does not count"),
        arguments: FormattedDisk.Kind.withoutCase)
    func `a title that changes its case takes no picture away`(kind: FormattedDisk.Kind) async throws {
        let disk = try FormattedDisk(kind)
        let place = disk.path + "/out"
        #expect(try await program.run("export", place).code == 0)
        for day in [ServedDays.ago(1), ServedDays.ago(2)] {
            var sample = try #require(program.server.day(day))
            sample.title = sample.title.uppercased()
            program.server.update(sample)
        }
        #expect(try await program.run("sync").code == 0)
        for _ in 1...2 {
            let ended = try await program.run("export", place)
            #expect(ended.code == 0 && ended.output.contains("0 files written"), "\(ended)")
            let sums = try await MirrorFiles(program, at: place).visible.map(\.sha256)
            #expect(try await Set(pictures().values) == Set(sums))
        }
    }

    @Test func `the mirror and the export do not lie in one another`() async throws {
        let link = program.folder + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program.root)
        for place in [program.root, program.root + "/2026", program.folder, program.root + "/favorites/x", link] {
            let ended = try await program.run("export", place)
            #expect(ended.code == 64 && ended.errors.contains("lie in one another"), "\(ended)")
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: Program.thumbnailer), "needs the thumbnailer"))
    func `larger pictures are made smaller, and only those`() async throws {
        var wide = try #require(program.server.day(ServedDays.ago(1))?.picture)
        (wide.file, wide.width, wide.height) = ("wide_\(wide.file)", 2_400, 600)
        program.server.show(.picture(wide), on: ServedDays.ago(1))
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.run("verify", "--accept", ServedDays.ago(1)).code < 2)
        let before = try await pictures()
        let ended = try await export("--size", "1920")
        #expect(ended.code == 0, "\(ended)")
        let now = try await exported()
        let path = try #require(before.keys.first { $0.contains("/\(ServedDays.ago(1)) ") })
        let folder = try #require(try Folder.open(folder))
        let facts = try PictureFacts(inspecting: try #require(try folder.open(FilePath(path))))
        #expect(facts.size?.width == 1_920 && facts.size?.height == 480)
        #expect(Set(now.filter { before[$0.key] != $0.value }.keys) == [path])
        #expect(try await export("--size", "1920").output.contains("0 files written"))
        #expect(try await export().output.contains("1 file written"))
        #expect(try await exported() == before)
        #expect(try await export("--size", "1000").code == 64)
    }

    @Test(
        .enabled(
            if: PythonPackages.has("bagit.py"), "needs bagit from PyPI: Tests/run --all")
    )
    func `the reference validator finds a bag valid, and what is foreign in it is told`() async throws {
        func validate() async throws -> Int32 {
            try await program.tool(
                "env",
                ["PYTHONPATH=\(PythonPackages.folder)", "python3", "-m", "bagit", "--quiet", "--validate", folder]
            ).code
        }
        let made = try await export("--format", "bagit")
        #expect(made.code == 0, "\(made)")
        #expect(try await validate() == 0)
        #expect(try await program.run("hide", ServedDays.ago(1)).code == 0)
        #expect(try await export("--format", "bagit").code == 0)
        #expect(try await validate() == 0)
        try Data("mine".utf8).write(to: URL(filePath: "\(folder)/data/mine.txt"))
        let told = try await export("--format", "bagit")
        #expect(told.code == 1 && told.errors.contains("data/mine.txt"), "\(told)")
        #expect(try await validate() != 0)
    }
}
