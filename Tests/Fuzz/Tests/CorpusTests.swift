import Foundation
import Testing

/// Every input that a fuzzer began with or ever found keeps its reader's promises.
@Suite struct CorpusTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus")

    @Test(arguments: FuzzTarget.all.map(\.name)) func `every input keeps the promises`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let folder = Self.corpus.appending(path: name)
        let inputs = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(inputs.count >= 5, "a corpus worth the name")
        try target.check([])
        for input in inputs {
            let bytes = Array(try Data(contentsOf: folder.appending(path: input)))
            do {
                try target.check(bytes)
            } catch {
                Issue.record("\(name)/\(input): \(error)")
            }
            // And all that begins like it, as far as that is not too much.
            for length in stride(from: 0, to: min(bytes.count, 400), by: 7) {
                do {
                    try target.check(Array(bytes[..<length]))
                } catch {
                    Issue.record("the first \(length) bytes of \(name)/\(input): \(error)")
                }
            }
        }
    }

    @Test func `every corpus has its reader`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
    }
}
