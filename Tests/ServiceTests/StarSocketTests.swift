import Days
import Folder
import JSON
import TestSupport
import Testing

@testable import MirrorTree
@testable import Service

/// The daemon's socket for stars: all that a serve that was taken over could say to it.
@Suite struct StarSocketTests {
    private let folder: TemporaryFolder
    private let place: Folder
    private let asked = Monitor<[String]>([])

    init() throws {
        folder = try TemporaryFolder()
        place = try #require(try Folder.open(folder.path))
    }

    /// What a daemon of the mirror "ab12" answers, asked one after the other.
    private func answers(to messages: [[UInt8]]) async throws -> [StarOutcome] {
        // However long it takes to ask.
        let now = ContinuousClock.now
        let socket = StarSocket(folder: place, mirror: "ab12", now: { now }) { [asked] wish in
            asked.withLock { $0.append(wish.text) }
            return .kept
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await socket.run() }
            var outcomes: [StarOutcome] = []
            for message in messages { outcomes.append(try await answer(to: message, over: client())) }
            group.cancelAll()
            return outcomes
        }
    }

    private func client() async -> LocalSocket {
        while true {
            // It may not listen yet.
            await Task.yield()
            if let socket = try? LocalSocket.connect(StarWish.socket, in: place, within: .seconds(60)) { return socket }
        }
    }

    /// Waits on a thread of its own: tests and daemon share two.
    private func answer(to message: [UInt8], over client: LocalSocket) async throws -> StarOutcome {
        let answer = await FileWork().run { client.send(message) ? client.receive() : nil }
        return try JSONFile.decode(StarOutcome.self, from: try #require(answer))
    }

    private func message(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `a wish for the daemon's mirror is carried out`() async throws {
        let outcomes = try await answers(to: [message("+2026-07-04 ab12"), message("-1995-06-16 ab12")])
        #expect(outcomes == [.kept, .kept])
        #expect(asked.withLock { $0 } == ["+2026-07-04", "-1995-06-16"])
        // It goes with the daemon.
        #expect(try place.status(StarWish.socket) == nil)
    }

    @Test func `a message that is too long or says anything else does nothing`() async throws {
        let longest = "+2026-07-04 " + String(repeating: "a", count: StarWish.longest - 12)
        let nonsense = [
            longest + "a", longest + String(repeating: " +2026-07-04 ab12", count: 4_000), "x", "+2026-07-04",
            "+2026-07-04 ", " ab12", "+2026-07-04 ab12 more", "+2026-02-30 ab12", "hide 2026-07-04 ab12",
            "{\"order\":{\"prune\":{}}}",
        ]
        let outcomes = try await answers(to: nonsense.map(message) + [[0x2B, 0xFF, 0x20, 0x61], message(longest)])
        #expect(outcomes.dropLast().allSatisfy { $0 == .nonsense }, "\(outcomes)")
        guard case .refused(let reason) = outcomes.last else { return #expect(Bool(false), "\(outcomes)") }
        #expect(reason.contains("another mirror"))
        #expect(asked.withLock { $0 }.isEmpty)
    }

    @Test func `the hundred and twenty-first in a minute is refused with its wait`() async throws {
        let wish = message("+2026-07-04 ab12")
        // What is no wish for this mirror uses none of them up.
        let outcomes = try await answers(
            to: (0..<5).map { _ in message("nonsense") } + (0..<121).map { _ in wish })
        #expect(outcomes.dropFirst(5).dropLast().allSatisfy { $0 == .kept })
        guard case .tooMany(let seconds) = outcomes.last else { return #expect(Bool(false), "\(outcomes.suffix(3))") }
        #expect(seconds == 61)
        #expect(asked.withLock { $0.count } == 120)
    }

    @Test func `a minute later there is room again`() {
        var limit = WishLimit<Void>()
        let start = ContinuousClock.now
        func wait(at time: Duration) -> Int? {
            limit.wait(for: (), at: start + time, within: [(StarSocket.mostInMinute, { _ in true })])
        }
        for number in 0..<StarSocket.mostInMinute { #expect(wait(at: .milliseconds(number * 100)) == nil) }
        #expect(wait(at: .seconds(12)) == 49)
        #expect(wait(at: .seconds(59)) == 2)
        #expect(wait(at: .seconds(60)) == nil)
        #expect(wait(at: .seconds(60)) == 1)
    }

    @Test func `a client that says nothing holds up no other, and one that left nothing at all`() async throws {
        let socket = StarSocket(folder: place, mirror: "ab12") { _ in .removed }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await socket.run() }
            let (silent, gone) = (await client(), await client())
            #expect(gone.send(message("-2026-07-04 ab12")))
            gone.stop()
            let answer = try await answer(to: message("-2026-07-04 ab12"), over: client())
            #expect(answer == .removed)
            // The daemon ended the connection of the first.
            #expect(await FileWork().run { silent.receive() } == nil)
            group.cancelAll()
        }
    }

    @Test func `the socket is its user's alone`() async throws {
        let socket = StarSocket(folder: place, mirror: "ab12") { _ in .kept }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await socket.run() }
            _ = await client()
            let status = try place.status(StarWish.socket)
            #expect(status.map { $0.mode & 0o777 } == 0o600)
            group.cancelAll()
        }
    }
}
