import Foundation
import TestSupport
import Testing

/// An export that ends at any moment leaves no half file under a picture's name and nothing of its owner's changed, and the next
/// one goes on.
@Suite(.needsBinary, .needsCrashLibrary) struct ExportCrashTests {
    @Test(.onlyInAll("crash loops"), arguments: ["files", "bagit"])
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

    enum Form: CaseIterable {
        case plain, smaller, bag

        fileprivate var options: [[String]] {
            switch self {
            case .plain: [[]]
            case .smaller: [["--size", "1920"], ["--size", "2048"]]
            case .bag: [["--format", "bagit"]]
            }
        }
    }

    @Test(arguments: Form.allCases)
    func `it may be killed again and again while its owner is at work there`(form: Form) async throws {
        try await kill("\(form)", ExportBench(form.options))
    }

    /// Disks where names cannot be exchanged, or not be taken only while they are free, or neither.
    private static let kinds = FormattedDisk.Kind.mountable.filter { [.vfat, .exfat, .ntfs].contains($0) }

    @Test(
        .onlyInAll("disks"),
        .enabled(if: !kinds.isEmpty, "needs to mount vfat, exFAT or NTFS, in a namespace of its own"),
        arguments: kinds, Form.allCases)
    func `the same on a stick`(kind: FormattedDisk.Kind, form: Form) async throws {
        try await kill("\(form) on \(kind)", ExportBench(form.options, on: kind))
    }

    private func kill(_ what: String, _ bench: ExportBench) async throws {
        var random = Dice()
        var (kills, runs) = (0, 0)
        let began = ContinuousClock.now
        while kills < (Abilities.isLong ? 170 : 5) {
            runs += 1
            let variant = try #require(bench.variants.randomElement(using: &random))
            if try await bench.kill(variant, isBusy: bench.canBeBusy && runs.isMultiple(of: 3), &random) { kills += 1 }
            #expect(bench.problems == [], "kill \(kills), seed \(random.seed)")
            if runs.isMultiple(of: 4) {
                if runs.isMultiple(of: 8) { try bench.leave() }
                let left = try await bench.problemsAfterExport(variant)
                #expect(left == [], "an export after kill \(kills), seed \(random.seed)")
            } else {
                try bench.act(&random)
            }
        }
        print("measured: \(what), \(kills) kills in \(runs) exports, \(began.duration(to: .now)), seed \(random.seed)")
    }
}
