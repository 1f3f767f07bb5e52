import Foundation
import SampleNASA
import TestSupport
import Testing

/// An import, a repair or an export that meets a full disk says so, loses nothing, and ends its work once there is room.
@Suite(.needsBinary, .needsMount) struct FullDiskTests {
    private static let days = 5

    private let program: Program
    private let disk: TinyDisk
    private var root: String { disk.path + "/APOD" }

    init() async throws {
        program = try Program(ServedDays.last(Self.days, .fixed(300_000)))
        disk = try TinyDisk(size: "16m")
    }

    private func run(_ words: String...) async throws -> Child.Ended {
        let variables = ["APOD_MIRROR_MIRROR": root, "APOD_MIRROR_MIN_FREE_BYTES": "0"]
        return try await program.start(words + ["--thumbnails", "no", "--gallery", "no"], adding: variables).end()
    }

    private func make(days: Int) async throws {
        let made = try await run("sync", "--create", "--history", "\(days)")
        try #require(made.code == 0, "\(made)")
    }

    private func pictures() async throws -> [String: Data] {
        let visible = try await MirrorFiles(program, at: root).visible.filter { $0.suffix == "jpg" }
        return Dictionary(visible.map { ($0.day, $0.bytes) }) { $1 }
    }

    @Test(arguments: ["--copy", "--move"]) func `in an import`(manner: String) async throws {
        try await make(days: 1)
        let folder = program.folder + "/old"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let dates = (1..<Self.days).map(ServedDays.ago).filter { program.server.video(for: $0).isEmpty }
        let offered = Dictionary(uniqueKeysWithValues: dates.map { ($0, Data(program.server.picture(for: $0))) })
        for (date, picture) in offered { try picture.write(to: URL(filePath: "\(folder)/\(date).jpg")) }
        let before = try await pictures()

        try disk.fill()
        let full = try await run("import", folder, manner)
        #expect(full.code == 74 && full.errors.contains(#/has \d[^;]* free.*; make room/#), "\(full)")
        for (date, picture) in offered {
            #expect(FileManager.default.contents(atPath: "\(folder)/\(date).jpg") == picture, "\(date)")
        }
        #expect(try await pictures() == before)
        try disk.makeRoom()
        let again = try await run("import", folder, manner)
        #expect(again.code == 0, "\(again)")
        #expect(try await pictures() == before.merging(offered) { $1 })
        #expect(try await run("verify").code == 0)
    }

    @Test func `in a repair from another mirror`() async throws {
        try await make(days: Self.days)
        let peer = program.folder + "/peer"
        #expect(try await program.tool("cp", ["--archive", root, peer]).code == 0)
        let before = try await pictures()
        let files = try await MirrorFiles(program, at: root).visible.filter { $0.suffix == "jpg" }
        let (gone, rotten) = (try #require(files.first), try #require(files.last))
        try FileManager.default.removeItem(atPath: "\(root)/\(gone.path)")
        let handle = try FileHandle(forUpdating: URL(filePath: "\(root)/\(rotten.path)"))
        try handle.write(contentsOf: Data("rot".utf8))
        try handle.close()
        let damaged = try await pictures()

        try disk.fill()
        let full = try await run("verify", "--repair", "--offline", "--from", peer)
        #expect(full.code == 74 && full.errors.contains(#/has \d[^;]* free.*; make room/#), "\(full)")
        #expect(try await pictures() == damaged)
        try disk.makeRoom()
        let again = try await run("verify", "--repair", "--offline", "--from", peer)
        #expect(again.code == 0, "\(again)")
        #expect(try await pictures() == before)
    }

    @Test func `in an export`() async throws {
        let made = try await program.run("sync", "--create", "--history", "\(Self.days)")
        try #require(made.code == 0, "\(made)")
        let folder = disk.path + "/out"
        try disk.fill()
        let full = try await program.run("export", folder)
        #expect(full.code != 0 && full.errors.contains("full"), "\(full)")
        try disk.makeRoom()
        let again = try await program.run("export", folder)
        #expect(again.code == 0, "\(again)")
        let exported = try await MirrorFiles(program, at: folder).files.filter { $0.value.suffix == "jpg" }
        let expected = try await MirrorFiles(program).visible.filter { $0.suffix == "jpg" }
        #expect(Set(exported.values.map(\.sha256)) == Set(expected.map(\.sha256)))
    }
}
