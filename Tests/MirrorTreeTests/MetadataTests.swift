import Days
import Foundation
import TestSupport
import Testing

@testable import Belief
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("A day's JSON has the legacy shape and one key of ours")
struct MetadataTests {
    private var full: Metadata {
        let now = TestMirror.now
        let picture = Metadata.Picture(
            file: "2026-11-20 A - B.jpg", kind: .original, url: "https://x/o.jpg?a=1&b=2", bytes: 10, width: 1,
            height: 2,
            sha256: String(repeating: "1a", count: 32), etag: "\"e\"", lastModified: "Fri", fetched: now, checked: now)
        let mirror = Metadata.Mirror(
            source: "apod-basic", fetched: now, page: "https://x/ap.html", postID: 7, credit: "Someone",
            license: "https://creativecommons.org/licenses/by/4.0/",
            explanationHTML: "<a href=\"https://x\">x</a>", alt: "A picture", mediaType: "image", state: .present,
            picture: picture, poster: "https://x/p.jpg", pending: .init(reason: "r", attempts: 2, retryAfter: now),
            notice: Notice(opening: "Closed today.", closing: "Back tomorrow."))
        return Metadata(
            date: day, title: "A: B", explanation: "Words\nand “more”", mediaType: .image, url: "https://x/u.jpg",
            hdurl: "https://x/o.jpg", thumbnailURL: "https://x/t.jpg", copyright: "Someone", mirror: mirror)
    }

    private var least: Metadata {
        let mirror = Metadata.Mirror(source: "s", fetched: TestMirror.now, mediaType: "image", state: .pending)
        return Metadata(date: day, title: "T", explanation: "E", mediaType: .other, mirror: mirror)
    }

    private func text(_ metadata: Metadata, replacing former: String? = nil) throws -> String {
        String(decoding: try metadata.encoded(replacing: former.map(ascii)), as: UTF8.self)
    }

    @Test func `keys without a value are left out, the others sorted, slashes plain, a newline at the end`() throws {
        #expect(
            try text(least) == """
                {
                  "date" : "2026-11-20",
                  "explanation" : "E",
                  "media_type" : "other",
                  "mirror" : {
                    "fetched" : "2026-11-20T14:03:07Z",
                    "media_type" : "image",
                    "source" : "s",
                    "state" : "pending",
                    "sum" : "cae1de6513d0a05f5820ed09c26329af515f8eecb60f8c80e4d747214492b570"
                  },
                  "service_version" : "v1",
                  "title" : "T"
                }

                """)
    }

    @Test func `every key has the legacy API's name, and ours stand below mirror`() throws {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(full.encoded())) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "date", "title", "explanation", "media_type", "url", "hdurl", "thumbnail_url", "copyright",
                "service_version", "mirror",
            ])
        let mirror = try #require(object["mirror"] as? [String: Any])
        #expect(
            Set(mirror.keys) == [
                "source", "fetched", "page", "post_id", "credit", "license", "explanation_html", "alt", "media_type",
                "state",
                "picture", "poster", "pending", "notice", "sum",
            ])
        let picture = try #require(mirror["picture"] as? [String: Any])
        #expect(
            Set(picture.keys) == [
                "file", "kind", "url", "bytes", "width", "height", "sha256", "etag", "last_modified", "fetched",
                "checked",
            ])
        #expect(Set((mirror["pending"] as? [String: Any] ?? [:]).keys) == ["reason", "attempts", "retry_after"])
        #expect(try text(full).contains("https://x/o.jpg?a=1&b=2"))
        #expect(try text(full).contains("“more”"))
    }

    @Test func `what is written is read back`() throws {
        #expect(try Metadata(full.encoded()) == full)
        #expect(try Metadata(least.encoded()) == least)
        #expect(try full.encoded() == Metadata(full.encoded()).encoded())
    }

    /// Its sum goes into comparisons and its numbers are calculated with, as those of a picture that is there.
    @Test func `a day that waits tells which picture it lost, until it has one`() throws {
        var waiting = full
        let picture = try #require(full.mirror.picture)
        waiting.mirror.picture = nil
        waiting.mirror.pending?.picture = picture
        let read = try Metadata(waiting.encoded())
        #expect(read == waiting && read.recordedPicture == picture && read.visibleName == nil)
        #expect(read.withLostPicture.mirror.picture == picture && read.withLostPicture.mirror.pending == nil)
        #expect(full.recordedPicture == picture && full.withLostPicture == full)
        #expect(least.recordedPicture == nil && least.withLostPicture == least)
        let text = try text(waiting)
        for (own, other) in [("1a1a", "1A1A"), (#""width" : 1"#, #""width" : 0"#)] {
            #expect(throws: (any Error).self) { try Metadata(ascii(text.replacing(own, with: other))) }
        }
        // A version that does not know the key keeps it as long as the day waits.
        let unknown = text.replacing("\"picture\"", with: "\"colour\"")
        let again = try Metadata(ascii(unknown)).encoded(replacing: ascii(unknown))
        #expect(String(decoding: again, as: UTF8.self).contains("\"colour\""))
    }

    @Test func `unknown keys are kept on every level, known ones are ours to change`() throws {
        let former = try text(full)
            .replacing("  \"date\"", with: #"  "stars" : [1, 2.5, null, true, "x", {"a": []}], "date""#)
            .replacing("\"credit\"", with: #""big" : 9007199254740993, "credit""#)
            .replacing("\"etag\"", with: #""colour" : "é", "etag""#)
            .replacing("\"attempts\"", with: #""mood" : 1, "attempts""#)
        let written = try text(full, replacing: former)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: Any])
        #expect((object["stars"] as? [Any])?.count == 6)
        let mirror = try #require(object["mirror"] as? [String: Any])
        #expect((mirror["big"] as? NSNumber)?.int64Value == 9_007_199_254_740_993)
        #expect((mirror["picture"] as? [String: Any])?["colour"] as? String == "é")
        #expect((mirror["pending"] as? [String: Any])?["mood"] as? Int == 1)
        #expect(try Metadata(ascii(written)) == full)
        let least = try text(least, replacing: written)
        #expect(least.contains("stars"))
        for gone in ["hdurl", "credit", "etag", "colour", "mood"] { #expect(!least.contains(gone), "\(gone)") }
    }

    @Test(arguments: ["", "{", "[]", "null", "\u{0}\u{0}", "\"text\""])
    func `a former file that is torn costs nothing`(former: String) throws {
        #expect(try text(full, replacing: former) == text(full))
    }

    @Test(arguments: ["", "{", "{}", #"{"date": "2026-11-20"}"#])
    func `a file that cannot be read is named with what to do`(json: String) throws {
        let mirror = try TestMirror()
        try mirror.write(ascii(json), to: "2026/2026-11/metadata/2026-11-20.json")
        let path = "\(mirror.root)/2026/2026-11/metadata/2026-11-20.json"
        let tree = try Tree.open(mirror.root)
        #expect(throws: DamagedMetadata(path: path, root: mirror.root)) { try tree.metadata(day) }
        #expect("\(DamagedMetadata(path: path, root: mirror.root))".contains("verify --repair"))
        #expect(try tree.metadata(day.advanced(by: 1)) == nil)
    }

    @Test(
        arguments: [
            (#""width" : 1"#, #""width" : 0"#), (#""width" : 1"#, #""width" : 9223372036854775807"#),
            (#""height" : 2"#, #""height" : -2"#), (#""bytes" : 10"#, #""bytes" : -1"#), ("1a1a", ""), ("1a1a", "1A1A"),
            (#""attempts" : 2"#, #""attempts" : 9223372036854775807"#), (#""attempts" : 2"#, #""attempts" : -1"#),
            ("14:03:07Z", "14:03:60Z"),
        ])
    func `numbers that nothing can have are not reckoned with`(own: String, other: String) throws {
        let text = try text(full)
        #expect(text.contains(own))
        #expect(throws: (any Error).self) { try Metadata(ascii(text.replacing(own, with: other))) }
    }

    @Test(arguments: [
        ("2026-11-20 A.jpg", true), ("2026-11-20.jpg", true), ("2026-11-19 A.jpg", false),
        ("../2026-11-20 A.jpg", false),
        ("2026-11-20 A\nB.jpg", false), ("2026-11-20 A\u{7F}.jpg", false),
        ("2026-11-20/A.jpg", false), ("2026-11-20 A\u{0}.jpg", false), ("", false), ("..", false),
    ])
    func `only a name of its own day is a picture's name`(file: String, isOurs: Bool) {
        var metadata = full
        metadata.mirror.picture?.file = file
        #expect(metadata.visibleName == (isOurs ? file : nil))
        metadata.mirror.picture = nil
        #expect(metadata.visibleName == nil)
    }
}
