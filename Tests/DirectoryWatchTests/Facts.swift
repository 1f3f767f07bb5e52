import Folder
import Foundation
import Testing

struct NeverHappened: Error, CustomStringConvertible {
    let description: String
}

/// Awaits a fact; the limit is only there so that a broken watch fails the test instead of hanging it.
func eventually(_ what: String, _ isSo: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(180)
    while try !isSo() {
        guard ContinuousClock.now < end else { throw NeverHappened(description: "\(what) never happened.") }
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// For what is awaited: the pool's threads are held up by other tests now and then.
let ownThreads = TaskThreads()

/// The same for what waits by itself: it is cancelled when the time is up, and left behind if even that is no use.
func soon(_ what: String, _ body: @escaping @Sendable () async throws -> Void) async throws {
    let outcome = Outcome()
    let task = Task(executorPreference: ownThreads) { await outcome.record(body) }
    defer { task.cancel() }
    try await eventually(what) { try outcome.isSuccess }
}

/// How something ended, once it has.
final class Outcome: Sendable {
    private let result = Monitor<Result<Void, any Error>?>(nil)

    func record(_ body: () async throws -> Void) async {
        do {
            try await body()
            result.withLock { $0 = .success(()) }
        } catch {
            result.withLock { $0 = .failure(error) }
        }
    }

    /// `false` as long as it goes on; throws what it ended with.
    var isSuccess: Bool {
        get throws {
            guard let result = result.withLock({ $0 }) else { return false }
            try result.get()
            return true
        }
    }
}

/// The threads of watches in this process, by the kernel's numbers and found by their names.
enum Readers {
    static func all() throws -> Set<String> {
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return Set(threads.filter { ["favorites\n", "watch's end\n"].contains(fact("comm", of: $0)) })
    }

    /// Empty for a thread that is gone.
    private static func fact(_ name: String, of thread: String) -> String {
        (try? String(contentsOfFile: "/proc/self/task/\(thread)/\(name)", encoding: .utf8)) ?? ""
    }

    /// How often each has been woken; `nil` when one runs.
    static func rest(of threads: Set<String>) -> [String]? {
        let rests = threads.sorted().map { rest(fact("status", of: $0)) }
        return rests.contains(nil) ? nil : rests.compactMap(\.self)
    }

    /// Of a thread's or a process's status: how often it was woken; `nil` unless it sleeps.
    static func rest(_ status: String) -> String? {
        let lines = status.split(separator: "\n")
        guard lines.contains(where: { $0.hasPrefix("State:\tS") }) else { return nil }
        return lines.filter { $0.contains("ctxt_switches") }.joined()
    }
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
