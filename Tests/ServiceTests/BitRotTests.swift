import Days
import Foundation
import SampleNASA
import TestSupport
import Testing

@testable import Archive
@testable import Favorites
@testable import Folder
@testable import Gallery
@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import RefreshTestSupport
@testable import Service
@testable import Settings

/// Disks lose single bits, and mirrors live for decades. A bit that flips anywhere in the files of a day is found by
/// `verify`, and put right by `verify --repair` where the mirror or NASA still has the very bytes, or the words to make
/// a JSON of. A damaged picture or record goes to `superseded/`, nothing else changes, and nothing is told as NASA's
/// doing.
@Suite(
    "One bit flips",
    .disabled(if: Abilities.isForSanitizer, "one repair after the other, which tells a sanitizer nothing"))
struct BitRotTests {
    private static let days = "2026-11-18"..."2026-11-22"
    private static let plain = "2026-11-19"
    private static let favorite = "2026-11-20"

    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case picture, metadata, record, sums, recordSums
        case favoritePicture, favoriteMetadata, favoriteRecord
        case vaultPicture, vaultMetadata, vaultRecord

        var testDescription: String { rawValue }

        /// Whether the bytes are in the mirror once more, or can be made again from what is there.
        var isKeptTwice: Bool { self != .picture && self != .record }

        /// Whether the file is a day's JSON. It is made again from the record and says the same in other bytes: what stood
        /// under strange names stays, and when the picture was fetched may be lost.
        var isMadeAnew: Bool { self == .metadata || self == .favoriteMetadata }

        func path(_ mirror: MirrorUnderTest) throws -> String {
            let (plain, favorite) = (BitRotTests.plain, BitRotTests.favorite)
            let month = mirror.month(plain)
            let vault = "\(mirror.root)/.apod-mirror/vault"
            return switch self {
            case .picture: "\(month)/\(try #require(mirror.files(plain).first))"
            case .metadata: "\(month)/metadata/\(plain).json"
            case .record: "\(month)/metadata/published/\(plain).json"
            case .sums: "\(month)/metadata/SHA256SUMS"
            case .recordSums: "\(month)/metadata/published/SHA256SUMS"
            case .favoritePicture: "\(month)/\(try #require(mirror.files(favorite).first))"
            case .favoriteMetadata: "\(month)/metadata/\(favorite).json"
            case .favoriteRecord: "\(month)/metadata/published/\(favorite).json"
            case .vaultPicture: "\(vault)/\(try #require(mirror.files(favorite).first))"
            case .vaultMetadata: "\(vault)/\(favorite).json"
            case .vaultRecord: "\(vault)/\(favorite).record.json"
            }
        }
    }

    // MARK: A mirror with a favorite

    /// A clock on which every pass over favorites comes long after the last.
    private static func rules() -> FavoritesRules {
        let elapsed = Guarded(Duration.zero)
        return FavoritesRules(
            elapsed: {
                elapsed.withLock {
                    $0 += .seconds(10)
                    return $0
                }
            })
    }

    private func filled() async throws -> MirrorUnderTest {
        let mirror = try MirrorUnderTest(Self.days)
        mirror.favorites = Self.rules()
        try await mirror.sync()
        let picture = try #require(mirror.files(Self.favorite).first)
        try await scanFavorites(mirror)
        try FileManager.default.createSymbolicLink(
            atPath: "\(mirror.root)/favorites/\(picture)",
            withDestinationPath: "../\(Self.favorite.prefix(4))/\(Self.favorite.prefix(7))/\(picture)")
        try await scanFavorites(mirror)
        #expect(mirror.bytes("\(mirror.root)/.apod-mirror/vault/\(Self.favorite).record.json") != nil)
        return mirror
    }

    /// Passes over favorites until none is due any more; returns the troubles that they tell.
    @discardableResult
    private func scanFavorites(_ mirror: MirrorUnderTest) async throws -> [String] {
        let archive = try await mirror.archive()
        var troubles: [String] = []
        for _ in 0..<12 {
            let report = try await archive.perform { try $0.favorites.run(isThorough: true) }
            troubles += report.troubles
            if report.later == nil { return troubles }
        }
        Issue.record("the passes over favorites came to no end")
        return troubles
    }

    /// Every file whose bytes are the owner's or NASA's, with its bytes; the program's notes about its own work aside.
    private func files(_ mirror: MirrorUnderTest) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in FileManager.default.subpaths(atPath: mirror.root) ?? [] {
            let isNote = path.hasPrefix(".apod-mirror/") && !path.hasPrefix(".apod-mirror/vault/")
            if isNote || path == "favorites/.apod-mirror" { continue }
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(mirror.root)/\(path)")
            if attributes?[.type] as? FileAttributeType == .typeDirectory { continue }
            files[path] = mirror.bytes("\(mirror.root)/\(path)") ?? []
        }
        return files
    }

    private func verify(_ mirror: MirrorUnderTest) async throws -> Verification.Report {
        try await Verification(try Tree.open(mirror.root), mirror.withoutGallery).run { _, _, _ in }
    }

    // MARK: Flips

    private static let flips = 40

    @Test(arguments: Kind.allCases)
    func `a bit that flips in a file of a day is found and put right`(kind: Kind) async throws {
        let mirror = try await filled()
        let path = try kind.path(mirror)
        let right = try #require(mirror.bytes(path))
        let before = files(mirror)
        let own = path.dropFirst(mirror.root.count + 1)
        var dice = Dice.thrown(for: kind.rawValue)
        var (found, mended, kept) = (0, 0, 0)
        for flip in 0..<Self.flips {
            // Spread over the file, and anywhere within each piece.
            let piece = max(1, right.count / Self.flips)
            let offset = min(right.count - 1, flip * right.count / Self.flips + dice.below(piece))
            var wrong = right
            wrong[offset] ^= 1 << dice.below(8)
            try wrong.write(to: path)
            let isDown = flip % 2 == 1
            mirror.nasa.setFault(isDown ? .status(503) : nil, for: .everything)
            // Another process may have opened the mirror since, and looked at its favorites.
            if flip % 4 > 1 { mirror.restart() }
            if flip % 8 > 3 { try await scanFavorites(mirror) }
            let around = String(decoding: wrong[max(0, offset - 20)..<min(wrong.count, offset + 20)], as: UTF8.self)
            let what: Comment = "byte \(offset) of \(own), was \(right[offset]), is \(wrong[offset]): \(around)"

            let report = try await verify(mirror)
            let isPutRight = mirror.bytes(path) == right
            #expect(!report.findings.isEmpty || isPutRight, what)
            found += report.findings.isEmpty ? 0 : 1
            let (code, told) = try await mirror.carryOut(.mend(report.damage.keys.sorted(), from: OtherMirrors()))
            #expect(!told.contains { $0.contains("NASA") && !$0.contains("503") }, "\(what): \(told)")
            var after = files(mirror)
            if !kind.isKeptTwice, isDown {
                #expect(after[String(own)] == wrong, what)
                kept += 1
                after[String(own)] = right
            } else {
                #expect(code == .fine, "\(what): \(told)")
                mended += after[String(own)] == right ? 1 : 0
            }
            let others = Set(after.keys).union(before.keys).filter { after[$0] != before[$0] }
            let unexpected = try others.filter { name in
                if name.contains("/superseded/") { return after[name] != wrong }
                return try !kind.isMadeAnew || name.contains("/published/") || !name.hasSuffix(".json")
                    || !saysTheSame(after[name] ?? [], as: right)
            }
            #expect(unexpected.isEmpty, "\(what): \(unexpected.sorted())")
            for name in others {
                let file = URL(filePath: "\(mirror.root)/\(name)")
                if let bytes = before[name] {
                    try Data(bytes).write(to: file)
                } else {
                    try FileManager.default.removeItem(at: file)
                }
            }
            try right.write(to: path)
            mirror.restart()
        }
        print("\(kind): \(Self.flips) flips in \(right.count) bytes, \(found) found, \(mended) mended, \(kept) kept")
    }

    /// Whether both have the same words, picture and record.
    private func saysTheSame(_ json: [UInt8], as other: [UInt8]) throws -> Bool {
        let (one, other) = (try Metadata(json), try Metadata(other))
        let (picture, otherPicture) = (one.mirror.picture, other.mirror.picture)
        return one.hasWords(of: other) && one.mirror.record == other.mirror.record
            && one.mirror.state == other.mirror.state && picture?.file == otherPicture?.file
            && picture?.sha256 == otherPicture?.sha256 && picture?.width == otherPicture?.width
    }

    @Test func `a bit that flips in the name of the mirror's own member is put right`() async throws {
        let mirror = try await filled()
        mirror.nasa.setFault(.status(503), for: .everything)
        let path = try Kind.favoriteMetadata.path(mirror)
        let right = try #require(mirror.bytes(path))
        let name = try #require(right.firstRange(of: Array(#""mirror""#.utf8)))
        for offset in name.dropFirst().dropLast() {
            var wrong = right
            wrong[offset] ^= 1
            try wrong.write(to: path)
            _ = try await mirror.carryOut(.mend([.of(Self.favorite)], from: OtherMirrors()))
            #expect(mirror.bytes(path) == right, "byte \(offset)")
            try right.write(to: path)
        }
    }

    @Test func `a bit that flips in favorites.json is found and put right`() async throws {
        let mirror = try await filled()
        let path = "\(mirror.root)/favorites.json"
        let right = try #require(mirror.bytes(path))
        let before = files(mirror)
        var dice = Dice.thrown(for: "favorites.json")
        var (found, mended) = (0, 0)
        for flip in 0..<Self.flips {
            let offset = flip * right.count / Self.flips + dice.below(right.count / Self.flips)
            var wrong = right
            wrong[offset] ^= 1 << dice.below(8)
            // A disk that loses a bit leaves the time of writing.
            let root = try Tree.open(mirror.root).root
            let written = try #require(try root.status(FavoritesRecord.file)).written
            try wrong.write(to: path)
            try #require(try root.open(FavoritesRecord.file)).setWritten(written)
            let what: Comment = "byte \(offset), was \(right[offset]), is \(wrong[offset])"
            // Verify waits a second for the marker of a daemon that writes the file just now.
            if flip % 10 == 0 {
                #expect(try await !verify(mirror).findings.isEmpty, what)
                found += 1
            }
            if flip % 2 == 0 { mirror.restart() }
            let troubles = try await scanFavorites(mirror)
            #expect(
                troubles == ["One bit of \(path) had flipped on the disk, and was put right by the mirror's own copy."])
            let after = files(mirror)
            let others = Set(after.keys).union(before.keys).filter { after[$0] != before[$0] }
            #expect(others.isEmpty, "\(what): \(others.sorted())")
            mended += others.isEmpty ? 1 : 0
        }
        print("favorites.json: \(Self.flips) flips in \(right.count) bytes, \(found) looked for, \(mended) mended")
        #expect(try await verify(mirror).findings.isEmpty)
    }

    @Test func `a bit that flips in the mirror's own copy of favorites.json is found and put right`() async throws {
        let mirror = try await filled()
        let path = "\(mirror.root)/.apod-mirror/favorites.json"
        let favorites = try #require(try Tree.open(mirror.root).favoritesRecord())
        let before = files(mirror)
        let length = try #require(mirror.bytes(path)).count
        var dice = Dice.thrown(for: "the copy of favorites.json")
        var mended = 0
        for flip in 0..<Self.flips {
            // The copy is not always the same: a flipped bit in what it says of the marker makes the folder another.
            let right = try #require(mirror.bytes(path))
            let offset = min(right.count - 1, flip * length / Self.flips + dice.below(length / Self.flips))
            var wrong = right
            wrong[offset] ^= 1 << dice.below(8)
            try wrong.write(to: path)
            let what: Comment = "byte \(offset), was \(right[offset]), is \(wrong[offset])"
            #expect(try await verify(mirror).findings.map(\.kind) == [.copy], what)
            if flip % 2 == 0 { mirror.restart() }
            let troubles = flip % 4 > 1 ? try await scanFavorites(mirror) : []
            #expect(troubles.allSatisfy { $0.hasPrefix("One bit of \(path) had flipped") }, what)
            let (code, told) = try await mirror.carryOut(.mend([], from: OtherMirrors()))
            #expect(code == .fine && told == ["All is well again."], "\(what): \(told)")
            #expect(try await verify(mirror).findings.isEmpty, what)
            #expect(try #require(try Tree.open(mirror.root).favoritesRecord()).says(favorites), what)
            let after = files(mirror)
            let others = Set(after.keys).union(before.keys).filter { after[$0] != before[$0] }
            #expect(others.subtracting(["favorites.json"]).isEmpty, "\(what): \(others.sorted())")
            mended += mirror.bytes(path) == right ? 1 : 0
        }
        print("the copy of favorites.json: \(Self.flips) flips in \(length) bytes, \(mended) put right to the byte")
        #expect(mended > Self.flips / 2)
    }

    @Test func `an owner who changes a single bit of favorites.json means it`() async throws {
        let mirror = try await filled()
        let path = "\(mirror.root)/favorites.json"
        let text = String(decoding: try #require(mirror.bytes(path)), as: UTF8.self)
        let edited = text.replacing(#""added" : "202"#, with: #""added" : "200"#)
        #expect(edited != text)
        try Array(edited.utf8).write(to: path)
        #expect(try await scanFavorites(mirror).isEmpty)
        let record = try #require(try Tree.open(mirror.root).favoritesRecord())
        #expect(record.favorites[Day.of(Self.favorite)]?.added.day.description.hasPrefix("200") == true)
    }

    // MARK: One damaged day beside others

    @Test func `a day that cannot be read keeps no other from being hidden`() async throws {
        let mirror = try await filled()
        let others = ["2026-11-18", "2026-11-21"]
        try Array("{".utf8).write(to: "\(mirror.month(Self.plain))/metadata/\(Self.plain).json")
        let (code, told) = try await mirror.carryOut(.hide([others[0], Self.plain, others[1]].map { Day.of($0) }))
        #expect(code == .notAllWell)
        #expect(told.count == 3)
        #expect(told[1].contains("\(Self.plain).json cannot be read"), "\(told)")
        for day in others { #expect(mirror.metadata(day)?.mirror.state == .hidden) }
        #expect(mirror.files(Self.plain).count == 1)
    }
}
