import Foundation
import Glibc
import TestSupport

/// A file system on a disk whose blocks can be copied in one moment, as a power cut would leave them.
///
/// The disk is a file on another file system that can share blocks; it is written without a cache, so that it holds
/// what reached it and nothing else, and one clone of it is one moment. Both are mounted where only a child sees them,
/// and are gone with it.
final class BlockDisk {
    private let child: Command
    /// Comes before a program's name, for it to see the disk.
    let wrapper: [String]
    /// Where the child's files are seen from here.
    let prefix: String
    private let place: String
    private let mountPoint: String

    /// Those that can be had here, and the others.
    static let types = ["ext4", "xfs", "btrfs"].filter { type in
        Abilities.tried { folder in
            _ = try BlockDisk(type, mountedOn: folder.path + "/mirror", in: folder.path)
            return true
        }
    }
    static let missing = ["ext4", "xfs", "btrfs"].filter { !types.contains($0) }.joined(separator: ", ")

    init(_ type: String, mountedOn mountPoint: String, in place: String) throws {
        self.place = place
        self.mountPoint = mountPoint
        let script = """
            cd "$1"
            truncate -s 2G outer && mkfs.xfs -q -m reflink=1 outer && mkdir disks && mount -o loop outer disks
            truncate -s 320M disks/disk && mkfs.\(type) -q disks/disk >/dev/null
            mkdir "$2" && mount -o loop disks/disk "$2"
            losetup --direct-io=on "$(findmnt --noheadings --output SOURCE "$2")"
            echo mounted
            exec cat
            """
        child = try Command(["unshare", "--mount", "sh", "-euc", script, "sh", place, mountPoint])
        guard child.firstWords() == "mounted\n" else {
            throw HarnessError("no \(type) can be mounted from a loop device")
        }
        wrapper = ["nsenter", "--mount", "--target", "\(child.identifier)"]
        prefix = "/proc/\(child.identifier)/root"
    }

    deinit { child.finish() }

    /// Keeps what is on the disk at this moment; where something kept is mounted by now, that one has a name.
    func keep(_ mounted: String = "disk", as name: String) throws {
        let disks = "\(prefix)\(place)/disks/"
        let source = open(disks + mounted, O_RDONLY | O_CLOEXEC)
        let target = open(disks + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { [source, target].forEach { close($0) } }
        guard source >= 0, target >= 0, ioctl(target, Self.clone, source) == 0 else {
            throw HarnessError("the disk cannot be cloned: \(String(cString: strerror(errno)))")
        }
    }

    /// Mounts what was kept in the place of what is mounted there: the machine starts again.
    func mount(_ name: String) async throws {
        try await succeed("umount", mountPoint)
        try await succeed("mount", "-o", "loop", "\(place)/disks/\(name)", mountPoint)
    }

    /// Others have loop devices, too, and look into what was just mounted.
    private func succeed(_ words: String...) async throws {
        var said = ""
        do {
            try await eventually("\(words)", every: .milliseconds(100)) {
                let command = try Command(wrapper + ["sh", "-c", "exec 2>&1; \"$@\"", "sh"] + words)
                said = String(decoding: command.output(), as: UTF8.self)
                return command.finish() == 0
            }
        } catch {
            throw HarnessError("\(error): \(said)")
        }
    }

    /// `FICLONE`, which Swift does not import.
    private static let clone: UInt = 0x4004_9409
}
