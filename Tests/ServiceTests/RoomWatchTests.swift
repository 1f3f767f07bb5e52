import Folder
import Testing

@testable import Service

@Suite("Waiting for room on a full disk") struct RoomWatchTests {
    @Test func `a disk that does not say how much is free does not end the wait`() async throws {
        let answers = Monitor<[Int64?]>([nil, 100, 1 << 20])
        let watch = RoomWatch(
            freeBytes: {
                guard let free = answers.withLock({ $0.isEmpty ? .max : $0.removeFirst() }) else {
                    throw FolderError.system(action: "ask for the free space of", path: "/m", code: 5)
                }
                return free
            }, pause: .milliseconds(1))
        try await watch.wait(forMoreThan: 100)
        #expect(answers.withLock(\.isEmpty))
    }
}
