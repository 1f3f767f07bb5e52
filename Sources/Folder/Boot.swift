internal import Glibc

/// The kernel's identifier of the current boot. A file written under another identifier may be missing its tail.
public enum Boot {
    public static let id: String = {
        guard let proc = try? Folder.open("/proc/sys/kernel/random"),
            let bytes = try? proc.open("boot_id")?.read(64, at: 0)
        else { return "" }
        return String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    }()
}
