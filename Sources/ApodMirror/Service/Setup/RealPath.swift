internal import Glibc

enum RealPath {
    /// The path without symbolic links; `nil` where nothing stands.
    static func of(_ path: String) -> String? {
        realpath(path, nil).map { real in
            defer { free(real) }
            return String(cString: real)
        }
    }
}
