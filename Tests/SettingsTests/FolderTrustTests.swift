import Folder
import Testing

@testable import Settings

@Suite("Whom root relies on") struct FolderTrustTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var owner: UInt32 = 0
        var group: UInt32 = 0
        var mode: UInt32
        var isLast = false
        var stranger: FolderTrust.UntrustedUser?

        var access: WriteAccess { WriteAccess(owner: owner, group: group, mode: mode) }

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
        Case(owner: ada, group: family, mode: 0o775, stranger: .writer(.group(family))),
        Case(group: family, mode: 0o2775, stranger: .writer(.group(family))),
        Case(group: 0, mode: 0o775, stranger: .writer(.group(0))),
        Case(owner: ada, group: ada, mode: 0o777, stranger: .writer(.everybody)),
        Case(mode: 0o757, stranger: .writer(.everybody)),
        // What lies in such a folder can be changed by its owner alone, and the next look tells who that is.
        Case(mode: 0o1777), Case(group: family, mode: 0o1775),
        Case(mode: 0o1777, isLast: true, stranger: .writer(.everybody)),
        Case(owner: bert, mode: 0o1777, stranger: .owner(bert)),
    ])
    func `nobody but root and one person may change a name`(the: Case) {
        let trust = FolderTrust(user: Self.ada, groupOfOne: Self.ada)
        #expect(trust.stranger(the.access, isLast: the.isLast) == the.stranger)
    }

    @Test func `what is to be root's alone is nobody else's`() {
        let root = FolderTrust()
        func stranger(_ owner: UInt32, _ group: UInt32, _ mode: UInt32, isLast: Bool = false) -> FolderTrust
            .UntrustedUser?
        {
            root.stranger(WriteAccess(owner: owner, group: group, mode: mode), isLast: isLast)
        }
        #expect(stranger(Self.ada, 0, 0o700) == .owner(Self.ada))
        #expect(stranger(0, Self.ada, 0o775) == .writer(.group(Self.ada)))
        #expect(stranger(0, 0, 0o755, isLast: true) == nil)
    }
}
