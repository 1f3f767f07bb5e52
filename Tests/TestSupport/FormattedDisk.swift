import Foundation

/// A disk with a file system of its own, mounted where only this test sees it: in the mount namespace of a child,
/// reached through `/proc`. It can be taken away and come back, and is gone with the child.
package final class FormattedDisk {
    package enum Kind: String, CaseIterable, Sendable {
        case ext4, xfs, btrfs, vfat, exfat, ntfs
        /// ext4 whose names may be spelled in any case, and composed or not.
        case folding
    }

    package let kind: Kind
    /// The disk's top folder, as this process and its children see it.
    package let path: String
    private let place: TemporaryFolder
    private let child: Command

    package init(_ kind: Kind) throws {
        self.kind = kind
        place = try TemporaryFolder()
        // Its end closes the child's input, whatever ends it: a FUSE driver would go on in a namespace of its own.
        let script = """
            cd "$1" && mkdir disk && truncate -s 512M image && (\(kind.formatting)) >/dev/null 2>&1 \
                && (\(Self.mounting(kind))) >/dev/null 2>&1 && (\(kind.finishing)) && echo mounted && cat
            umount --lazy "$1/disk"
            """
        child = try Command(["unshare", "--mount", "sh", "-c", script, "sh", place.path])
        guard child.firstWords() == "mounted\n" else { throw TinyDisk.NoDisk(wanted: kind.rawValue) }
        path = "/proc/\(child.identifier)/root\(place.path)/disk"
    }

    /// As when it is pulled out with everything written: whoever has files open there keeps them for now.
    package func takeAway() -> Bool {
        run("umount --lazy disk")
    }

    package func bringBack() -> Bool {
        run(Self.mounting(kind))
    }

    /// Whether nobody has it mounted or open any more.
    package var isAtRest: Bool {
        run("test -z \"$(losetup --associated image)\"")
    }

    private func run(_ script: String) -> Bool {
        Command.succeeds(
            "nsenter", "--mount", "--target", "\(child.identifier)", "sh", "-c", "cd \"$1\" && (\(script))", "sh",
            place.path)
    }

    private static func mounting(_ kind: Kind) -> String {
        let known = "{ grep -qw \(kind.type) /proc/filesystems || modprobe \(kind.type); } 2>/dev/null"
        let mount = "mount -t \(kind.type) -o loop\(kind.options) image disk"
        guard let driver = kind.driver else { return "\(known) && \(mount)" }
        // The driver has the device open by then: it is given back with the last who has.
        let drive =
            "device=$(losetup --find --show image) && \(driver) \"$device\" disk; code=$?; losetup --detach \"$device\""
        return "if \(known); then \(mount); else \(drive); exit $code; fi"
    }
}

extension FormattedDisk.Kind {
    /// Those that can be had here.
    package static let mountable = allCases.filter { kind in
        (try? FormattedDisk(kind)) != nil
    }
    /// The others, for the word that tests on one were skipped.
    package static let missing = allCases.filter { !mountable.contains($0) }.map(\.rawValue).joined(separator: ", ")

    /// Where two spellings can be one name.
    package static let withoutCase = mountable.filter { [.folding, .exfat, .vfat].contains($0) }
    package static let withoutLinks = mountable.filter { [.exfat, .vfat].contains($0) }

    fileprivate var type: String {
        switch self {
        case .ntfs: "ntfs3"
        case .folding: "ext4"
        default: rawValue
        }
    }

    fileprivate var options: String {
        switch self {
        // As desktops mount them.
        case .vfat: ",utf8,umask=022"
        case .exfat: ",umask=022"
        default: ""
        }
    }

    /// For kernels that do not have the file system.
    fileprivate var driver: String? {
        switch self {
        case .exfat: "mount.exfat-fuse"
        case .ntfs: "ntfs-3g"
        default: nil
        }
    }

    fileprivate var formatting: String {
        switch self {
        case .vfat: "mkfs.vfat -F 32 image"
        case .ntfs: "mkfs.ntfs --quick --force image"
        case .folding: "mkfs.ext4 -q -O casefold -E encoding=utf8 image"
        case .ext4, .xfs, .btrfs, .exfat: "mkfs.\(rawValue) image"
        }
    }

    fileprivate var finishing: String {
        self == .folding ? "rmdir disk/lost+found && chattr +F disk" : "true"
    }
}
