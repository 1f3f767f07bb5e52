import Dispatch
import Testing

@testable import Folder

@Suite("The tasks' threads run what libdispatch's would", .timeLimit(.minutes(15)))
struct TaskThreadsTests {
    private actor Counter {
        private(set) var count = 0
        private(set) var threads: Set<String> = []

        func add() async {
            count += 1
            threads.insert(ThreadFacts.name)
            await Task.yield()
            threads.insert(ThreadFacts.name)
        }
    }

    private actor Filer {
        private let thread = FileThread()

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            thread.asUnownedSerialExecutor()
        }

        func place() async -> [String] {
            let before = ThreadFacts.name
            await Task.yield()
            return [before, ThreadFacts.name]
        }
    }

    @Test(arguments: [1, 2, 5]) func `all jobs of many tasks run, on no more threads than allowed`(limit: Int) async {
        await withTaskExecutorPreference(TaskThreads(threads: limit)) {
            let threads = await withTaskGroup(of: String.self) { group in
                for _ in 0..<2_000 {
                    group.addTask {
                        await Task.yield()
                        return ThreadFacts.number
                    }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(threads.values.reduce(0, +) == 2_000)
            #expect((1...limit).contains(threads.count))
        }
    }

    @Test func `as many jobs run at once as there are threads`() async {
        let (arrived, open) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let rounds = 50
        await withTaskExecutorPreference(TaskThreads(threads: 4)) {
            for _ in 0..<rounds {
                await withTaskGroup(of: Void.self) { group in
                    // Three wait for the fourth; on fewer threads it would never come.
                    for _ in 0..<3 { group.addTask { meet(saying: arrived, waitingFor: open) } }
                    group.addTask {
                        for _ in 0..<3 { meet(saying: open, waitingFor: arrived) }
                    }
                }
            }
        }
    }

    @Test func `children, their groups, async let and actors stay there`() async {
        let counter = Counter()
        let names = await withTaskExecutorPreference(TaskThreads(threads: 3)) {
            await withTaskGroup(of: Set<String>.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        await counter.add()
                        async let here = ThreadFacts.name
                        let below = await withTaskGroup(of: String.self) { group in
                            for _ in 0..<5 { group.addTask { ThreadFacts.name } }
                            return await group.reduce(into: Set<String>()) { $0.insert($1) }
                        }
                        return below.union([await here, ThreadFacts.name])
                    }
                }
                return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
            }
        }
        #expect(names == ["tasks"])
        #expect(await counter.count == 50)
        #expect(await counter.threads == ["tasks"])
    }

    @Test func `what was woken by a stream, a pause or a file thread comes back`() async throws {
        let names = try await withTaskExecutorPreference(TaskThreads(threads: 2)) {
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            return try await withThrowingTaskGroup(of: [String].self) { group in
                group.addTask {
                    for await _ in stream { return [ThreadFacts.name] }
                    return []
                }
                group.addTask {
                    try await Pause().wait(for: .milliseconds(5))
                    continuation.yield(1)
                    return [ThreadFacts.name]
                }
                group.addTask { await Filer().place() + [ThreadFacts.name] }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
        #expect(names.sorted() == ["files", "files", "tasks", "tasks", "tasks"])
    }

    @Test func `cancelling reaches the children`() async {
        await withTaskExecutorPreference(TaskThreads(threads: 2)) {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        await #expect(throws: CancellationError.self) { try await Pause().wait(for: .seconds(9_999)) }
                        return Task.isCancelled
                    }
                }
                group.cancelAll()
                #expect(await group.allSatisfy { $0 })
            }
        }
    }

    @Test func `a program without an async main function runs to its value`() {
        let names = TaskThreads(threads: 2).run {
            async let child = ThreadFacts.name
            return [await child, ThreadFacts.name]
        }
        #expect(names == ["tasks", "tasks"])
    }

    @Test func `the threads end with their executor`() async {
        func threads() async -> Set<String> {
            await withTaskExecutorPreference(TaskThreads(threads: 3)) {
                await withTaskGroup(of: String.self) { group in
                    for _ in 0..<100 { group.addTask { ThreadFacts.number } }
                    return await group.reduce(into: []) { $0.insert($1) }
                }
            }
        }
        for thread in await threads() {
            let limit = ContinuousClock.now + .seconds(60)
            while ThreadFacts.isAlive(thread), ContinuousClock.now < limit { await Task.yield() }
            #expect(!ThreadFacts.isAlive(thread))
        }
    }
}

/// Blocks its thread, which a function that is `async` may not do.
private func meet(saying mine: DispatchSemaphore, waitingFor other: DispatchSemaphore) {
    mine.signal()
    #expect(other.wait(timeout: .now() + 60) == .success, "the other never came")
}
