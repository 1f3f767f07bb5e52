import Foundation
import SampleNASA
import Testing

/// A process that may open few files says so, and ends with a code: it neither dies of a signal nor takes for damage what it
/// could not open.
@Suite(.needsBinary, .timeLimit(.minutes(15))) struct DescriptorLimitTests {
    private func mirror() async throws -> Program {
        let program = try Program(ServedDays.last(3))
        #expect(try await program.run("sync", "--create", "--quiet", "--history", "3").code == 0)
        return program
    }

    private func start(_ words: [String], _ program: Program, limit: String) throws -> Child {
        try program.start(
            words, adding: ["APOD_MIRROR_HISTORY": "3", "SWIFT_BACKTRACE": "enable=no"],
            through: ["/usr/bin/prlimit", "--nofile=\(limit)"])
    }

    @Test(
        .needs(tool: "prlimit"),
        arguments: [
            ["daemon"], ["sync"], ["status"], ["serve", "--listen", "127.0.0.1:0"], ["favorites"],
            ["favorites", "watch"], ["verify"],
        ])
    func `with any limit that is too low`(words: [String]) async throws {
        let program = try await mirror()
        let before = try await MirrorFiles(program).lasting
        for limit in 3...40 {
            let ended = try await start(words, program, limit: "\(limit):\(limit)").end()
            let told = "\(words) with \(limit): \(ended.code), \(ended.errors)"
            // With three not even the C library can be loaded, says the loader.
            if limit == 3, ended.code == 127 { continue }
            #expect(ended.code == 74, "\(told)")
            #expect(ended.output == "", "\(told)")
            #expect(ended.errors.contains("may have only \(limit) files open at once"), "\(told)")
            #expect(ended.errors.contains("ulimit -n"), "\(told)")
        }
        #expect(try await MirrorFiles(program).lasting == before)
    }

    /// As a shell sets it with ulimit -S.
    @Test(.needs(tool: "prlimit")) func `a limit that may be raised is raised`() async throws {
        let program = try await mirror()
        #expect(try await start(["verify"], program, limit: "12:4096").end().code == 0)
        let daemon = try await RunningDaemon(
            program, adding: ["APOD_MIRROR_HISTORY": "3"], through: ["/usr/bin/prlimit", "--nofile=12:4096"])
        try await daemon.says(#/today's is in/#)
        #expect(try await program.run("status").code == 0)
        #expect(await daemon.end().code == 0)
    }
}
