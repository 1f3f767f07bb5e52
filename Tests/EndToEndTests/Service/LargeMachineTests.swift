import Foundation
import SampleNASA
import Testing

private let cores = ProcessInfo.processInfo.environment["APOD_CORES_LIBRARY"]

/// Fifty cores, and the threads that a unit of 64 tasks leaves this process beside those that decode pictures.
@Suite(
    .needsBinary,
    .enabled(
        if: cores != nil,
        "needs the library that pretends cores: run Tests/run, or name it in APOD_CORES_LIBRARY"))
struct LargeMachineTests {
    private let program: Program
    private let variables: [String: String]

    init() throws {
        program = try Program(ServedDays.last(40))
        let peaks = program.folder + "/peaks"
        try FileManager.default.createDirectory(atPath: peaks, withIntermediateDirectories: true)
        variables = ["LD_PRELOAD": cores ?? "", "CORES": "50", "TASKS": "48", "PEAKS": peaks]
    }

    /// The most threads that a process had at a time.
    private var peak: Int {
        let folder = variables["PEAKS"] ?? ""
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let numbers = files.compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        return numbers.compactMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }.max() ?? 0
    }

    @Test func `a first sync and a check have as many threads as on eight cores`() async throws {
        let words = ["sync", "--create", "--history", "40", "--connections", "32", "--connections-per-host", "16"]
        let ended = try await program.start(words, adding: variables).end()
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("40 pictures") || ended.output.contains("39 pictures"), "\(ended.output)")
        #expect(peak > 8 && peak <= 32, "\(peak) threads")
        #expect(try await program.start(["verify"], adding: variables).end().code == 0)
        #expect(try await program.start(["favorites"], adding: variables).end().code == 0)
        #expect(peak <= 32, "\(peak) threads")
        print("measured: \(peak) threads at most, on fifty cores")
    }

    @Test func `a daemon fills its mirror`() async throws {
        _ = try await program.run("sync", "--create", "--history", "1")
        let daemon = try await RunningDaemon(program, adding: variables.merging(["APOD_MIRROR_HISTORY": "40"]) { $1 })
        try await daemon.says(#/^(39|40) pictures; today's is in/#)
        #expect(try await program.start(["verify", "--repair"], adding: variables).end().code == 0)
        #expect(peak > 8 && peak <= 32, "\(peak) threads")
        #expect(await daemon.end().code == 0)
    }
}
