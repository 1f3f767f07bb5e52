internal import CLinux
internal import Glibc

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
