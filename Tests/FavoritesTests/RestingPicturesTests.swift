import Days
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

/// A file manager that has moved a picture notes so a moment later.
@Suite("A picture that was moved into favorites rests there before it is back in its month")
struct RestingPicturesTests {
    let vault: VaultUnderTest
    private let path = "2026/2026-11/\(day) Title.jpg"
    private let moved = "favorites/\(day) Title.jpg"

    init() async throws {
        vault = try await VaultUnderTest()
        _ = try await vault.store(1)
        try await vault.restartClock(rest: .seconds(1))
        _ = try await vault.pass()
        try vault.mirror.move(path, to: moved)
    }

    @Test func `it is a favorite at once, and a link a second later`() async throws {
        let name: FilePath = "\(day) Title.jpg"
        let report = try await vault.pass()
        #expect(report.record.favorites[day]?.links == [name])
        #expect(report.wanted.isEmpty)
        #expect(report.later == .seconds(1))
        #expect(try vault.status(path) == nil)
        // Another hint meanwhile does not let it rest any longer. A folder that just changed is looked at sooner.
        try vault.mirror.rest("favorites")
        let again = try await vault.pass(after: .milliseconds(600))
        #expect(again.later == .milliseconds(400))
        #expect(try vault.status(path) == nil && vault.status(moved)?.kind == .file)
        _ = try await vault.pass(after: .milliseconds(400))
        #expect(try vault.status(path)?.kind == .file && vault.status(moved)?.kind == .symlink)
        try vault.expectInLine([day])
    }

    @Test func `it is not fetched anew while it rests, and is once it is gone`() async throws {
        _ = try await vault.pass()
        await vault.archive.perform { $0.store.list(["2026-11"]) }
        #expect(try await vault.pass(after: .milliseconds(100)).wanted.isEmpty)
        try vault.mirror.move(moved, to: "elsewhere.jpg")
        try vault.mirror.link("\(day) Title.jpg", to: "../\(path)")
        #expect(try await vault.pass(after: .seconds(1)).wanted == [day])
    }

    @Test(arguments: [false, true])
    func `a thorough pass meanwhile does not let it rest any longer`(isThorough: Bool) async throws {
        _ = try await vault.pass()
        _ = try await vault.pass(isThorough: isThorough, after: .seconds(1))
        #expect(try vault.status(path)?.kind == .file && vault.status(moved)?.kind == .symlink)
    }

    @Test func `what was moved before anybody looked does not rest`() async throws {
        try await vault.restartClock(rest: .seconds(1))
        #expect(try await vault.pass().wanted.isEmpty)
        #expect(try vault.status(path)?.kind == .file && vault.status(moved)?.kind == .symlink)
    }

    @Test func `one that is moved back meanwhile stays where it is`() async throws {
        _ = try await vault.pass()
        try vault.mirror.move(moved, to: path)
        _ = try await vault.pass(after: .seconds(1))
        #expect(try vault.status(path)?.kind == .file && vault.status(moved) == nil)
    }

    @Test func `a link to it is a favorite at once, and does not end its rest`() async throws {
        _ = try await vault.pass()
        try vault.mirror.link("Mine.jpg", to: "../\(path)")
        let report = try await vault.pass(after: .milliseconds(100))
        #expect(report.record.favorites[day]?.links.count == 2)
        #expect(report.later == .milliseconds(900))
        #expect(try vault.status(moved)?.kind == .file)
    }
}
