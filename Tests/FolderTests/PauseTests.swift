import Testing

@testable import Folder

@Suite("A pause lasts as long as it was to", .timeLimit(.minutes(15)))
struct PauseTests {
    @Test(arguments: [Duration.seconds(-5), .zero, .nanoseconds(1), .milliseconds(1), .milliseconds(1_100)])
    func `it returns afterwards and not before`(duration: Duration) async throws {
        let clock = SuspendingClock()
        let begin = clock.now
        try await Pause().wait(for: duration)
        #expect(clock.now - begin >= duration)
    }

    @Test(arguments: [Duration.seconds(1_000_000), .seconds(Int64.max)])
    func `it ends with its task`(duration: Duration) async {
        let waiting = Task.immediate { try await Pause().wait(for: duration) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `a cancelled task does not begin one`() async {
        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await Pause().wait(for: .zero)
        }
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `neither descriptors nor threads are left, whether it ends or is cancelled`() async throws {
        // A thousand descriptors is the usual limit: leaking ones would stop the loop. Beside other tests each wait for a
        // result may take half a second, so many pauses share one.
        for _ in 0..<20 {
            let waiting = (0..<100).map { number in
                Task.immediate { try await Pause().wait(for: .microseconds(number)) }
            }
            for task in waiting.enumerated() where task.offset.isMultiple(of: 2) { task.element.cancel() }
            for task in waiting { _ = await task.result }
        }
    }

    @Test func `many at a time end in the order of their ends`() async throws {
        let order = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in [3, 1, 2] {
                group.addTask {
                    try await Pause().wait(for: .milliseconds(300 * number))
                    return number
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(order == [1, 2, 3])
    }
}
