import Glibc
import TestSupport
import Testing

@testable import Settings
@testable import Setup

/// Folders of several owners, to be looked at by root.
final class TrustBench {
    private let temporary: TemporaryFolder
    var path: String { temporary.path }

    /// Users whom no machine knows.
    static let (ada, bert): (UInt32, UInt32) = (64_001, 64_002)
    var account: UserAccount { UserAccount(name: "ada", user: Self.ada, group: Self.ada, home: path + "/home") }

    init() throws {
        temporary = try TemporaryFolder()
        try own("", 0)
    }

    /// Makes a folder, or gives one away.
    func own(_ name: String, _ user: UInt32, mode: mode_t = 0o755) throws {
        let place = path + "/" + name
        mkdir(place, mode)
        guard chmod(place, mode) == 0, lchown(place, user, user) == 0 else { throw Failed(code: errno) }
    }

    func link(_ name: String, to target: String, owner: UInt32) throws {
        guard symlink(target, path + "/" + name) == 0, lchown(path + "/" + name, owner, owner) == 0 else {
            throw Failed(code: errno)
        }
    }

    func file(_ name: String, _ text: String, owner: UInt32, mode: mode_t = 0o644) throws {
        try temporary.write(text, to: name)
        guard chmod(path + "/" + name, mode) == 0, chown(path + "/" + name, owner, owner) == 0 else {
            throw Failed(code: errno)
        }
    }

    struct Failed: Error { var code: CInt }

    fileprivate static let isPossible: Bool = {
        guard geteuid() == 0, let bench = try? TrustBench(), let path = try? UnitPath(bench.path) else { return false }
        return (try? VerifiedPath(path, for: nil)) != nil
    }()
}

extension Trait where Self == ConditionTrait {
    static var needsTrustBench: Self {
        .enabled(if: TrustBench.isPossible, "needs root, and a folder for temporary files that only root can exchange")
    }
}
