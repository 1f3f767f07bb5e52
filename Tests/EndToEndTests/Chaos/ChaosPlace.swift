import Foundation
import Glibc
import TestSupport

/// Where a mirror in chaos lies, and whose it is: an ordinary user's, on a disk that can be filled. Where the tests are
/// not root's it is their own user's, in a folder.
struct ChaosPlace {
    private let temporary: TemporaryFolder?
    let disk: TinyDisk?
    /// Comes before every program that works in the mirror.
    let wrapper: [String]
    /// Comes before what a guest does, who shares favorites/ with the owner; `nil` where there can be no other user.
    let guest: [String]?
    /// The folder it lies in, as those programs see it, and as this process does.
    let folder: String
    let seen: String
    let owner: uid_t

    init() throws {
        if Program.isForAll, TinyDisk.isPossible {
            let disk = try TinyDisk(size: "64m")
            self.disk = disk
            temporary = nil
            owner = Self.nobody
            wrapper = disk.wrapper + Self.user(owner)
            guest = disk.wrapper + Self.user(owner + 1)
            (folder, seen) = (disk.mountPlace, disk.path)
            give(seen)
        } else {
            print("Only root can be an ordinary user with a full disk: chaos goes without either.")
            disk = nil
            let temporary = try TemporaryFolder()
            self.temporary = temporary
            (owner, wrapper, guest) = (getuid(), [], nil)
            (folder, seen) = (temporary.path, temporary.path)
        }
    }

    /// The group that owner and guest share.
    static let sharedGroup = 64_100

    private static func user(_ number: uid_t) -> [String] {
        ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--groups=\(sharedGroup)"]
    }

    /// Makes a file or folder the owner's.
    func give(_ path: String) {
        if owner != getuid() { chown(path, owner, owner) }
    }

    /// A number that is no user's of this machine, nor is the next.
    private static var nobody: uid_t {
        (64_011..<65_000).first { getpwuid($0) == nil && getpwuid($0 + 1) == nil } ?? 65_533
    }
}
