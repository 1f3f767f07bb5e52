import Foundation
import Testing

/// The promise: a sync that ends at any moment leaves no lie behind, and the next one goes on where it stopped.
@Suite(.onlyInAll("crash loops"), .needsBinary, .needsCrashLibrary, .serialized)
struct CrashTests {
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
        let tried = TriedCalls(of: calls, some: 30)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (lane, bench) in benches.enumerated() {
                group.addTask {
                    for call in tried.lane(lane, of: benches.count) {
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
