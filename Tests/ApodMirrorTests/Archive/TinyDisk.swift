import Foundation
import Testing

/// A file system of a given size, mounted where only this test sees it: in the mount namespace of a child, reached
/// through `/proc`. It is gone with the child.
final class TinyDisk {
    private let mountPoint: TemporaryFolder
    private let child = Process()
    private let input = Pipe()
    let path: String

    /// `nil` where nobody may mount; a line says so.
    init?(size: String) throws {
        mountPoint = try TemporaryFolder()
        let output = Pipe()
        child.executableURL = URL(filePath: "/usr/bin/env")
        child.arguments = [
            "unshare", "--mount", "sh", "-c",
            "mount -t tmpfs -o size=\(size) none '\(mountPoint.path)' && echo mounted && exec cat",
        ]
        child.standardInput = input
        child.standardOutput = output
        child.standardError = FileHandle.nullDevice
        try child.run()
        path = "/proc/\(child.processIdentifier)/root\(mountPoint.path)"
        guard output.fileHandleForReading.availableData == Data("mounted\n".utf8) else {
            print("No file system can be mounted here: a test of a full disk was skipped.")
            return nil
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        child.waitUntilExit()
    }

    private var filler: String { "\(path)/filler" }

    /// Takes the last free byte.
    func fill() throws {
        _ = FileManager.default.createFile(atPath: filler, contents: nil)
        let handle = try #require(FileHandle(forWritingAtPath: filler))
        for size in [65_536, 4_096, 1] {
            while (try? handle.write(contentsOf: Data(repeating: 1, count: size))) != nil { continue }
        }
        try handle.close()
    }

    func makeRoom() throws {
        try FileManager.default.removeItem(atPath: filler)
    }
}
