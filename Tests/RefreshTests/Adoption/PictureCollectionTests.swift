import Days
import Folder
import Foundation
import TestSupport
import Testing

@testable import MirrorTestSupport
@testable import Refresh

@Suite struct PictureCollectionTests {
    private let folder: TemporaryFolder
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46]

    init() throws { folder = try TemporaryFolder() }

    private func put(_ path: String, _ bytes: [UInt8] = jpeg) throws {
        let url = URL(filePath: "\(folder.path)/collection/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    private func note(_ path: String, _ json: String) throws { try put(path, Array(json.utf8)) }

    private func collection() throws -> PictureCollection {
        try PictureCollection("\(folder.path)/collection", beside: mirror())
    }

    private func mirror() throws -> Folder {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/APOD/.apod-mirror", withIntermediateDirectories: true)
        return try #require(try Folder.open("\(folder.path)/APOD"))
    }

    private func days(_ collection: PictureCollection) -> [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: collection.files.map { file in
                (file.path.description, file.name.days.map(\.description))
            })
    }

    @Test func `pictures are found in every folder, and nothing else is`() throws {
        try put("2026-07-04.jpg")
        try put("a/b/c/M64_Webb.jpg")
        try put("no suffix")
        try put("notes.txt", Array("words".utf8))
        try put(".hidden/2026-07-05.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/collection/2026-07-06.jpg", withDestinationPath: "2026-07-04.jpg")
        let collection = try collection()
        #expect(collection.files.map(\.path.description) == ["2026-07-04.jpg", "a/b/c/M64_Webb.jpg", "no suffix"])
        #expect(collection.hasUndated)
        #expect(collection.days == [.of("2026-07-04")])
    }

    @Test func `JSON of other programs tells the day of the picture beside it`() throws {
        try put("gallery-dl/a.jpg")
        try note(
            "gallery-dl/a.jpg.json",
            #"{"category":"apod","date":"2026-07-04 00:00:00","filename":"a","extension":"jpg"}"#)
        try put("other/b.jpg")
        try note("other/b.json", #"{"date":"2026-07-05","title":"B"}"#)
        try put("flat/M64_Webb_3853.jpg")
        try note(
            "records/260706.json",
            #"{"date":"2026-07-06","title":"M64","explanation":"Words.","media_type":"image","hdurl":"https://apod.nasa.gov/apod/image/2607/M64_Webb.jpg"}"#
        )
        try put("flat/A galaxy.jpg")
        try note(
            "records/260707.json",
            #"{"date":"2026-07-07","title":"A Galaxy!","explanation":"Words.","media_type":"image"}"#)
        let collection = try collection()
        #expect(
            days(collection) == [
                "gallery-dl/a.jpg": ["2026-07-04"], "other/b.jpg": ["2026-07-05"],
                "flat/M64_Webb_3853.jpg": ["2026-07-06"], "flat/A galaxy.jpg": ["2026-07-07"],
            ])
        #expect(Set(collection.records.keys) == [.of("2026-07-06"), .of("2026-07-07")])
        #expect(!collection.hasUndated)
    }

    @Test func `a title of several days tells none of them`() throws {
        try put("A galaxy.jpg")
        for day in ["2026-07-07", "2026-07-08"] {
            try note(
                "\(day).json", #"{"date":"\#(day)","title":"A Galaxy!","explanation":"Words.","media_type":"image"}"#)
        }
        #expect(days(try collection()) == ["A galaxy.jpg": []])
    }

    @Test func `what a mirror made of a record is none, and what is no JSON tells nothing`() throws {
        try note(
            "2026-07-04.json", #"{"date":"2026-07-04","title":"A","explanation":"B","mirror":{"state":"present"}}"#)
        for (number, text) in ["", "[]", "{", #"{"date":7}"#, #"{"date":"1990-01-01"}"#, #"{"date":"2026-07-05"}"#]
            .enumerated()
        {
            try note("\(number).json", text)
        }
        #expect(try collection().records.isEmpty)
    }

    @Test func `a day is offered its files by date, by NASA's name and by title, the largest first`() throws {
        try put("2026-07-04.jpg", Self.jpeg + [1])
        try put("M64_Webb.jpg", Self.jpeg + [1, 2])
        try put("Black Eye.jpg", Self.jpeg + [1, 2, 3])
        try put("other.jpg")
        let files = try collection().files(
            of: .of("2026-07-04"), addresses: ["https://example.org/M64_Webb.jpg"], title: "Black Eye!")
        #expect(files.map(\.path.description) == ["2026-07-04.jpg", "Black Eye.jpg", "M64_Webb.jpg"])
    }

    @Test func `a folder that cannot be imported is refused with the reason`() throws {
        let mirror = try mirror()
        #expect(throws: CollectionError.missing(path: "\(folder.path)/none")) {
            try PictureCollection("\(folder.path)/none", beside: mirror)
        }
        try FileManager.default.createDirectory(atPath: "\(folder.path)/APOD/2026", withIntermediateDirectories: true)
        for (number, target) in ["\(folder.path)/APOD/2026", folder.path, "/"].enumerated() {
            let link = "\(folder.path)/link\(number)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            for path in [link, target] {
                #expect(throws: CollectionError.overlaps(path: path, mirror: mirror.path)) {
                    try PictureCollection(path, beside: mirror)
                }
            }
        }
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/other/.apod-mirror", withIntermediateDirectories: true)
        #expect(throws: CollectionError.mirror(path: "\(folder.path)/other")) {
            try PictureCollection("\(folder.path)/other", beside: mirror)
        }
        try put("a/2026-07-04.jpg")
        try put("b/mirror/.apod-mirror/mirror.json", Array("{}".utf8))
        try put("b/mirror/2026/2026-07/2026-07-04 M64.jpg")
        let collection = try collection()
        #expect(collection.files.map(\.path.description) == ["a/2026-07-04.jpg"])
        #expect(collection.unread == ["b/mirror": "it is a mirror itself"])
    }
}
