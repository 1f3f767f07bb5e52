import Foundation
import Glibc
import Testing

struct NeverHappened: Error, CustomStringConvertible {
    let description: String
}

/// Awaits a fact; the limit is only there so that a broken watch fails the test instead of hanging it.
func eventually(_ what: String, within limit: Duration = .seconds(120), _ isSo: () throws -> Bool) async throws {
    let end = ContinuousClock.now + limit
    while try !isSo() {
        guard ContinuousClock.now < end else { throw NeverHappened(description: "\(what) never happened.") }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// The threads that sleep in `select`: in this process only the reader of a watch does. It has then handled every
/// event there was, for the call that makes an event also makes the sleeper runnable.
func sleepingReaders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter { thread in
        guard let call = try? String(contentsOfFile: "/proc/self/task/\(thread)/syscall", encoding: .utf8) else {
            return false
        }
        #if arch(x86_64)
            let numbers = ["23", "270"]
        #else
            let numbers = ["72"]
        #endif
        return numbers.contains { call.hasPrefix("\($0) ") }
    }
}

func threadCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
}

/// Descriptors that lead to what the predicate names.
func descriptors(_ isMeant: (String) -> Bool) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)") else {
            return false
        }
        return isMeant(target)
    }
}
