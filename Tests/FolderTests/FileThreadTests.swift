import Dispatch
import Foundation
import Testing

@testable import Folder

@Suite("A file thread runs one actor's jobs, in order, on a thread of its own", .timeLimit(.minutes(15)))
struct FileThreadTests {
    actor Recorder {
        private let thread = FileThread()
        private(set) var numbers: [Int] = []
        private(set) var threads: Set<String> = []

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            thread.asUnownedSerialExecutor()
        }

        func record(_ number: Int) {
            numbers.append(number)
            threads.insert(ThreadFacts.number)
        }

        func wait(for semaphore: DispatchSemaphore, saying started: DispatchSemaphore) {
            started.signal()
            semaphore.wait()
        }
    }

    @Test func `jobs run in the order they came, all on one thread`() async {
        let recorder = Recorder()
        let tasks = (0..<500).map { number in Task.immediate { await recorder.record(number) } }
        for task in tasks { await task.value }
        #expect(await recorder.numbers == Array(0..<500))
        #expect(await recorder.threads.count == 1)
    }

    @Test func `two actors have two threads, neither of them of the pool`() async {
        let (first, second) = (Recorder(), Recorder())
        await first.record(1)
        await second.record(1)
        let pool = await withTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { ThreadFacts.number } }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        let own = await first.threads.union(second.threads)
        #expect(own.count == 2)
        #expect(own.isDisjoint(with: pool))
    }

    @Test func `actors that wait on a disk hold nobody else up`() async {
        let waiting = 4 * ProcessInfo.processInfo.activeProcessorCount
        let (release, started) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<waiting {
                group.addTask { await Recorder().wait(for: release, saying: started) }
            }
            // On the pool this child would get no thread, and the test no end.
            group.addTask { for _ in 0..<waiting { release.signal() } }
        }
        for _ in 0..<waiting { started.wait() }
    }

    @Test func `a thread ends with its actor`() async throws {
        func name() async -> String? {
            let recorder = Recorder()
            await recorder.record(1)
            return await recorder.threads.first
        }
        let gone = try #require(await name())
        while ThreadFacts.isAlive(gone) { await Task.yield() }
    }
}
