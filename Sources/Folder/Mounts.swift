/// The mounts of a process, from the text of `/proc/self/mountinfo`.
public struct Mounts: Sendable {
    struct Mount: Equatable, Sendable {
        let point: String
        /// The device, and the folder of its file system that is mounted.
        let origin: String
        /// The whole line of mountinfo.
        let text: String
    }

    /// The mounts in the kernel's order: the last of several at one path covers the others.
    private let mounts: [Mount]

    public init(_ mountinfo: String) {
        // Split by bytes: to `String` a carriage return and a line end are one character, and so are a space and a
        // mark.
        mounts = mountinfo.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count >= 6 else { return nil }
            return Mount(
                point: Self.unescaped(fields[4]), origin: "\(Substring(fields[2])) \(Substring(fields[3]))",
                text: String(Substring(line)))
        }
    }

    /// The mounts in this process's namespace; none where `/proc` cannot be read.
    public static var ofProcess: Mounts {
        guard let file = try? Folder.open("/proc/self")?.open("mountinfo") else { return Mounts("") }
        var bytes: [UInt8] = []
        // A file in `/proc` has no length, so it is read to its end.
        while let more = try? file.read(1 << 14, at: Int64(bytes.count)), !more.isEmpty { bytes += more }
        return Mounts(String(decoding: bytes, as: UTF8.self))
    }

    public var points: [String] { mounts.map(\.point) }

    /// The origin of the mount at exactly that path; `nil` when nothing is mounted there.
    public func origin(of path: String) -> String? {
        mounts.last { $0.point.utf8.elementsEqual(path.utf8) }?.origin
    }

    /// The mount point that a path without symbolic links lies below, unless that is the machine's own root.
    public func point(of path: String) -> String? {
        points.filter { $0 != "/" && Self.lies(path, below: $0) }.max { $0.utf8.count < $1.utf8.count }
    }

    /// All mounts at the path, above or below it.
    func around(_ path: String) -> [Mount] {
        mounts.filter { Self.lies(path, below: $0.point) || Self.lies($0.point, below: path) }
    }

    private static func lies(_ path: String, below other: String) -> Bool {
        // Paths are compared by bytes: `String` takes two spellings of é for one.
        let (path, other) = (Array(path.utf8), Array(other.utf8))
        let slash = UInt8(ascii: "/")
        return other == [slash] || path == other || path.starts(with: other + [slash])
    }

    /// The kernel writes spaces, tabs, line ends and backslashes as three octal digits.
    private static func unescaped(_ field: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var rest = Array(field)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3,
                let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Tells whether anything was mounted or unmounted at a path, above or below it, in this process's mount namespace.
///
/// The caller asks when the process is awake anyway. Polling `/proc/self/mountinfo` would wake it for every mount of
/// the machine, and inotify reports no mounts.
public final class MountWatch: Sendable {
    private let path: String
    private let known: Monitor<[Mounts.Mount]>

    public init(around path: String) {
        self.path = path
        known = Monitor(Mounts.ofProcess.around(path))
    }

    /// Whether the mounts differ from those at the last call.
    public func hasChanged() -> Bool {
        let now = Mounts.ofProcess.around(path)
        return known.withLock { known in
            defer { known = now }
            return known != now
        }
    }
}
