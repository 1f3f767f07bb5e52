import Days
import Foundation
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree

/// A mirror with an open archive, and what a test wants to know of its vault.
final class VaultUnderTest {
    let mirror: TestMirror
    private(set) var archive: Archive!
    /// The time of the passes after ``restartClock(rest:)``: only a test moves it on.
    let clock = Monitor(Duration.seconds(100))
    static let path = ".apod-mirror/vault"

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
    }

    /// As after a crash: another archive that remembers nothing.
    func restart(_ rules: FavoritesRules = FavoritesRules()) async throws {
        archive = nil
        archive = try await Archive.open(mirror.root, favorites: rules)
    }

    /// Another archive that remembers nothing, in the time of ``clock``.
    func restartClock(rest: Duration = .zero) async throws {
        try await restart(FavoritesRules(rest: rest, elapsed: { [clock] in clock.withLock { $0 } }))
    }

    /// Moves ``clock`` on, and makes a pass.
    func pass(isThorough: Bool = false, after wait: Duration = .zero) async throws -> FavoritesReport {
        clock.withLock { $0 += wait }
        return try await archive.perform { try $0.favorites.run(isThorough: isThorough) }
    }

    func close() { archive = nil }

    /// Makes a favorite of a day.
    func link(_ day: Day) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/favorites/\(day)",
            withDestinationPath: "../\(Tree.monthPath(day))/\(day) Title.jpg")
    }

    /// Stores days whose pictures say their names: `day`, the one before it, and so on.
    func store(_ count: Int) async throws -> [Day] {
        let days = (0..<count).map { day.advanced(by: -$0) }
        let archive = try #require(archive)
        let changes = try days.map { try mirror.fetched($0, "Title", photo("\($0)")) }
        let tasks = changes.map { change in Task { try await archive.store(change) } }
        for task in tasks { _ = try await task.value }
        return days
    }

    /// Days that lie there as a sync would have left them, without a flush for each.
    func plant(_ count: Int) throws -> [Day] {
        let days = (0..<count).map { day.advanced(by: -$0) }
        for day in days {
            var metadata = mirror.metadata(day, "Title", picture: mirror.picture(day, photo("\(day)")))
            metadata.mirror.picture?.file = "\(day) Title.jpg"
            try mirror.write(photo("\(day)"), to: "\(Tree.monthPath(day))/\(day) Title.jpg")
            try mirror.write(metadata.encoded(), to: "\(Tree.metadataPath(day))")
        }
        return days
    }

    /// In a file of its own: what is written into a hard link would be in both places.
    func replace(_ path: String, with bytes: [UInt8]) throws {
        try mirror.remove(path)
        try mirror.write(bytes, to: path)
    }

    var names: Set<String> { mirror.names(Self.path) }

    func bytes(_ name: String) -> [UInt8]? {
        mirror.bytes("\(Self.path)/\(name)")
    }

    func status(_ path: String) throws -> FileStatus? {
        try archive.tree.root.status(FilePath(path))
    }

    /// The vault holds exactly these days, each as its month has it.
    func expectInLine(_ days: [Day], location: SourceLocation = #_sourceLocation) throws {
        var expected: Set<String> = []
        for day in days {
            let stored = try mirror.stored(day)
            let file = try #require(stored.mirror.picture?.file)
            expected.formUnion([file, "\(day).json"])
            #expect(bytes(file).map { sum($0) } == stored.mirror.picture?.sha256, sourceLocation: location)
            #expect(bytes("\(day).json") == mirror.bytes("\(Tree.metadataPath(day))"), sourceLocation: location)
            #expect(try archive.tree.vaultState(of: day) == .whole, sourceLocation: location)
        }
        #expect(names == expected, sourceLocation: location)
        #expect(mirror.names(".apod-mirror/incoming").isEmpty, sourceLocation: location)
    }
}
