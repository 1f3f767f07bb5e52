import Foundation
import Hashing

/// A file of a mirror that lies.
enum FalseFile {
    /// Puts other bytes into a file, and their sum into the list of sums.
    static func put(_ path: String, with bytes: [UInt8], _ sums: String) throws {
        let name = (path as NSString).lastPathComponent
        try Data(bytes).write(to: URL(filePath: path))
        let lines = try String(contentsOfFile: sums, encoding: .utf8).split(separator: "\n").map { line in
            line.hasSuffix("  \(name)") ? "\(SHA256.hash(bytes))  \(name)\n" : "\(line)\n"
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: sums))
    }
}
