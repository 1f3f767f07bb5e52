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

    var isOver: Bool { result.withLock { $0 != nil } }

    /// `false` as long as it goes on; throws what it ended with.
    var isSuccess: Bool {
        get throws {
            guard let result = result.withLock({ $0 }) else { return false }
            try result.get()
            return true
        }
    }
}

/// The threads of watches, by the kernel's numbers and found by their name: what else sleeps in this process, and in
/// which call, says nothing about a watch.
enum Readers {
    static func all() throws -> Set<String> {
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
        return Set(threads.filter { fact("comm", of: $0) == "favorites\n" })
    }

    /// At most one: the others wait for their turn. It has handled every event there was, for the call that makes an
    /// event also makes the sleeper runnable.
    static func asleep() throws -> String? {
        try all().first(where: isAsleep)
    }

    /// Whether it sleeps in `select`, which has other numbers on x86-64 (two) than on arm64. Where arm64 is emulated, it
    /// is this machine's kernel that tells.
    static func isAsleep(_ thread: String) -> Bool {
        ["23", "270", "72"].contains(String(fact("syscall", of: thread).prefix { $0 != " " }))
    }

    static func isAlive(_ thread: String) -> Bool {
        FileManager.default.fileExists(atPath: "/proc/self/task/\(thread)")
    }

    /// Empty for a thread that is gone.
    static func fact(_ name: String, of thread: String) -> String {
        (try? String(contentsOfFile: "/proc/self/task/\(thread)/\(name)", encoding: .utf8)) ?? ""
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
