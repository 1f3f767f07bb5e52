import Foundation
import Hashing
import TestSupport
import Testing

@testable import Archive
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A day's JSON has a sum of its own")
struct MetadataSumTests {
    let mirror: TestMirror

    init() throws {
        mirror = try TestMirror()
    }

    private func json() throws -> [UInt8] {
        var metadata = mirror.metadata(day, "Title", picture: mirror.picture(day, photo("stars")))
        metadata.mirror.record = .init(sha256: sum([1]), source: "apod-basic", base: "https://x")
        return try metadata.encoded()
    }

    @Test func `sed and sha256sum print it, as the documentation says`() throws {
        let json = try json()
        let lines = String(decoding: json, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.first { $0.hasPrefix("    \"sum\" : ") })
        let rest = lines.filter { !$0.hasPrefix("    \"sum\" : ") }.joined(separator: "\n")
        #expect(line == "    \"sum\" : \"\(SHA256.hash(ascii(rest)))\"")
        #expect(MetadataSum(of: json) == .right)
    }

    @Test func `every bit that flips is found`() throws {
        let json = try json()
        for offset in json.indices {
            for bit in 0..<8 {
                var damaged = json
                damaged[offset] ^= 1 << bit
                let isRead = (try? Metadata(damaged, of: day)) != nil
                #expect(!isRead || MetadataSum(of: damaged) == .wrong, "bit \(bit) of byte \(offset)")
            }
        }
    }

    @Test func `a hidden day's JSON without a record has it, too`() throws {
        var metadata = mirror.metadata(day, "Title")
        metadata.mirror.state = .hidden
        let json = try metadata.encoded()
        for offset in json.indices {
            var damaged = json
            damaged[offset] ^= 1
            #expect((try? Metadata(damaged, of: day)) == nil || MetadataSum(of: damaged) == .wrong, "\(offset)")
        }
    }

    @Test func `a JSON of an older version has none, and is read as before`() throws {
        let lines = String(decoding: try mirror.metadata(day, "Title").encoded(), as: UTF8.self).split(separator: "\n")
        let old = ascii(lines.filter { !$0.hasPrefix("    \"sum\"") }.joined(separator: "\n"))
        #expect(MetadataSum(of: old) == .none)
        #expect(try Metadata(old.filter { $0 != 0 }, of: day).title == "Title")
    }

    @Test(arguments: ["\r\n", "\n"])
    func `a JSON that was edited by hand is told as such`(lineEnd: String) async throws {
        let archive = try await mirror.open()
        _ = try await archive.store(mirror.fetched(day, "Title", photo("stars")))
        let path = Tree.metadataPath(day)
        let text = String(decoding: try #require(mirror.bytes("\(path)")), as: UTF8.self)
        let edited = text.replacing("Why is it dark?", with: "Mine.").replacing("\n", with: lineEnd)
        try mirror.write(ascii(edited), to: "\(path)")
        let damage = try #require(archive.tree.check(day))
        #expect(damage == .edited(path: "\(mirror.root)/\(path)"))
        #expect("\(damage)".hasSuffix("It was damaged, or edited by hand."))
    }

    @Test func `it is written anew with every change, and what an unknown version wrote is kept`() throws {
        let former = try mirror.metadata(day, "Former").encoded()
        let text = String(decoding: former, as: UTF8.self)
        let other = text.replacing("\"credit\"", with: "\"zodiac\" : 1,\n    \"credit\"")
        let written = try mirror.metadata(day, "Title").encoded(replacing: ascii(other))
        #expect(MetadataSum(of: written) == .right)
        #expect(String(decoding: written, as: UTF8.self).contains("zodiac"))
        #expect(try mirror.metadata(day, "Title").encoded(replacing: written) == written)
    }
}
