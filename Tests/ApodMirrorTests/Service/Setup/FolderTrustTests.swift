import Testing

@testable import ApodMirror

@Suite("Whom root relies on") struct FolderTrustTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var owner: UInt32 = 0
        var group: UInt32 = 0
        var mode: UInt32
        var isLast = false
        var stranger: FolderTrust.Stranger?

        var testDescription: String { "\(owner):\(group) \(String(mode, radix: 8)) \(isLast)" }
    }

    private static let (ada, bert, family): (UInt32, UInt32, UInt32) = (1_000, 1_001, 2_000)

    @Test(arguments: [
        Case(mode: 0o755), Case(owner: ada, group: ada, mode: 0o700), Case(owner: ada, group: bert, mode: 0o750),
        // A group in which there is nobody else.
        Case(owner: ada, group: ada, mode: 0o775), Case(owner: ada, group: ada, mode: 0o2775, isLast: true),
        Case(owner: bert, mode: 0o755, stranger: .owner(bert)),
        // Whoever owns a folder can change its mode.
        Case(owner: bert, mode: 0o555, stranger: .owner(bert)),
        Case(owner: ada, group: family, mode: 0o775, stranger: .group(family)),
        Case(group: family, mode: 0o2775, stranger: .group(family)),
        Case(group: 0, mode: 0o775, stranger: .group(0)),
        Case(owner: ada, group: ada, mode: 0o777, stranger: .everybody),
        Case(mode: 0o757, stranger: .everybody),
        // What lies in such a folder can be changed by its owner alone, and the next look tells who that is.
        Case(mode: 0o1777), Case(group: family, mode: 0o1775),
        Case(mode: 0o1777, isLast: true, stranger: .everybody),
        Case(owner: bert, mode: 0o1777, stranger: .owner(bert)),
    ])
    func `nobody but root and one person may change a name`(the: Case) {
        let trust = FolderTrust(user: Self.ada, groupOfOne: Self.ada)
        #expect(trust.stranger(owner: the.owner, group: the.group, mode: the.mode, isLast: the.isLast) == the.stranger)
    }

    @Test func `what is to be root's alone is nobody else's`() {
        let root = FolderTrust()
        #expect(root.stranger(owner: Self.ada, group: 0, mode: 0o700, isLast: false) == .owner(Self.ada))
        #expect(root.stranger(owner: 0, group: Self.ada, mode: 0o775, isLast: false) == .group(Self.ada))
        #expect(root.stranger(owner: 0, group: 0, mode: 0o755, isLast: true) == nil)
    }
}
