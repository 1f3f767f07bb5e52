import Folder
import Foundation

/// The most memory that something takes. It is the whole process that is looked at, so this belongs into one of its own.
package enum PeakMemory {
    /// In bytes, beyond what was held before.
    package static func taken(by body: () throws -> Void) throws -> Int {
        // Freed memory that is held would be used again and not be counted. Large blocks are mapped apart, as in the program.
        Memory.share()
        Memory.trim()
        // Begins to look for a new peak.
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        let before = try bytes("VmRSS")
        try body()
        return try bytes("VmHWM") - before
    }

    private static func bytes(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
    }

    /// A sanitizer takes memory of its own.
    package static var isTold: Bool {
        !ProcessInfo.processInfo.environment.keys.contains { $0.hasSuffix("SAN_OPTIONS") }
    }
}
