import Days
import Folder
import JSON
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Serving

/// serve's way to the daemon that keeps its mirror.
@Suite struct StarClientTests {
    private let mirror: TestMirror
    private let place: Folder
    private let wish: StarWish

    init() throws {
        mirror = try TestMirror()
        place = try #require(try Folder.open(mirror.temporary.path))
        wish = try #require(StarWish("+2026-07-04"))
    }

    private var client: StarClient { StarClient(root: mirror.root) }

    /// Writes into the lock where a daemon listens.
    private func note(_ text: String) throws { try mirror.write(Array(text.utf8), to: ".apod-mirror/lock") }

    private func noteDaemon() throws { try note(DaemonFolders(control: "/nowhere", stars: place.path).text) }

    @Test func `the wish goes to the daemon that the mirror names, with the mirror's id`() async throws {
        try noteDaemon()
        let daemon = try LocalSocket.listen(StarWish.socket, in: place)
        let heard = Monitor<[String]>([])
        DedicatedThread.start("answers") {
            while let connection = daemon.accept() {
                guard let message = connection.receive() else { continue }
                heard.withLock { $0.append(String(decoding: message, as: UTF8.self)) }
                if let answer = try? JSONFile.encode(StarOutcome.tooMany(seconds: 7)) { connection.send(answer) }
            }
        }
        #expect(await client.isHeard())
        #expect(await client.ask(wish) == .tooMany(seconds: 7))
        let id = try Tree.open(mirror.root).identity.id
        #expect(heard.withLock { $0 } == ["+2026-07-04 \(id)"])
        daemon.stop()
    }

    @Test func `a daemon that is gone is told by its sentence`() async throws {
        // None ever ran; one of a version that took no stars; one whose folder went; and one that was killed.
        #expect(await client.ask(wish) == .noDaemon)
        try note("/nowhere\n")
        #expect(await client.ask(wish) == .noDaemon)
        try note(DaemonFolders(control: "/nowhere", stars: "/nowhere/stars").text)
        #expect(await client.ask(wish) == .noDaemon)
        try noteDaemon()
        try LocalSocket.listen(StarWish.socket, in: place).stop()
        #expect(await client.ask(wish) == .noDaemon)
        #expect(await !client.isHeard())
        #expect(StarOutcome.noDaemon.told.sentence == "The mirror’s daemon does not run: nothing was changed.")
    }

    @Test func `a daemon that ends before it has answered may still have done it`() async throws {
        try noteDaemon()
        let daemon = try LocalSocket.listen(StarWish.socket, in: place)
        DedicatedThread.start("ends") {
            _ = daemon.accept()?.receive()
            daemon.stop()
        }
        #expect(await client.ask(wish) == .late)
    }

    @Test func `a mirror that is gone is told by its sentence`() async throws {
        guard case .refused(let reason) = await StarClient(root: mirror.root + "/gone").ask(wish) else {
            return #expect(Bool(false))
        }
        #expect(reason == "The mirror is not there. Is its disk mounted?")
    }
}
