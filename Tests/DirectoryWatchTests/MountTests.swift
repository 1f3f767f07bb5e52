import Folder
import Foundation
import TestSupport
import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite(
        "knows where a mount begins", .serialized,
        .enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    struct MountTests {
        /// The root as a child sees it, who has another file system mounted in it.
        private func withMount(
            at name: String, _ body: (_ root: MirrorRoot, _ seen: String, _ unmount: () -> Bool) async throws -> Void
        ) async throws {
            let root = try MirrorRoot()
            try root.makeFolder(name)
            let place = "\(root.path)/\(name)"
            let child = try Command([
                "unshare", "--mount", "sh", "-c", "mount -t tmpfs none '\(place)' && echo mounted && exec cat",
            ])
            try #require(child.firstWords() == "mounted\n")
            try await body(root, "/proc/\(child.identifier)/root\(root.path)") {
                Command.succeeds("nsenter", "--mount", "--target", "\(child.identifier)", "umount", place)
            }
        }

        private func write(_ path: String) throws {
            try "bytes".write(toFile: path, atomically: false, encoding: .utf8)
        }

        @Test func `a mount inside is not entered`() async throws {
            try await withMount(at: "favorites/mount") { root, seen, _ in
                let watching = try await Watching.armed(root, root.watch(of: seen))
                try write("\(seen)/favorites/mount/a")
                try await watching.settle()
                #expect(watching.hints == 1)
                try await watching.hint(after: "a link beside it") { try root.link("favorites/link") }
                try await watching.end()
            }
        }

        @Test func `a folder that is a mount is watched, and let go when it is unmounted`() async throws {
            try await withMount(at: "favorites") { root, seen, unmount in
                let watching = try await Watching.armed(root, root.watch(of: seen))
                try await watching.hint(after: "a file in it") { try write("\(seen)/favorites/a") }
                try await watching.settle()
                try await watching.hint(after: "the unmounting") { #expect(unmount()) }
                try await watching.hint(after: "a link in what was below") { try root.link("favorites/link") }
                try await watching.end()
            }
        }
    }
}
