import Folder
import Testing

@testable import Archive
@testable import Service
@testable import Settings

@Suite struct HeartbeatTests {
    @Test func `idle is healthy, and so is what comes on`() async throws {
        let heartbeat = Heartbeat()
        #expect(heartbeat.stuck(longerThan: .zero) == nil)
        let bytes = Monitor<Int64>(0)
        await heartbeat.step("The sync", progress: { bytes.withLock { $0 } }) {
            #expect(heartbeat.stuck(longerThan: .seconds(60)) == nil)
            for _ in 1...3 {
                bytes.withLock { $0 += 1 }
                #expect(heartbeat.stuck(longerThan: .milliseconds(50)) == nil)
            }
        }
        #expect(heartbeat.stuck(longerThan: .zero) == nil)
    }

    @Test func `a step that stands still is named`() async throws {
        let heartbeat = Heartbeat()
        try await heartbeat.step("The scan of favorites") {
            try await Pause().wait(for: .milliseconds(30))
            let stuck = try #require(heartbeat.stuck(longerThan: .milliseconds(20)))
            #expect(stuck.name == "The scan of favorites")
            #expect(stuck.time > .milliseconds(20))
        }
    }

    @Test func `a step that fails is over`() async throws {
        struct Failure: Error {}
        let heartbeat = Heartbeat()
        await #expect(throws: Failure.self) { try await heartbeat.step("It") { throw Failure() } }
        #expect(heartbeat.stuck(longerThan: .zero) == nil)
    }

    @Test(
        arguments: [
            ([:], nil), (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "x"], nil),
            (["WATCHDOG_USEC": "600000000", "WATCHDOG_PID": "1"], nil),
            (["WATCHDOG_USEC": "600000000"], Duration.seconds(600)),
        ] as [([String: String], Duration?)])
    func `pings only where they are wanted, and of this process`(environment: [String: String], interval: Duration?) {
        let manager = ServiceManager(environment: [:])
        #expect(
            Watchdog(manager, Heartbeat(), Log { _ in }, environment: environment)?.interval == interval)
    }
}
