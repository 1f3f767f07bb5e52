import Foundation
import SampleNASA
import TestSupport
import Testing

/// An import that ends at any moment leaves no half picture and loses no file, and the next one goes on.
@Suite(.onlyInAll("crash loops"), .needsBinary, .needsCrashLibrary) struct ImportCrashTests {
    private static let days = 6

    @Test(arguments: ["--copy", "--link", "--move"])
    func `it may be killed before every call`(manner: String) async throws {
        let program = try Program(ServedDays.last(Self.days, .fixed(60_000)))
        let dates = (1..<Self.days).map(ServedDays.ago).filter { program.server.video(for: $0).isEmpty }
        let pictures = Dictionary(uniqueKeysWithValues: dates.map { ($0, Data(program.server.picture(for: $0))) })
        let (folder, untouched) = (program.folder + "/old", program.folder + "/untouched")
        let made = try await program.run("sync", "--create", "--history", "1", "--thumbnails", "no", "--gallery", "no")
        try #require(made.code == 0, "\(made.errors)")
        try FileManager.default.copyItem(atPath: program.root, toPath: untouched)
        let arguments = ["import", folder, manner, "--thumbnails", "no", "--gallery", "no"]

        func reset() throws {
            for path in [program.root, folder] { try? FileManager.default.removeItem(atPath: path) }
            try FileManager.default.copyItem(atPath: untouched, toPath: program.root)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (date, picture) in pictures { try picture.write(to: URL(filePath: "\(folder)/\(date).jpg")) }
        }
        func stored() async throws -> [String: Data] {
            let visible = try await MirrorFiles(program).visible.filter { pictures[$0.day] != nil }
            return Dictionary(visible.map { ($0.day, $0.bytes) }) { $1 }
        }
        func left() -> [String: Data] {
            pictures.keys.reduce(into: [:]) { found, date in
                found[date] = FileManager.default.contents(atPath: "\(folder)/\(date).jpg")
            }
        }
        try reset()
        let calls = try await program.measure(arguments).calls
        #expect(try await stored() == pictures)
        for call in TriedCalls(of: calls, some: 6).calls {
            try reset()
            let crashed = try await program.start(
                arguments, adding: ["LD_PRELOAD": Program.crashLibrary ?? "", "CRASH_AT": String(call)]
            ).end()
            #expect(crashed.wasKilled || crashed.code == 0)
            let (inMirror, inFolder) = (try await stored(), left())
            for (date, picture) in pictures {
                #expect(inMirror[date] ?? picture == picture, "killed before call \(call): \(date) is half")
                #expect(inFolder[date] ?? picture == picture, "killed before call \(call): \(date) was changed")
                #expect(inMirror[date] != nil || inFolder[date] != nil, "killed before call \(call): \(date) is lost")
            }
            let again = try await program.start(arguments).end()
            #expect(again.code == 0, "killed before call \(call): \(again)")
            #expect(try await stored() == pictures, "killed before call \(call)")
            #expect(left() == (manner == "--move" ? [:] : pictures), "killed before call \(call)")
            let verified = try await program.run("verify", "--thumbnails", "no", "--gallery", "no")
            #expect(verified.code == 0, "killed before call \(call): \(verified)")
        }
    }
}
