import Foundation

extension TestMirror {
    /// Makes a link below `favorites/`, as its owner would.
    func link(_ path: String, to target: String) throws {
        let url = URL(filePath: "\(root)/favorites/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    }

    /// What a link below `favorites/` says.
    func target(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(root)/favorites/\(path)")
    }

    /// What the owner sees in `favorites/`.
    var favorites: Set<String> {
        names("favorites").filter { !$0.hasPrefix(".") }
    }
}
