import Foundation
import SampleNASA
import Testing

/// Days that pass for a daemon within moments: its wall clock, and NASA's, are ahead of this machine's.
struct PassingDays {
    private static let library = ProcessInfo.processInfo.environment["APOD_AHEAD_LIBRARY"]
    static let isPossible = library.map { FileManager.default.fileExists(atPath: $0) } ?? false

    private let program: Program
    private let file: String
    /// Noon of the day on which they begin.
    private let noon: Int

    init(_ program: Program) throws {
        self.program = program
        file = program.folder + "/ahead"
        noon = Int(Date.now.timeIntervalSince1970) / 86_400 * 86_400 + 43_200
        try go(to: Int(Date.now.timeIntervalSince1970))
    }

    /// For what is to live in this time.
    var environment: [String: String] { ["LD_PRELOAD": Self.library ?? "", "AHEAD": file] }

    /// Lives through the midnight before the day that comes so many days after the first. A clock that jumps is doubted until
    /// NASA's answer confirms it, so it is asked shortly before; the few minutes until then are no jump.
    func pass(midnightBefore day: Int) async throws {
        let midnight = noon + day * 86_400 - 43_200
        for time in [midnight - 240, midnight + 240] {
            try go(to: time)
            let synced = try await program.run("sync", "--quiet", adding: environment)
            // No new day comes while they pass.
            #expect([0, 1].contains(synced.code), "\(synced.output)\(synced.errors)")
        }
    }

    private func go(to time: Int) throws {
        var seconds = Int64(time - Int(Date.now.timeIntervalSince1970))
        try withUnsafeBytes(of: &seconds) { bytes in
            guard let old = FileHandle(forUpdatingAtPath: file) else {
                return try Data(bytes).write(to: URL(filePath: file))
            }
            try old.write(contentsOf: Data(bytes))
            try old.close()
        }
        program.server.setClock(time)
    }
}

extension Trait where Self == ConditionTrait {
    static var needsPassingDays: Self {
        .enabled(
            if: PassingDays.isPossible,
            "needs the library that moves the clock on: run Tests/run, or name it in APOD_AHEAD_LIBRARY")
    }
}
