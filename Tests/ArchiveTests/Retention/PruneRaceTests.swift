import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Settings

/// Favorites are dropped while their days are on their way out, by a thread that knows nothing of it.
@Suite("A favorite that is dropped during a prune keeps its picture", .serialized)
struct PruneRaceTests {
    let mirror: TestMirror

    init() throws {
        mirror = try TestMirror()
    }

    private static let days = 40
    private static let rounds = Abilities.isLong ? 60 : 8

    private func name(_ ago: Int) -> String { "\(day.advanced(by: -ago)) Day \(ago).jpg" }

    /// As a sync would have left it, without a flush for each; a start makes the sums.
    private func plant(_ ago: Int) throws {
        let day = day.advanced(by: -ago)
        var metadata = mirror.metadata(day, "Day \(ago)", picture: mirror.picture(day, photo("day \(ago)")))
        metadata.mirror.picture?.file = name(ago)
        try mirror.write(photo("day \(ago)"), to: "\(Tree.monthPath(day))/\(name(ago))")
        try mirror.write(metadata.encoded(), to: Tree.metadataPath(day).description)
    }

    private func path(_ ago: Int) -> String {
        "\(mirror.root)/\(Tree.monthPath(day.advanced(by: -ago)))/\(name(ago))"
    }

    enum Gesture: String, CaseIterable, Sendable {
        case link, copy, hardLink, move
    }

    /// What a person does who sees the picture, under a name that tells nothing. Whether the picture was there still
    /// when it was done.
    private static func drop(_ gesture: Gesture, _ picture: String, into favorites: String, _ number: Int) -> Bool {
        let place = "\(favorites)/found \(number).jpg"
        switch gesture {
        case .link:
            guard symlink(picture, place) == 0 else { return false }
            return access(picture, F_OK) == 0
        case .copy:
            return (try? FileManager.default.copyItem(atPath: picture, toPath: place)) != nil
                && access(picture, F_OK) == 0
        case .hardLink:
            return Glibc.link(picture, place) == 0 && access(picture, F_OK) == 0
        case .move:
            return rename(picture, place) == 0
        }
    }

    @Test(arguments: Gesture.allCases) func `whenever it is dropped`(gesture: Gesture) async throws {
        var (caught, gone) = (0, 0)
        for round in 0..<Self.rounds {
            for ago in 0..<Self.days { try plant(ago) }
            var archive: Archive? = try await mirror.open()
            let favorites = "\(mirror.root)/favorites"
            let paths = (10..<Self.days).map { (ago: $0, path: path($0)) }
            let dropped = Monitor<[Int]>([])
            let dropping = Fact<Void>()
            Thread.detachNewThread {
                usleep(UInt32.random(in: 0...30_000))
                for (ago, path) in paths.shuffled() {
                    if Self.drop(gesture, path, into: favorites, ago) { dropped.withLock { $0.append(ago) } }
                }
                dropping.settle(())
            }
            let pruning = try #require(try await archive?.prune(keep: .days(10), now: TestMirror.now))
            await dropping.value
            let days = dropped.withLock { Set($0) }
            caught += pruning.putBack.count
            gone += pruning.gone.count
            #expect(pruning.refusal == nil)
            let record = try #require(try await archive?.reconcileFavorites()).record
            for ago in days {
                let day = day.advanced(by: -ago)
                #expect(record.favorites[day] != nil, "\(gesture) of \(day), round \(round)")
                #expect(mirror.bytes("\(Tree.monthPath(day))/\(name(ago))") == photo("day \(ago)"))
                #expect(try mirror.stored(day).mirror.state == .present)
            }
            #expect(Set(pruning.gone.map(\.day)).isDisjoint(with: days.map { day.advanced(by: -$0) }))
            #expect(await archive?.listing == (try archive?.tree.listing()))
            for month in ["2026-10", "2026-11"] { try mirror.expectSound(month) }
            archive = nil
            // The next round begins with an empty mirror.
            for name in mirror.names("") where name.hasPrefix("20") { try mirror.remove(name) }
            for name in mirror.names("favorites") { try mirror.remove("favorites/\(name)") }
            for name in ["favorites.json", ".apod-mirror/favorites.json", ".apod-mirror/vault"] {
                try? mirror.remove(name)
            }
        }
        print("measured: \(gesture), \(Self.rounds) prunes: \(caught) days were put back, \(gone) went")
    }
}

/// Something that becomes known once, on any thread.
private final class Fact<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func settle(_ value: Value) {
        continuation.yield(value)
        continuation.finish()
    }

    var value: Value? {
        get async {
            var iterator = stream.makeAsyncIterator()
            return await iterator.next()
        }
    }
}
