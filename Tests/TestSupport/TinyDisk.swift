import Foundation

/// A file system of a given size, mounted where only this test sees it: in the mount namespace of a child, reached
/// through `/proc`. It is gone with the child.
package final class TinyDisk {
    private let mountPoint: TemporaryFolder
    private let child: Command
    package let path: String

    /// `nil` where nobody may mount; a line says so.
    package init?(size: String) throws {
        mountPoint = try TemporaryFolder()
        child = try Command([
            "unshare", "--mount", "sh", "-c",
            "mount -t tmpfs -o size=\(size) none '\(mountPoint.path)' && echo mounted && exec cat",
        ])
        guard child.firstWords() == "mounted\n" else {
            print("No file system can be mounted here: a test of a full disk was skipped.")
            return nil
        }
        path = "/proc/\(child.identifier)/root\(mountPoint.path)"
    }

    package func setReadOnly() -> Bool {
        Command.succeeds(
            "nsenter", "--mount", "--target", "\(child.identifier)", "mount", "-o", "remount,ro", mountPoint.path)
    }

    private var filler: String { "\(path)/filler" }

    /// Takes the last free byte.
    package func fill() throws {
        _ = FileManager.default.createFile(atPath: filler, contents: nil)
        let handle = try FileHandle(forWritingTo: URL(filePath: filler))
        for size in [65_536, 4_096, 1] {
            while (try? handle.write(contentsOf: Data(repeating: 1, count: size))) != nil { continue }
        }
        try handle.close()
    }

    package func makeRoom() throws {
        try FileManager.default.removeItem(atPath: filler)
    }
}
