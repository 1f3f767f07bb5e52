package import Folder
import Foundation

/// A folder on a real disk (no tmpfs: extended attributes and fsync must mean something), gone when the test is.
package final class TemporaryFolder {
    package let path: String
    package let folder: Folder

    package init() throws {
        let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
        path = "\(base)/apod-mirror-tests-\(UUID().uuidString)"
        folder = try Folder.make(path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Variables of programs that are at home here, and leave what they keep and what they throw away.
    package var asHome: [String: String] {
        [
            "HOME": path, "XDG_CONFIG_HOME": path + "/.config", "XDG_CACHE_HOME": path + "/.cache",
            "XDG_DATA_HOME": path + "/.local/share", "XDG_STATE_HOME": path + "/.local/state",
        ]
    }

    package func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    package func text(_ name: String) throws -> String {
        let bytes = try FileHandle(forReadingFrom: URL(filePath: "\(path)/\(name)")).readToEnd()
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    /// Every name below, with the bytes of files and the targets of links: what must not change.
    package var snapshot: [String: String] {
        get throws {
            var found: [String: String] = [:]
            let files = FileManager.default
            for name in files.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
                let attributes = try files.attributesOfItem(atPath: "\(path)/\(name)")
                switch attributes[.type] as? FileAttributeType {
                case .typeRegular:
                    let bytes = try FileHandle(forReadingFrom: URL(filePath: "\(path)/\(name)")).readToEnd()
                    found[name] = String(decoding: bytes ?? Data(), as: UTF8.self)
                case .typeSymbolicLink: found[name] = try files.destinationOfSymbolicLink(atPath: "\(path)/\(name)")
                default: found[name] = "folder"
                }
            }
            return found
        }
    }
}
