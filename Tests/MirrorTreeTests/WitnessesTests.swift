import Testing

@testable import MirrorTree

@Suite("Of a picture's witnesses two that agree are believed")
struct WitnessesTests {
    typealias Witness = Witnesses.Witness

    /// Sums as letters, one for each of JSON, SHA256SUMS, second copy and file; a dot for a witness that is missing.
    private func agreed(_ said: String) -> String? {
        var sums: [Witness: String] = [:]
        for (witness, sum) in zip([Witness.metadata, .sums, .vault, .file], said) where sum != "." {
            sums[witness] = String(sum)
        }
        return Witnesses(sums).agreed
    }

    @Test(
        arguments: [
            "AAAA", "AA.A", "A..A", "AA..", ".AA.", "BA.A", "AB.A", "AA.B", "BAAA", "ABAA", "AABA", "AAAB", "BCAA",
            "B.AA", "A.AB", ".ABA",
        ])
    func `two or more are believed`(said: String) {
        #expect(agreed(said) == "A")
    }

    @Test(arguments: ["A...", "....", "AB..", "A..B", "AB.C", "ABCD", "AABB", "ABAB", "ABBA", ".A.B"])
    func `where no two agree, or two against two, nothing is decided`(said: String) {
        #expect(agreed(said) == nil)
    }

    @Test(
        arguments: [
            ([], 2, .nothing), (["a"], 2, .unproved), (["a"], 1, .sum("a")), (["a", "b"], 1, .unproved),
            (["a", "b"], 2, .unproved), (["a", "a"], 2, .sum("a")), (["a", "b", "a"], 2, .sum("a")),
            (["a", "b", "b", "a"], 2, .unproved), (["b", "a", "b", "a", "a"], 2, .sum("a")),
        ] as [([String], Int, Witnesses.Belief)])
    func `a sum is believed that enough witnesses say, and more than say any other`(
        said: [String], enough: Int, belief: Witnesses.Belief
    ) {
        #expect(Witnesses.belief(in: said, enough) == belief)
    }

    @Test func `each is named with what it says`() {
        let witnesses = Witnesses([.file: "cccccccccc", .metadata: "aaaaaaaaaa", .sums: "bbbbbbbbbb"])
        #expect(
            witnesses.description == [
                "its JSON says aaaaaaaa…", "SHA256SUMS says bbbbbbbb…", "its bytes are cccccccc…",
            ])
    }
}
