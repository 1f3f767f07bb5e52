import Foundation
import TestSupport
import Testing

/// The rules of what is believed, as a simulation. They promise what the program is to promise.
@Suite(
    .onlyInAll("the model of belief"), .enabled(if: Command.succeeds("python3", "--version"), "needs python3"))
struct VerdictModelTests {
    private static let model = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        .appending(path: "Tests/verdict-model/run").path

    @Test func `no course of an accident breaks a promise`() throws {
        let run = try Command(["python3", "-B", Self.model, "--quick", "--check"])
        let told = String(decoding: run.output(), as: UTF8.self)
        #expect(run.finish() == 0, "\(told)")
        #expect(told.hasSuffix("\n0 promises broken\n"), "\(told)")
    }
}
