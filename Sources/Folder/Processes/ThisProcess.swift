internal import CLinux
internal import Glibc

public enum RunningProgram {
    /// The path of its executable file.
    public static var path: String? {
        let path = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            let length = buffer.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink("/proc/self/exe", $0, characters.count) }
            }
            count = max(0, length ?? 0)
        }
        return path.isEmpty ? nil : String(validating: path, as: UTF8.self)
    }

    /// The path of another program of the package: beside this one where it was built, in its own folder where it is
    /// installed. `nil` when the program is not there.
    public static func companion(_ name: String, beside executable: String? = path) -> String? {
        guard let executable, let slash = executable.lastIndex(of: "/") else { return nil }
        let folder = executable[..<slash]
        return ["\(folder)/\(name)", "\(folder)/../libexec/apod-mirror/\(name)"].first(where: canStart)
    }

    public static func canStart(_ path: String) -> Bool {
        access(path, X_OK) == 0
    }
}

public enum RootsRights {
    /// Gives this process, which root has just started, to a user for good: without a terminal, and closed to that
    /// user's other processes, which can neither trace it nor read its memory or open files. Returns `false` when a
    /// step fails; the process must do nothing more then.
    public static func giveUp(to name: String, user: UInt32, group: UInt32) -> Bool {
        // setsid leaves the terminal, which takes input from every process of its session.
        guard setsid() >= 0, chdir("/") == 0, linux_refuse_new_rights() == 0, linux_hide_process() == 0 else {
            return false
        }
        // The user is changed last: without root's rights the groups can no longer be set.
        guard initgroups(name, group) == 0, setgid(group) == 0, setuid(user) == 0 else { return false }
        // Changing the user makes the process traceable again where fs.suid_dumpable says so.
        guard linux_hide_process() == 0 else { return false }
        return user == 0 || setuid(0) != 0
    }
}

extension Duration {
    /// How long the calling thread has kept a processor busy. It does not count while the thread waits.
    public static var ofThisThread: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// The memory that the process holds while it waits.
public enum Memory {
    /// Makes all threads share one pool, so that memory freed by one serves the others. Called before the first thread
    /// is made.
    public static func share() {
        mallopt(CInt(M_ARENA_MAX), 1)
        // Large blocks are mapped apart from small ones, among which they would leave holes.
        mallopt(CInt(M_MMAP_THRESHOLD), 1 << 16)
    }

    /// Returns freed memory to the kernel.
    public static func trim() {
        malloc_trim(0)
    }

    /// Returns freed memory, and the pages of code, which the kernel would keep resident long after the code ran. They
    /// are read again when it runs again.
    public static func release() {
        trim()
        guard let file = try? Folder.open("/proc/self")?.open("maps") else { return }
        var bytes: [UInt8] = []
        while let more = try? file.read(1 << 14, at: Int64(bytes.count)), !more.isEmpty { bytes += more }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            // Only code is dropped, because it is never written to; the mapped data of a file may have been.
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count >= 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { continue }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, let begin = UnsafeMutableRawPointer(bitPattern: ends[0]) else { continue }
            madvise(begin, Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
    }
}

/// The kernel's identifier of the current boot. A file written under another identifier may be missing its tail.
public enum Boot {
    public static let id: String = {
        guard let proc = try? Folder.open("/proc/sys/kernel/random"),
            let bytes = try? proc.open("boot_id")?.read(64, at: 0)
        else { return "" }
        return String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    }()
}
