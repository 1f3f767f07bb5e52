import Foundation

/// What the kernel knows about the thread that asks.
enum ThreadFacts {
    static var number: String {
        let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
        return String(link.split(separator: "/").last ?? "")
    }

    static var name: String {
        let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        return String(text?.dropLast() ?? "")
    }

    static func isAlive(_ number: String) -> Bool {
        FileManager.default.fileExists(atPath: "/proc/self/task/\(number)")
    }
}
