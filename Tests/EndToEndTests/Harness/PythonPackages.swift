import Foundation

/// Packages that only PyPI has, which `Tests/run --all` fetches where it can.
enum PythonPackages {
    /// The folder they lie in; empty where none was fetched.
    static let folder = ProcessInfo.processInfo.environment["APOD_CLIENTS"] ?? ""

    static func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(file)") }
}
