import Folder
import Foundation
import Glibc
import TestSupport

@testable import DirectoryWatch

/// A root with what a watch needs, and the hands of its owner.
final class MirrorRoot: Sendable {
    private nonisolated(unsafe) let disk: TemporaryFolder
    let path: String

    init(favorites: Bool = true) throws {
        disk = try TemporaryFolder()
        path = disk.path
        if favorites { try makeFolder("favorites") }
        try makeFolder(".apod-mirror")
        // A script, so that the test knows the numbers of the processes.
        try makeProgram("exec '\(Self.usualProgram)'")
    }

    // MARK: The watch

    func watch(of folder: String? = nil) -> DirectoryWatch {
        DirectoryWatch(root: folder ?? path, folder: "favorites", program: program)
    }

    static let usualProgram = DirectoryWatch.usualProgram ?? "apod-mirror-watch is not built"

    private var program: String { "\(path)/.watch" }

    /// Has other commands take the place of apod-mirror-watch.
    func makeProgram(_ commands: String) throws {
        try write(".watch", "#!/bin/sh\necho $$ >>'\(path)/.processes'\n\(commands)\n")
        try check(chmod(program, 0o755))
    }

    /// The numbers of all processes that were started, the last one at the end.
    var processes: [Int32] {
        let lines = (try? String(contentsOfFile: "\(path)/.processes", encoding: .utf8)) ?? ""
        return lines.split(separator: "\n").compactMap { Int32($0) }
    }

    /// How often the last process was woken; `nil` unless it sleeps.
    var processRest: String? {
        guard let number = processes.last else { return nil }
        return (try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)).flatMap(Readers.rest)
    }

    // MARK: The owner's hands

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
