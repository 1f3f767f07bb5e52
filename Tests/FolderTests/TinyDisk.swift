import Foundation

@testable import Folder

/// A file system of a given size, mounted where only this test sees it: in the mount namespace of a child, reached
/// through `/proc`. It is gone with the child.
final class TinyDisk {
    private let mountPoint: TemporaryFolder
    private let child: Command
    let path: String

    /// `nil` where nobody may mount; a line says so.
    init?(size: String) throws {
        mountPoint = try TemporaryFolder()
        child = try Command(
            "unshare", "--mount", "sh", "-c",
            "mount -t tmpfs -o size=\(size) none '\(mountPoint.path)' && echo mounted && exec cat")
        guard child.firstWords() == "mounted\n" else {
            print("No file system can be mounted here: the test of a full disk was skipped.")
            return nil
        }
        path = "/proc/\(child.identifier)/root\(mountPoint.path)"
    }

    func setReadOnly() -> Bool {
        Command.succeeds(
            "nsenter", "--mount", "--target", "\(child.identifier)", "mount", "-o", "remount,ro", mountPoint.path)
    }
}
