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

    public static func canStart(_ path: String) -> Bool {
        access(path, X_OK) == 0
    }
}
