import Foundation
import Glibc

/// `favorites watch` under `strace`, which writes down every call that names a file.
final class TracedKeeper {
    private let strace: Child
    private let log: String
    private let root: String

    /// - Parameter wrapper: words of a program that starts the keeper, such as one that gives it another user.
    init(_ program: Program, wrapper: [String] = []) throws {
        log = program.folder + "/strace"
        root = program.root
        let options = [
            "-f", "-qq", "-s", "8192", "-y", "-e", "trace=%file,openat2,statx", "-e", "signal=none", "-o", log,
        ]
        strace = try Child(
            "/usr/bin/env", ["strace"] + options + wrapper + [Program.binary, "favorites", "watch"],
            environment: program.environment)
    }

    var told: [String] { strace.errors.text.split(separator: "\n").map(String.init) }
    var hasEnded: Bool { strace.hasEnded }

    /// Ends the keeper itself: its number is that of strace's only child.
    func stop() async throws -> Child.Ended {
        let list = try String(contentsOfFile: "/proc/\(strace.pid)/task/\(strace.pid)/children", encoding: .utf8)
        guard let child = list.split(separator: " ").first.flatMap({ pid_t($0) }) else {
            throw HarnessError("the traced keeper is gone: \(strace.errors.text)")
        }
        kill(child, SIGTERM)
        return await strace.end()
    }

    /// Calls that could have led out of the root: by a path that lies elsewhere, or through a link in it.
    func excursions() throws -> [String] {
        let lines = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self).split(separator: "\n")
        let calls = lines.compactMap { SystemCall(String($0), alsoFailed: true) }
        guard calls.count > 200, calls.contains(where: { $0.name == "readlinkat" }) else {
            throw HarnessError("the trace holds \(calls.count) calls only")
        }
        return calls.filter(isExcursion).map { String($0.text.prefix(400)) }
    }

    private func isExcursion(_ call: SystemCall) -> Bool {
        // A link's text is no path to anybody but its reader, and only the kernel makes a text of the working folder.
        if ["execve", "symlinkat", "getcwd"].contains(call.name) { return false }
        if call.name == "linkat", call.arguments.contains("/proc/self/fd/") { return false }
        let careful = ["AT_SYMLINK_NOFOLLOW", "AT_EMPTY_PATH", "RESOLVE_NO_SYMLINKS", "IN_DONT_FOLLOW", "O_NOFOLLOW"]
        let mayFollow = !careful.contains { call.arguments.contains($0) }
        return call.resolvedPaths.contains { path in
            if path == root || path == root + "/" { return false }
            if !path.hasPrefix(root + "/") { return !Self.isOfTheSystem(path) }
            if path.split(separator: "/").contains("..") { return true }
            let isName = ["renameat2", "unlinkat", "readlinkat", "mkdirat", "linkat", "rename", "readlink"]
            // The folders of our own are ours.
            return path.contains("/favorites/") && mayFollow && !isName.contains(call.name)
        }
    }

    /// What a process reads to start, and of itself.
    private static func isOfTheSystem(_ path: String) -> Bool {
        let prefixes = [
            "/etc/ld.so", "/lib", "/usr/", "/sys/", "/etc/localtime", "/etc/apod-mirror", "/proc/sys/",
            "/etc/passwd", "/etc/nsswitch.conf", "/etc/ssl", "/etc/gnutls", "/etc/gcrypt", "/etc/pkcs11", "/dev/null",
            "/dev/urandom",
        ]
        return path == "/" || prefixes.contains { path.hasPrefix($0) } || path.contains("/home/")
            // Swift's own libraries lie with the compiler, wherever that is.
            || path.contains(#/\/lib(exec)?\/swift\b/#)
            || path.prefixMatch(of: #/\/proc\/(self|\d+)($|\/(fd|maps|exe|cgroup|mountinfo)\b)/#) != nil
            // The program looks beside itself for libraries.
            || path.hasPrefix((Program.binary as NSString).deletingLastPathComponent) || path.contains("/.build/")
            || path.hasPrefix("/tmp/tsan.")
    }
}
