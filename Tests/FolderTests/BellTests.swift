import Testing

@testable import Folder

@Suite struct BellTests {
    @Test func `a ring before the wait is not lost, and several are one`() async throws {
        let bell = Bell()
        bell.ring()
        bell.ring()
        try await bell.wait()
        let waiting = Task { try await bell.wait() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `a ring wakes the one who waits, every time`() async throws {
        let bell = Bell()
        let echo = Bell()
        let waiting = Task {
            for _ in 1...1_000 {
                try await bell.wait()
                echo.ring()
            }
        }
        for _ in 1...1_000 {
            bell.ring()
            try await echo.wait()
        }
        try await waiting.value
    }

    @Test func `whoever is cancelled waits no more, and a later ring is for the next`() async throws {
        for _ in 1...200 {
            let bell = Bell()
            let waiting = Task { try await bell.wait() }
            async let ring: Void = bell.ring()
            waiting.cancel()
            await ring
            let wasWoken = (try? await waiting.value) != nil
            // Rung once: either the first heard it, or it is still there.
            if !wasWoken { try await bell.wait() }
        }
    }
}

@Suite struct SlotsTests {
    @Test func `one at a time, also when one of them fails`() async throws {
        struct Failure: Error {}
        let slot = Slots(1)
        let state = Monitor((inside: 0, most: 0, done: 0))
        await withTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                group.addTask {
                    try? await slot.inside {
                        state.withLock {
                            $0.inside += 1
                            $0.most = max($0.most, $0.inside)
                        }
                        await Task.yield()
                        state.withLock {
                            $0.inside -= 1
                            $0.done += 1
                        }
                        if number.isMultiple(of: 3) { throw Failure() }
                    }
                }
            }
        }
        #expect(state.withLock { $0.most } == 1)
        #expect(state.withLock { $0.done } == 100)
    }
}
