import Foundation
import Testing

/// The promise: a sync that ends at any moment leaves no lie behind, and the next one goes on where it stopped.
@Suite(.needsBinary, .needsCrashLibrary, .serialized) struct CrashTests {
    /// Every call where there is time for it; else every so many from a random one on, so that every run tries others.
    private static let step = WatchedMirror.isLong ? 1 : 7

    @Test func `a first sync may be killed before every call`() async throws {
        try await crash([try .empty(), try .empty()])
    }

    @Test func `a sync that renames and replaces may be killed before every call`() async throws {
        try await crash([try await .corrected(), try await .corrected()])
    }

    /// The benches are alike and take turns, so that two passes run at a time.
    private func crash(_ benches: [CrashBench]) async throws {
        let calls = try await benches[0].countCalls()
        #expect(calls > 100)
        let first = Int.random(in: 1...Self.step)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (lane, bench) in benches.enumerated() {
                let turns = stride(from: first + lane * Self.step, through: calls, by: benches.count * Self.step)
                group.addTask {
                    for call in turns {
                        try await bench.reset()
                        try await bench.crash(before: call)
                        let torn = try await bench.problemsAfterCrash()
                        #expect(torn.isEmpty, "killed before call \(call) of \(calls)")
                        let left = try await bench.problemsAfterCleanPass()
                        #expect(left.isEmpty, "killed before call \(call) of \(calls), then a clean pass")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
