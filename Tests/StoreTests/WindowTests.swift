import Days
import Foundation
import Pictures
import TestSupport
import Testing

@testable import Archive
@testable import Folder
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import Store

@Suite("Days that are stored together share their commits and nothing else", .timeLimit(.minutes(15)))
struct WindowTests {
    let mirror: TestMirror
    let archive: Archive

    init() async throws {
        mirror = try TestMirror()
        archive = try await mirror.open()
    }

    /// One outcome per change, in their order.
    private func store(_ changes: [DayChange]) async -> [Result<Metadata, any Error>] {
        let archive = archive
        let tasks = changes.map { change in Task { try await archive.store(change) } }
        var outcomes: [Result<Metadata, any Error>] = []
        for task in tasks { outcomes.append(await task.result) }
        return outcomes
    }

    private func isFine(_ outcome: Result<Metadata, any Error>) -> Bool {
        (try? outcome.get()) != nil
    }

    @Test func `two hundred days of many months all land`() async throws {
        let days = (0..<200).map { day.advanced(by: -$0) }
        let outcomes = await store(try days.map { try mirror.fetched($0, "Day \($0)", photo("\($0)")) })
        #expect(outcomes.allSatisfy(isFine))
        for month in Set(days.map(\.month)) { try mirror.expectSound(month) }
        #expect(await archive.listing.presentDays == days.sorted())
        #expect(try await archive.list().presentDays == days.sorted())
    }

    @Test func `a folder in the place of a month's sums keeps no day from being stored`() async throws {
        _ = try await archive.store(mirror.fetched(day, "Day", photo("former")))
        try mirror.remove("2026/2026-11/metadata/SHA256SUMS")
        try mirror.write([1], to: "2026/2026-11/metadata/SHA256SUMS/mine")
        let outcomes = await store([
            try mirror.fetched(day, "Day", photo("new")),
            try mirror.fetched(day.advanced(by: -1), "Other", photo("other")),
        ])
        #expect(outcomes.allSatisfy(isFine), "\(outcomes)")
        #expect(mirror.names("2026/2026-11") == ["2026-11-19 Other.jpg", "2026-11-20 Day.jpg", "metadata"])
        #expect(mirror.bytes("2026/2026-11/2026-11-20 Day.jpg") == photo("new"))
        #expect(mirror.names("2026/2026-11/metadata/SHA256SUMS") == ["mine"])
    }

    @Test func `one bad change fails alone and its neighbours land`() async throws {
        let days = (0..<9).map { day.advanced(by: -$0) }
        var changes = try days.map { try mirror.fetched($0, "Title", photo("\($0)")) }
        try mirror.remove(".apod-mirror/incoming/\(days[2]).part")
        changes[5] = try mirror.fetched(days[5], "Title", ascii("no picture at all"))
        let outcomes = await store(changes)
        for (index, outcome) in outcomes.enumerated() {
            #expect(isFine(outcome) == ![2, 5].contains(index), "\(index)")
        }
        #expect(throws: NotStored.self) { try outcomes[2].get() }
        #expect(throws: PictureDefect.unknownFormat) { try outcomes[5].get() }
        #expect(try mirror.sums("2026-11").count == 7)
        #expect(
            await archive.listing.presentDays == days.indices.filter { ![2, 5].contains($0) }.map { days[$0] }.sorted())
    }

    @Test func `of changes that were judged by one stored day only the first is stored`() async throws {
        let page = Metadata.Picture.page(of: day, "https://x/film", now: TestMirror.now)
        let changes = try (0..<20).map { number in
            DayChange(
                metadata: mirror.metadata(day, "Title \(number)", picture: page), content: .page(nil),
                basis: try mirror.basis(day))
        }
        let neighbour = try mirror.fetched(day.advanced(by: -1), "Neighbour", photo("stars"))
        let outcomes = await store(changes + [neighbour])
        #expect(outcomes.map(isFine) == [true] + Array(repeating: false, count: 19) + [true])
        for outcome in outcomes[1..<20] { #expect(throws: DayChanged(day: day)) { try outcome.get() } }
        #expect(mirror.names("2026/2026-11").count == 3)
        try mirror.expectSound()
    }

    @Test func `a year that became a link is closed by name, and other years land`() async throws {
        let past = Day("2025-11-20") ?? Day.first
        _ = try await archive.store(mirror.fetched(past, "Past", photo("past")))
        try FileManager.default.moveItem(atPath: "\(mirror.root)/2025", toPath: "\(mirror.temporary.path)/elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/2025", withDestinationPath: "\(mirror.temporary.path)/elsewhere")
        let elsewhere = try mirror.temporary.snapshot.filter { $0.key.hasPrefix("elsewhere") }
        let neighbour = past.advanced(by: 1)
        let behind = mirror.metadata(neighbour, "Behind the link", picture: mirror.picture(neighbour, photo("behind")))
        try mirror.write(photo("behind"), to: ".apod-mirror/incoming/\(neighbour).part")
        let basis = DayChange.Basis.judged(try StoredDay(neighbour, month: nil, metadata: nil))
        let outcomes = await store([
            DayChange(metadata: behind, content: .fetched(Part.name(neighbour)), basis: basis),
            try mirror.fetched(day, "Title", photo("stars")),
        ])
        #expect(throws: FolderError.symlink(path: "\(mirror.root)/2025")) { try outcomes[0].get() }
        #expect(isFine(outcomes[1]))
        #expect(try mirror.temporary.snapshot.filter { $0.key.hasPrefix("elsewhere") } == elsewhere)
        #expect(try archive.tree.listing().closed.keys.sorted() == ["2025"])
    }

    @Test func `a folder in a picture's place fails that day alone, in every try`() async throws {
        try mirror.write(ascii("x"), to: "2026/2026-11/2026-11-20 Title.jpg/file")
        for _ in 0..<2 {
            let outcomes = await store([
                try mirror.fetched(day, "Title", photo("stars")),
                try mirror.fetched(day.advanced(by: -1), "Title", photo("neighbour")),
            ])
            #expect(throws: FolderError.notFile(path: "\(mirror.root)/2026/2026-11/2026-11-20 Title.jpg")) {
                try outcomes[0].get()
            }
            #expect(isFine(outcomes[1]))
        }
        #expect(mirror.bytes("2026/2026-11/2026-11-20 Title.jpg/file") == ascii("x"))
        #expect(mirror.names("2026/2026-11/metadata") == ["2026-11-19.json", "SHA256SUMS"])
    }

    @Test func `a link in a picture's place gives way, and what it led to is not touched`() async throws {
        try mirror.temporary.write("theirs", to: "target")
        try mirror.write([], to: "2026/2026-11/x")
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/2026/2026-11/2026-11-20 Title.jpg", withDestinationPath: "../../../target")
        let outcomes = await store([
            try mirror.fetched(day, "Title", photo("stars")),
            try mirror.fetched(day.advanced(by: -1), "Title", photo("neighbour")),
        ])
        #expect(outcomes.allSatisfy(isFine))
        #expect(mirror.bytes("2026/2026-11/2026-11-20 Title.jpg") == photo("stars"))
        #expect(try mirror.temporary.text("target") == "theirs")
        try mirror.expectSound()
    }
}
