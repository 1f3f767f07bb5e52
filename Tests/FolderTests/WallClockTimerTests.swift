import Foundation
import Testing

@testable import Folder

@Suite("The wall clock wakes", .timeLimit(.minutes(15)))
struct WallClockTimerTests {
    @Test(arguments: [Int64.min, -1, 0, 1, 1_000_000_000])
    func `what is past is reached at once`(time: Int64) async throws {
        #expect(try await WallClockTimer().wait(until: time) == .reached)
    }

    @Test func `a time to come is waited for`() async throws {
        let soon = now() + 1
        #expect(try await WallClockTimer().wait(until: soon) == .reached)
        #expect(now() >= soon)
    }

    /// Not `time(nil)`: that clock is coarse and may still say the second before.
    private func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }

    @Test(arguments: [Int64(4_000_000_000), .max])
    func `waiting ends with its task`(time: Int64) async {
        let waiting = Task.immediate { try await WallClockTimer().wait(until: time) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `a cancelled task does not begin to wait`() async {
        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await WallClockTimer().wait(until: 1)
        }
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `timers leave no descriptor open`() async throws {
        for _ in 0..<2_000 { #expect(try await WallClockTimer().wait(until: 1) == .reached) }
        // A thousand is the usual limit: leaking timers would have stopped the loop.
    }
}
