internal import Foundation

/// Packages that only PyPI has, which `Tests/run --all` fetches where it can.
package enum PythonPackages {
    /// The folder they lie in; empty where none was fetched.
    package static let folder = ProcessInfo.processInfo.environment["APOD_CLIENTS"] ?? ""

    package static func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(file)") }
}
