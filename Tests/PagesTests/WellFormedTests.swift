import Days
import Foundation
import TestSupport
import Testing

@testable import Pages

@Suite(
    "What is read as XML, read by a parser that is none of ours",
    .enabled(if: Command.succeeds("python3", "-c", "import xml.parsers.expat"), "needs python3"))
struct WellFormedTests {
    /// Every scalar there is, so many in each text that a refusal still names a few.
    private static let texts: [String] = {
        let scalars = (UInt32(0)...0x10FFFF).compactMap { Unicode.Scalar($0) }
        return stride(from: 0, to: scalars.count, by: 4_096).map { start in
            var text = String.UnicodeScalarView()
            for scalar in scalars[start..<min(start + 4_096, scalars.count)] {
                text.append(contentsOf: ["a", scalar, "<"])
            }
            return String(text)
        }
    }()

    /// One line for each document that expat refuses.
    private func refusals(_ documents: [[UInt8]]) throws -> [String] {
        let folder = try TemporaryFolder()
        for (place, document) in documents.enumerated() {
            try Data(document).write(to: URL(filePath: "\(folder.path)/\(place)"))
        }
        let script = """
            import os, sys, xml.parsers.expat
            for name in sorted(os.listdir(sys.argv[1]), key=int):
                try:
                    xml.parsers.expat.ParserCreate().Parse(open(os.path.join(sys.argv[1], name), "rb").read(), True)
                except xml.parsers.expat.ExpatError as error:
                    print(name, error)
            print("read")
            """
        let said = String(decoding: try Command(["python3", "-c", script, folder.path]).output(), as: UTF8.self)
        var lines = said.split(separator: "\n").map(String.init)
        try #require(lines.popLast() == "read", "\(said)")
        return lines
    }

    @Test func `a feed is well-formed, whatever a day says`() throws {
        let day = try day("2026-11-20")
        let feeds = Self.texts.map { text in
            let entry = Feed.Entry(
                day: day, title: text, updated: Timestamp(seconds: 0), credit: text, alt: text, story: text,
                picture: text,
                address: text)
            return Feed(origin: "http://nas.local:8095", entries: [entry]).atom
        }
        #expect(try refusals(feeds) == [])
    }

    @Test func `a sidecar is well-formed, whatever a day says and albums are called`() throws {
        let day = try day("2026-11-20")
        let sidecars = Self.texts.map { text in
            Sidecar(
                day: day, title: text, story: text, creator: text, rights: text, usageTerms: text, license: text,
                alt: text, keywords: [text], page: text
            ).bytes
        }
        #expect(try refusals(sidecars) == [])
    }

    @Test func `a list of pictures is well-formed, whatever they are called`() throws {
        let day = try day("2026-11-20")
        let lists = Self.texts.map { text in
            Metalink.opening + Metalink.unread(day)
                + Metalink.file(text, bytes: 1, sha256: text, addresses: [text, text]) + Metalink.closing
        }
        #expect(try refusals(lists) == [])
    }
}
