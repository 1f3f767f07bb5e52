import Folder
import Foundation
import Glibc
import TestSupport

@testable import DirectoryWatch

/// A root with what a watch needs, and the hands of its owner.
final class MirrorRoot: Sendable {
    private nonisolated(unsafe) let disk: TemporaryFolder
    let path: String

    init(favorites: Bool = true, control: Bool = true) throws {
        disk = try TemporaryFolder()
        path = disk.path
        if favorites { try makeFolder("favorites") }
        if control { try makeFolder(".apod-mirror/control") }
    }

    func watch(
        mode: DirectoryWatch.Mode? = nil, matters: @escaping @Sendable (FilePath) -> Bool = { $0 == "2026" }
    ) -> DirectoryWatch {
        DirectoryWatch(
            root: path, folder: "favorites", control: ".apod-mirror/control", mode: mode, matters: matters)
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    func link(_ name: String, to target: String = "/nowhere") throws {
        try check(symlink(target, "\(path)/\(name)"))
    }

    func hardLink(_ name: String, to other: String) throws {
        try check(Glibc.link("\(path)/\(other)", "\(path)/\(name)"))
    }

    func write(_ name: String, _ text: String = "bytes") throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    func rename(_ name: String, to other: String) throws {
        try check(Glibc.rename("\(path)/\(name)", "\(path)/\(other)"))
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }

    func removeFolder(_ name: String) throws {
        try check(rmdir("\(path)/\(name)"))
    }

    /// Two events each; nothing is left.
    func comeAndGo(_ count: Int, in folder: String) throws {
        // One file under a name that comes and goes: making so many files anew would hold up all who make some on this disk.
        let file = "\(path)/.flood"
        try check(symlink("/nowhere", file))
        for _ in 0..<count {
            try check(Glibc.link(file, "\(path)/\(folder)/flood"))
            try check(unlink("\(path)/\(folder)/flood"))
        }
        try check(unlink(file))
    }

    var favorites: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/favorites")) ?? []
    }

    private func check(_ code: CInt) throws {
        guard code == 0 else { throw NeverHappened(description: String(cString: strerror(errno))) }
    }
}
