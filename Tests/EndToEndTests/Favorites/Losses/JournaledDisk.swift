import Foundation
import TestSupport

/// A file system as most people have it, for mirrors that lie where it is mounted for one child alone.
///
/// Where there is no journal, ext4 looks at all the names that went lately before it makes one, which takes longer than
/// all the rest of a race.
final class JournaledDisk {
    private let child: Command
    let wrapper: [String]
    let prefix: String

    /// `nil` where nobody may mount: any file system does.
    init?(in place: String, with roots: [String]) throws {
        for root in roots { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }
        let script = """
            cd "$1"
            shift
            truncate -s 1G image && mkfs.ext4 -q image && mkdir disk && mount -o loop image disk
            for root; do
                mkdir "disk/$#" && mount --bind "disk/$#" "$root"
                shift
            done
            echo mounted
            exec cat
            """
        child = try Command(["unshare", "--mount", "sh", "-euc", script, "sh", place] + roots)
        guard child.firstWords() == "mounted\n" else { return nil }
        wrapper = ["nsenter", "--mount", "--target", "\(child.identifier)"]
        prefix = "/proc/\(child.identifier)/root"
    }

    func end() { child.finish() }
}
