import Folder
import Foundation
import Glibc

/// What this machine lets tests do, tried once: the condition of tests that can do nothing without it.
package enum Abilities {
    /// Whether what takes long, or what not everybody has, is left for `Tests/run --all`.
    package static let isShort = length == "short"

    /// Whether what takes minutes by itself is run as well, as `Tests/run --long` does.
    package static let isLong = length == "long"

    /// Whether a sanitizer watches this process; it learns nothing from what does one thing after the other.
    package static let isForSanitizer = length == "in-process"

    private static let length = ProcessInfo.processInfo.environment["APOD_TESTS"]

    /// Whether files keep extended attributes where temporary folders lie.
    package static let attributes = tried { folder in
        try folder.write("", to: "file")
        return try folder.folder.open("file")?.setAttribute("user.apod-mirror.test", "x") ?? false
    }

    /// Whether a file there can have an access list.
    package static let accessLists = tried { folder in
        Command.succeeds("setfacl", "-m", "u:4711:rwx", folder.path)
            && Command.succeeds("setfacl", "-m", "d:u:4711:rwx", folder.path)
    }

    /// Whether a folder there can be made immutable, even for root.
    package static let immutability = tried { folder in
        guard Command.succeeds("chattr", "+i", folder.path) else { return false }
        return Command.succeeds("chattr", "-i", folder.path)
    }

    /// Whether a program can lease a file there.
    package static let leases = tried { folder in
        try folder.write("", to: "file")
        return Lease("\(folder.path)/file") != nil
    }

    /// Whether devices can be made there.
    package static let devices = tried { folder in
        Command.succeeds("mknod", folder.path + "/device", "c", "1", "5")
    }

    /// Something that is tried in a folder which is gone afterwards; what throws is not possible.
    package static func tried(_ body: (TemporaryFolder) throws -> Bool) -> Bool {
        guard let folder = try? TemporaryFolder() else { return false }
        return (try? body(folder)) ?? false
    }
}
