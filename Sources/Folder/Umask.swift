internal import Glibc

/// The process's file mode mask, as it was at its start. Asking `umask(2)` means setting it, for all threads.
enum Umask {
    static let ofProcess: mode_t = {
        let status = try? Folder.open("/proc/self")?.open("status")?.read(1_024, at: 0)
        let line = String(decoding: status ?? [], as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Umask:") }
        return line?.split(separator: "\t").last.flatMap { mode_t($0, radix: 8) } ?? 0o022
    }()
}
