/// The memory that is still to be had: that of the machine, and within each control group around this process, whichever
/// is least. What the kernel keeps of files counts as free, since it gives that up.
public enum FreeMemory {
    /// Bytes; `nil` where the system does not say.
    public static var bytes: Int? { bytes(proc: "/proc", groups: "/sys/fs/cgroup") }

    static func bytes(proc: String, groups: String) -> Int? {
        let machine = text(of: "meminfo", in: proc).flatMap { number("MemAvailable:", in: $0) }.map { $0 << 10 }
        let inGroups = memoryGroups(text(of: "self/cgroup", in: proc) ?? "").flatMap { group in
            group.andAbove.compactMap { path in free(in: "\(groups)\(group.hierarchy)\(path)", group.files) }
        }
        return ([machine].compactMap(\.self) + inGroups).min()
    }

    // MARK: - Control groups

    /// The names of the files in which a version of control groups tells of memory.
    private struct GroupFiles {
        let limit, usage: FilePath
        /// The line of `memory.stat` that says what the kernel keeps of files.
        let cache: String
    }

    private struct Group {
        /// The folder of the hierarchy that counts memory, below that of all.
        let hierarchy: String
        let path: String
        let files: GroupFiles

        /// The group's path and those of the groups around it.
        var andAbove: [String] {
            let names = path.split(separator: "/")
            return (0...names.count).map { names.prefix($0).map { "/\($0)" }.joined() }
        }
    }

    /// The groups in which this process's memory is counted, by `/proc/self/cgroup`: one of version 2, of version 1, or both.
    private static func memoryGroups(_ text: String) -> [Group] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return nil }
            let path = String(fields[2])
            if fields[0] == "0", fields[1].isEmpty {
                let files = GroupFiles(limit: "memory.max", usage: "memory.current", cache: "inactive_file")
                return Group(hierarchy: "", path: path, files: files)
            }
            guard fields[1].split(separator: ",").contains("memory") else { return nil }
            let files = GroupFiles(
                limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes", cache: "total_inactive_file")
            return Group(hierarchy: "/memory", path: path, files: files)
        }
    }

    /// The memory left in a group; `nil` for one without a limit.
    private static func free(in folder: String, _ files: GroupFiles) -> Int? {
        guard let limit = text(of: files.limit, in: folder).flatMap(number),
            let usage = text(of: files.usage, in: folder).flatMap(number)
        else { return nil }
        let cache = text(of: "memory.stat", in: folder).flatMap { number(files.cache, in: $0) } ?? 0
        return max(0, limit - usage + cache)
    }

    // MARK: - Text

    private static func text(of name: FilePath, in folder: String) -> String? {
        (try? Folder.open(folder)?.open(name)?.read(1 << 14, at: 0)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func number(_ text: String) -> Int? {
        Int(text.filter { !$0.isWhitespace })
    }

    /// The number on the line that begins with that name: `MemAvailable:  3912345 kB`.
    private static func number(_ name: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 1, words[0] == name { return Int(words[1]) }
        }
        return nil
    }
}
