import Foundation
import Testing

/// A picture that is hidden is gone, one that is not is whole: no kill leaves anything in between for long.
@Suite(.onlyInAll("crash loops"), .needsBinary, .needsCrashLibrary)
struct HideCrashTests {
    private static let day = ServedDays.ago(2)

    @Test(arguments: ["hide", "unhide"])
    func `hiding and unhiding may be killed before every call`(command: String) async throws {
        let program = try Program(ServedDays.last(4))
        #expect(try await program.run("sync", "--create", "--history", "4").code == 0)
        if command == "unhide" { #expect(try await program.run("hide", Self.day).code == 0) }
        let beginning = try await CrashBench.beginning(of: program)
        let published = Published(program.server)
        let bench = CrashBench(
            program: program, arguments: [command, Self.day], published: published, beginning: beginning)

        let calls = try await bench.countCalls()
        #expect(calls > 5)
        for call in TriedCalls(of: calls, some: 12).calls {
            try await bench.reset()
            try await bench.crash(before: call)
            let torn = try await bench.problemsAfterCrash()
            #expect(torn.isEmpty, "killed before call \(call) of \(calls)")
            #expect(try await program.run("sync").code == 0)
            let files = try await MirrorFiles(program)
            let isHidden = files.record(of: Self.day)?.state == "hidden"
            let left = TreeCheck.afterCleanPass(files, isHidden ? published.without(Self.day) : published)
            #expect(left.isEmpty, "killed before call \(call) of \(calls), then a sync")
        }
    }
}
