import Foundation
import TestSupport
import Testing

/// An export that ends at any moment leaves no half file under a picture's name, and the next one goes on.
@Suite(.onlyInAll("crash loops"), .needsBinary, .needsCrashLibrary) struct ExportCrashTests {
    @Test(arguments: ["files", "bagit"])
    func `it may be killed before every call`(format: String) async throws {
        let program = try Program(ServedDays.last(6))
        #expect(try await program.run("sync", "--create", "--history", "6").code == 0)
        let folder = program.folder + "/out"
        let arguments = ["export", folder, "--format", format]
        func reset() async throws {
            try? FileManager.default.removeItem(atPath: folder)
            // One that is to go, and one that is to be replaced.
            #expect(try await program.run("export", folder, "--format", format, ServedDays.ago(1)).code == 0)
        }
        func files() async throws -> [String: String] {
            try await MirrorFiles(program, at: folder).files.filter { !$0.key.hasPrefix(".apod-mirror-export/lock") }
                .mapValues(\.sha256)
        }
        try await reset()
        let calls = try await program.measure(arguments).calls
        let whole = try await files()
        #expect(calls > 20)
        for call in TriedCalls(of: calls, some: 15).calls {
            try await reset()
            let crashed = try await program.start(
                arguments, adding: ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_AT": String(call)]
            ).end()
            #expect(crashed.wasKilled || crashed.code == 0)
            for (path, sum) in try await files() where path.hasSuffix(".jpg") && !path.hasPrefix(".") {
                #expect(whole[path] == sum, "killed before call \(call): \(path) is half")
            }
            let again = try await program.start(arguments).end()
            #expect(again.code == 0, "killed before call \(call): \(again.errors)")
            #expect(try await files() == whole, "killed before call \(call)")
        }
    }
}
