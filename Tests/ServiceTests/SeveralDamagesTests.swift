import Days
import Foundation
import SampleNASA
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import RefreshTestSupport
@testable import Service
@testable import Store

@Suite("A day has several files, and more than one may be damaged")
struct SeveralDamagesTests {
    private static let date = "2026-11-21"
    private let day = Day.of(date)

    /// What befell the day's picture, its JSON and its record.
    struct Damages: CustomTestStringConvertible, Sendable {
        var picture, json, record: String

        var testDescription: String { "picture \(picture), JSON \(json), record \(record)" }

        static let all = ["whole", "longer", "gone"].flatMap { picture in
            ["whole", "torn", "edited", "gone"].flatMap { json in
                ["whole", "longer", "gone"].map { Self(picture: picture, json: json, record: $0) }
            }
        }
    }

    @Test(arguments: Damages.all)
    func `all of a day is mended in one go`(damages: Damages) async throws {
        let mirror = try MirrorUnderTest("2026-11-18"..."2026-11-22")
        try await mirror.sync()
        let names = mirror.tree.keys.sorted()
        let words = try #require(mirror.metadata(Self.date)?.explanation)
        let file = try #require(mirror.metadata(Self.date)?.mirror.picture?.file)
        try spoil(mirror, file, damages.picture)
        try spoil(mirror, "metadata/\(Self.date).json", damages.json)
        try spoil(mirror, "metadata/published/\(Self.date).json", damages.record)

        let passes = try await mirror.passes()
        _ = try await passes.mend([day])
        #expect(passes.archive.tree.damages(of: day) == [])
        #expect(mirror.metadata(Self.date)?.explanation == words)
        #expect(mirror.tree.keys.filter { !$0.contains("superseded") }.sorted() == names)
        try mirror.expectSoundTree()
    }

    private func spoil(_ mirror: MirrorUnderTest, _ name: String, _ how: String) throws {
        let path = "\(mirror.month(Self.date))/\(name)"
        let bytes = try #require(mirror.bytes(path))
        switch how {
        case "longer": try (bytes + Array("\n\n".utf8)).write(to: path)
        case "torn": try Array("{".utf8).write(to: path)
        case "edited":
            try Array(String(decoding: bytes, as: UTF8.self).replacing("the", with: "any").utf8).write(to: path)
        case "gone": try FileManager.default.removeItem(atPath: path)
        default: break
        }
    }
}
