internal import Glibc

/// The process's file mode mask at its start. umask(2) returns it only by setting another, for all threads.
enum Umask {
    static let ofProcess: mode_t = {
        let status = try? Folder.open("/proc/self")?.open("status")?.read(1_024, at: 0)
        let line = String(decoding: status ?? [], as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Umask:") }
        return line?.split(separator: "\t").last.flatMap { mode_t($0, radix: 8) } ?? 0o022
    }()
}
