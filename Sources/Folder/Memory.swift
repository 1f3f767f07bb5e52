internal import CLinux
internal import Glibc

/// What the process holds of the machine's memory while it waits.
public enum Memory {
    /// One pool for all threads: what one has freed is of use to the others. Before the first thread is made.
    public static func share() {
        mallopt(CInt(M_ARENA_MAX), 1)
        // What is large is not put among what is small, where it would leave holes.
        mallopt(CInt(M_MMAP_THRESHOLD), 1 << 16)
    }

    /// Gives back what was freed.
    public static func trim() {
        malloc_trim(0)
    }

    /// The same, and the pages of code that were read for work that is done: the kernel keeps them as long as it likes, and
    /// they are ours again when they run.
    public static func release() {
        trim()
        guard let file = try? Folder.open("/proc/self")?.open("maps") else { return }
        var bytes: [UInt8] = []
        while let more = try? file.read(1 << 14, at: Int64(bytes.count)), !more.isEmpty { bytes += more }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            // Code is never written to, so nothing can be lost; data of a file may have been.
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count >= 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { continue }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, let begin = UnsafeMutableRawPointer(bitPattern: ends[0]) else { continue }
            madvise(begin, Int(ends[1] - ends[0]), MADV_DONTNEED)
        }
    }
}
