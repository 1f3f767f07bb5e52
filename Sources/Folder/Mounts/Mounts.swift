/// What this process's view of the machine says of mounts.
public enum Mounts {
    /// What is mounted at that very path: the device, and the folder of its file system. `nil` when nothing is.
    public static func origin(of path: String) -> String? {
        origin(of: path, in: table)
    }

    /// All that is mounted at the path, above or below it.
    static func around(_ path: String) -> [String] {
        around(path, in: table)
    }

    static func around(_ path: String, in mountinfo: String) -> [String] {
        let path = escaped(path)
        return mountinfo.split(separator: "\n").filter { line in
            let fields = line.split(separator: " ", maxSplits: 5)
            guard fields.count == 6 else { return false }
            let point = fields[4]
            return point == "/" || path == point || path.hasPrefix(point + "/") || point.hasPrefix(path + "/")
        }.map(String.init)
    }

    /// What the kernel says of all mounts; empty where it cannot be asked.
    private static var table: String {
        guard let file = try? Folder.open("/proc/self")?.open("mountinfo") else { return "" }
        var bytes: [UInt8] = []
        // Such a file has no length.
        while let more = try? file.read(1 << 14, at: Int64(bytes.count)), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Of several mounts at one path the last covers the others.
    static func origin(of path: String, in mountinfo: String) -> String? {
        let escaped = escaped(path)
        for line in mountinfo.split(separator: "\n").reversed() {
            let fields = line.split(separator: " ", maxSplits: 5)
            if fields.count == 6, fields[4] == escaped { return "\(fields[2]) \(fields[3])" }
        }
        return nil
    }

    /// As the kernel writes paths there.
    private static func escaped(_ path: String) -> String {
        var text = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case " ": text += "\\040"
            case "\t": text += "\\011"
            case "\n": text += "\\012"
            case "\\": text += "\\134"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
