import Foundation

/// A file system of a given size, mounted where only this test sees it: in the mount namespace of a child, reached
/// through `/proc`. It is gone with the child.
package final class TinyDisk {
    private let mountPoint: TemporaryFolder
    private let child: Command
    package let path: String
    /// Where programs find it that are started behind ``wrapper``.
    package var mountPlace: String { mountPoint.path }
    /// Comes before a program's name, for it to see the disk in its own place.
    package var wrapper: [String] { ["nsenter", "--mount", "--target", "\(child.identifier)"] }

    /// Whether somebody may mount here at all: root, in a namespace of its own.
    package static let isPossible = (try? TinyDisk(size: "64k")) != nil
    package static let isBtrfsPossible = (try? btrfs()) != nil
    /// Whether a disk can be had that ``fail()`` makes fail.
    package static let canFail = (try? ext4().fail()) ?? false

    package convenience init(size: String) throws {
        let mountPoint = try TemporaryFolder()
        try self.init(mountPoint, "mount -t tmpfs -o size=\(size) none '\(mountPoint.path)'")
    }

    struct NoDisk: Error {
        var wanted: String
    }

    /// A file system whose files can share their blocks.
    package static func btrfs() throws -> TinyDisk {
        let mountPoint = try TemporaryFolder()
        // The mount hides the image; its loop device goes with the mount.
        let image = "'\(mountPoint.path)/image'"
        return try TinyDisk(
            mountPoint,
            "truncate -s 128M \(image) && mkfs.btrfs -q \(image) >/dev/null && mount -o loop \(image) '\(mountPoint.path)'"
        )
    }

    /// A file system that lets itself only be read once it has failed.
    package static func ext4() throws -> TinyDisk {
        let mountPoint = try TemporaryFolder()
        let image = "'\(mountPoint.path)/image'"
        return try TinyDisk(
            mountPoint,
            "truncate -s 64M \(image) && mkfs.ext4 -q \(image) >/dev/null "
                + "&& mount -o loop,errors=remount-ro \(image) '\(mountPoint.path)'")
    }

    private init(_ mountPoint: TemporaryFolder, _ mount: String) throws {
        self.mountPoint = mountPoint
        child = try Command(["unshare", "--mount", "sh", "-c", "\(mount) && echo mounted && exec cat"])
        guard child.firstWords() == "mounted\n" else { throw NoDisk(wanted: mount) }
        path = "/proc/\(child.identifier)/root\(mountPoint.path)"
    }

    /// Mounts another small file system on a folder of this one.
    package func mountAnother(on folder: String) -> Bool {
        Command.succeeds(
            "nsenter", "--mount", "--target", "\(child.identifier)", "mount", "-t", "tmpfs", "-o", "size=1m", "none",
            "\(mountPoint.path)/\(folder)")
    }

    package func setReadOnly() -> Bool {
        Command.succeeds(
            "nsenter", "--mount", "--target", "\(child.identifier)", "mount", "-o", "remount,ro", mountPoint.path)
    }

    /// As after an error of the disk: whoever has files open there keeps them open.
    package func fail() -> Bool {
        let device = "$(basename \"$(findmnt -no SOURCE '\(mountPoint.path)')\")"
        return Command.succeeds(
            "nsenter", "--mount", "--target", "\(child.identifier)", "sh", "-c",
            "echo a test > /sys/fs/ext4/\(device)/trigger_fs_error")
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
        // The room of a removed file can be had at once only when the removal is flushed.
        _ = Command.succeeds("sync", "--file-system", path)
    }
}
