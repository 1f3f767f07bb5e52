import Testing

@testable import Service

/// Who asks for a look at favorites gets one, and thousands who ask at once get a few.
@Suite(.timeLimit(.minutes(5))) struct ScanQueueTests {
    private let queue = ScanQueue()

    private struct Enough: Error {}

    /// The passes that are made until one throws; each is told how many came before.
    private func passes(_ make: (_ count: Int) throws -> Duration?) async throws -> [Bool] {
        var made: [Bool] = []
        do {
            try await queue.each { isThorough in
                made.append(isThorough)
                return (.zero, try make(made.count - 1))
            }
        } catch is Enough {}
        return made
    }

    @Test func `all who ask before a pass begins are answered by one, and as thoroughly as any of them asks`()
        async throws
    {
        for number in 0..<1_000 { queue.add(isThorough: number == 500) }
        let made = try await passes { count in
            if count == 2 { throw Enough() }
            // While a pass runs, its scan may have missed what they mean.
            for _ in 0..<1_000 { queue.add() }
            return nil
        }
        #expect(made == [true, false, false])
    }

    @Test func `what is due is done without being asked for`() async throws {
        queue.add()
        let made = try await passes { count in
            if count == 500 { throw Enough() }
            return count % 2 == 0 ? .zero : .milliseconds(1)
        }
        #expect(made.count == 501 && !made.contains(true))
    }

    @Test(arguments: [
        (Duration.milliseconds(10), Duration?.none, Duration.milliseconds(30)),
        (.milliseconds(10), .seconds(5), .milliseconds(30)),
        (.seconds(1), nil, .seconds(2)), (.seconds(1), .zero, .zero), (.zero, nil, .zero),
    ])
    func `a pass leaves time to others, but for one that goes on`(busy: Duration, later: Duration?, rest: Duration) {
        #expect(ScanQueue.rest(after: busy, later: later) == rest)
    }
}
