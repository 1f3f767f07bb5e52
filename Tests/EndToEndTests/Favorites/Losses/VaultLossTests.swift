import Foundation
import SampleNASA
import TestSupport
import Testing

/// The vault: years are deleted, NASA has nothing any more, and every favorite is back.
@Suite(.needsBinary) struct VaultLossTests {
    @Test(arguments: [true, false])
    func `favorites outlive their years`(isRunning: Bool) async throws {
        let bench = try await LossBench(days: 40)
        let before = try await MirrorFiles(bench.program)
        try bench.startKeeper()
        for ago in [0, 3, 15, 39] { try await bench.drop(ServedDays.ago(ago), in: ago == 3 ? "Moons" : "") }
        try await eventually("pages that tell of them") {
            let script = FileManager.default.contents(atPath: bench.root + "/favorites.js")
            return try script.map { try Set(ToldFavorites($0).albums.keys) } == Set(bench.added.keys)
        }
        if !isRunning { try await bench.stopKeeper() }
        bench.program.server.stop()
        // Whoever removes a folder into which something is just written is told that it is not empty, and says it again.
        try await bench.shell("rm -r 2[0-9][0-9][0-9] || rm -rf 2[0-9][0-9][0-9]")
        if !isRunning { try bench.startKeeper() }
        let wanted = bench.added.keys.flatMap { day in
            [bench.pictures[day] ?? "", "\(day.prefix(4))/\(day.prefix(7))/metadata/\(day).json"]
        }
        try await eventually("every favorite's picture and story are back") {
            if let keeper = bench.keeper, keeper.hasEnded { throw HarnessError(keeper.errors.text) }
            return wanted.allSatisfy { FileManager.default.fileExists(atPath: bench.root + "/" + $0) }
        }
        try await bench.expectAllKept()
        try await bench.stopKeeper()
        let after = try await MirrorFiles(bench.program)
        for path in wanted { #expect(after.files[path]?.bytes == before.files[path]?.bytes, "\(path)") }
        #expect(after.visible.map(\.path) == bench.added.keys.compactMap { bench.pictures[$0] }.sorted())
        for month in after.months {
            let check = try await bench.program.tool(
                "sha256sum", ["--check", "--strict", "--quiet", "metadata/SHA256SUMS"], in: bench.root + "/" + month)
            #expect(check.code == 0, "\(check.output)\(check.errors)")
            let lines = after.files[month + "/metadata/SHA256SUMS"].map { String(decoding: $0.bytes, as: UTF8.self) }
            let files = after.visible.filter { $0.folder == month && $0.suffix != "html" }.map(\.name)
            #expect(lines?.split(separator: "\n").map { String($0.dropFirst(66)) }.sorted() == files)
        }
    }
}
