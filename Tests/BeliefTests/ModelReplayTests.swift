import Foundation
import JSON
import TestSupport
import Testing

/// The rules of the module decide what those of the model in `Tests/verdict-model` decide.
@Suite("The rules beside their model", .enabled(if: hasPython, "needs python3"))
struct ModelReplayTests {
    /// Accidents that each bring verdicts which the others do not, in a day and in a week.
    private static let some = [
        "closing", "new notice", "one title", "empty", "excerpts", "shifted", "flapping", "day before", "one picture",
        "other pictures", "renditions",
    ].map { ["--quick", "--only", $0] }

    /// All accidents in a day and in a week, and for as long as disputes end those about which one ends: a mass of other
    /// words, of words that are kin, and of pictures.
    private static let all =
        ["translated", "reworded", "other pictures"].map { ["--only", $0] }
        + [
            "notice", "closing", "new notice", "same", "unavailable", "new same", "one sentence", "one title",
            "protected", "empty", "excerpts", "shifted", "some", "few", "flapping", "drafts", "three quarters", "half",
            "day before", "one picture", "some pictures", "recompressed", "enlarged", "flapping pictures", "renditions",
        ].map { ["--quick", "--only", $0] }

    @Test(arguments: Abilities.isLong ? all : some)
    func `decide the same, and leave the same behind`(options: [String]) throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/courses"
        let model = Document.checkout.appending(path: "Tests/verdict-model/run").path
        let run = try Command(["python3", "-B", model, "--courses", file] + options)
        _ = run.output()
        #expect(run.finish() == 0)
        var replay = ModelReplay()
        let lines = try Data(contentsOf: URL(filePath: file), options: .alwaysMapped)
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            let json = try #require(JSONValue(Array(line)))
            if let pass = ModelPass(json) { replay.take(pass) } else { replay.beginCourse() }
        }
        replay.beginCourse()
        print("measured: \(options.joined(separator: " ")): \(replay.summary)")
        #expect(replay.mismatches == [])
        #expect(replay.agreed.values.reduce(0, +) > 1_000)
    }
}

private let hasPython = {
    let isThere = Command.succeeds("python3", "--version")
    if !isThere { print("skipped: the rules are not held against their model, which needs python3") }
    return isThere
}()
