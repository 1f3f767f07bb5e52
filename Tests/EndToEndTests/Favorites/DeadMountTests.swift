import Foundation
import Glibc
import TestSupport
import Testing

/// A file system whose server never answers: whoever touches it waits for ever.
@Suite(
    .needsBinary, .enabled(if: DeadMount.isPossible, "needs to mount a FUSE file system, in a namespace of its own"))
struct DeadMountTests {
    @Test func `links into a dead mount are text like any other`() async throws {
        try await Slots.keepers.taking {
            let mirror = try await KeptMirror()
            let dead = mirror.program.folder + "/dead"
            try await mirror.shell(
                #"""
                mkdir ../dead; ln -s "$PWD/../dead/x" favorites/x; ln -s ../../dead favorites/folder
                ln -s "../../dead/APOD/$TWO" favorites/two
                """#)
            try mirror.startKeeper(as: DeadMount.wrapper, adding: ["DEAD": dead])
            try await isKept(.two, true, mirror)
            try await isAlive(mirror)
            let told = try await mirror.stopKeeper()
            #expect(told.count == 2, "\(told)")
            let link = try FileManager.default.destinationOfSymbolicLink(
                atPath: mirror.program.root + "/favorites/two")
            #expect(link == "../\(KnownDay.two.path)")
        }
    }

    @Test func `a dead mount on an album hangs nothing, and what was recorded below it stays`()
        async throws
    {
        try await Slots.keepers.taking {
            let mirror = try await KeptMirror()
            try mirror.startKeeper()
            try await mirror.shell(#"mkdir favorites/Sky; ln -s "$PWD/$TWO" favorites/Sky/two"#)
            try await isKept(.two, true, mirror)
            _ = try await mirror.stopKeeper()
            try mirror.startKeeper(
                as: DeadMount.wrapper, adding: ["DEAD": mirror.program.root + "/favorites/Sky"])
            try await isAlive(mirror)
            try await isKept(.two, true, mirror)
            _ = try await mirror.stopKeeper()
        }
    }

    /// It sees what comes and what goes.
    private func isAlive(_ mirror: KeptMirror) async throws {
        try await mirror.shell(#"ln -s "$PWD/$ONE" favorites/one"#)
        try await isKept(.one, true, mirror)
        try await mirror.shell("rm favorites/one")
        try await isKept(.one, false, mirror)
    }
}

/// How one is mounted.
private enum DeadMount {
    /// Mounts it where only the keeper sees it, and becomes the keeper. Nobody ever reads the descriptor.
    static let wrapper = [
        "unshare", "--mount", "sh", "-euc",
        #"""
        exec 9<>/dev/fuse
        mount -i -t fuse -o fd=9,rootmode=40000,user_id=0,group_id=0 dead "$DEAD"
        exec "$@"
        """#, "sh",
    ]

    static let isPossible = Abilities.tried { folder in
        try Command(["env", "DEAD=" + folder.path] + wrapper + ["true"]).finish() == 0
    }
}
