import Days
import Folder
import Foundation
import Hashing
import Pictures
import TestSupport
import Testing

@testable import Archive
@testable import MirrorTree
@testable import Store

/// A fresh mirror on disk, and what it takes to bring days into it.
final class TestMirror {
    let temporary: TemporaryFolder
    let root: String

    /// - Parameter place: a folder on another disk, where the mirror is to lie.
    init(in place: String? = nil) throws {
        temporary = try TemporaryFolder()
        root = "\(place ?? temporary.path)/APOD"
        #expect(try RootCreation.create(root, start: Day.first) == .made)
    }

    func open() async throws -> Archive {
        try await Archive.open(root)
    }

    // MARK: - Changes

    static let now = Timestamp(seconds: 1_795_183_387)

    func basis(_ day: Day) throws -> DayChange.Basis { try .asItStands(day, in: root) }

    func metadata(_ day: Day, _ title: String, picture: Metadata.Picture? = nil) -> Metadata {
        var mirror = Metadata.Mirror(source: "apod-basic", fetched: Self.now, mediaType: "image", state: .present)
        mirror.picture = picture
        mirror.credit = "A. Stronomer"
        return Metadata(
            date: day, title: title, explanation: "Why is it dark?", mediaType: .image, url: "https://x/preview.jpg",
            hdurl: "https://x/original.jpg", mirror: mirror)
    }

    func picture(
        _ day: Day, _ bytes: [UInt8], _ kind: Metadata.Picture.Kind = .original, width: Int = 640
    ) -> Metadata.Picture {
        let facts = try? PictureFacts(inspecting: FileBytes(bytes))
        return Metadata.Picture(
            file: "\(day).\(facts?.format.suffix ?? "html")", kind: kind, url: "https://x/\(kind)",
            bytes: Int64(bytes.count), width: facts?.size?.width, height: facts?.size?.height, sha256: sum(bytes),
            fetched: Self.now)
    }

    /// A picture that has just been fetched into `incoming/`.
    func fetched(
        _ day: Day, _ title: String, _ bytes: [UInt8], _ kind: Metadata.Picture.Kind = .original,
        keepsFormer: Bool = true
    ) throws -> DayChange {
        try write(bytes, to: ".apod-mirror/incoming/\(day).part")
        return DayChange(
            metadata: metadata(day, title, picture: picture(day, bytes, kind)), content: .fetched(Part.name(day)),
            basis: try basis(day), keepsFormer: keepsFormer)
    }

    /// A picture that has just been fetched, with the day's record as NASA served it.
    func served(_ day: Day, _ title: String, _ bytes: [UInt8], record: [UInt8]) throws -> DayChange {
        var change = try fetched(day, title, bytes)
        change.metadata.mirror.record = .init(serving: record, source: "apod-basic", base: "https://x")
        return change
    }

    func page(_ day: Day, _ title: String, _ bytes: [UInt8]) throws -> DayChange {
        try fetched(day, title, bytes, .page)
    }

    func pending(_ day: Day, _ title: String) throws -> DayChange {
        var metadata = metadata(day, title)
        metadata.mirror.state = .pending
        metadata.mirror.pending = .init(reason: "not there", attempts: 1, retryAfter: Self.now + 60)
        return DayChange(metadata: metadata, content: .none, basis: try basis(day))
    }

    /// What stands in the tree, under another title.
    func renamed(_ stored: Metadata, _ title: String) throws -> DayChange {
        var metadata = stored
        metadata.title = title
        return DayChange(metadata: metadata, content: .kept, basis: try basis(stored.date))
    }

    // MARK: - What is on disk

    func write(_ bytes: [UInt8], to path: String) throws {
        let url = URL(filePath: "\(root)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func bytes(_ path: String) -> [UInt8]? {
        // Not `FileManager.contents`: it leaks what it allocates for an empty file.
        guard let file = FileHandle(forReadingAtPath: "\(root)/\(path)") else { return nil }
        return Array((try? file.readToEnd()) ?? Data())
    }

    /// Without what a FUSE driver calls a file that went while somebody had it open: its own to remove.
    func names(_ path: String) -> Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(path)")) ?? []
        return Set(names.filter { !$0.hasPrefix(".fuse_hidden") })
    }

    /// Until no further change of a file or folder can carry the time of its last.
    func rest(_ path: String) throws {
        let root = try Tree.open(root).root
        while let status = try root.status(FilePath(path)), !FileStatus.isOver(status.changed) { usleep(5_000) }
    }

    /// Until nothing has come or gone in any month for long enough to tell that of the next listing.
    func restMonths() throws {
        let root = try Tree.open(root).root
        var listing = Listing()
        repeat {
            usleep(20_000)
            listing = try Listing(of: root)
        } while listing.stamps.count < listing.months.count
    }

    /// Gives a file or folder a time of writing that lies so many seconds ahead of the clock.
    func date(_ path: String, ahead seconds: TimeInterval) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date().addingTimeInterval(seconds)], ofItemAtPath: "\(root)/\(path)")
    }

    func move(_ path: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: "\(root)/\(path)", toPath: "\(root)/\(other)")
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: "\(root)/\(path)")
    }

    func stored(_ day: Day) throws -> Metadata {
        try Metadata(try #require(bytes("\(Tree.metadataPath(day))")))
    }

    func sums(_ month: String) throws -> [String: String] {
        guard let bytes = bytes("\(month.prefix(4))/\(month)/metadata/SHA256SUMS") else { return [:] }
        return try #require(Checksums(bytes)).sums
    }

    /// Nothing is left in `incoming/`, the JSON names files that have the bytes it says, and the sums say the same.
    func expectSound(_ month: String = "2026-11", location: SourceLocation = #_sourceLocation) throws {
        // What a FUSE driver calls a file that went while somebody had it open is its own to remove.
        let left = names(".apod-mirror/incoming").filter { !$0.hasPrefix(".fuse_hidden") }
        #expect(left.isEmpty, sourceLocation: location)
        var expected: [String: String] = [:]
        var records: [String: String] = [:]
        let folder = "\(month.prefix(4))/\(month)"
        for name in names("\(folder)/metadata") where name.hasSuffix(".json") {
            let metadata = try Metadata(try #require(bytes("\(folder)/metadata/\(name)")))
            if let record = metadata.mirror.record {
                let found = bytes("\(folder)/metadata/published/\(name)") ?? []
                #expect(sum(found) == record.sha256, "the record of \(name)", sourceLocation: location)
                records[name] = record.sha256
            }
            guard let picture = metadata.mirror.picture else { continue }
            let found = try #require(bytes("\(folder)/\(picture.file)"), "\(picture.file)", sourceLocation: location)
            #expect(sum(found) == picture.sha256, "\(picture.file)", sourceLocation: location)
            if picture.kind != .page { expected[picture.file] = picture.sha256 }
        }
        #expect(try sums(month) == expected, sourceLocation: location)
        let stored = bytes("\(folder)/metadata/published/SHA256SUMS").flatMap { Checksums($0) }?.sums ?? [:]
        #expect(stored == records, sourceLocation: location)
    }
}

func sum(_ bytes: [UInt8]) -> String {
    var sum = SHA256()
    sum.update(bytes)
    return sum.finish()
}

/// A JPEG that differs from others by its words.
func photo(_ words: String, width: Int = 640) -> [UInt8] {
    let comment: [UInt8] = [0xFF, 0xFE] + big16(words.utf8.count + 2) + ascii(words)
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8] + big16(480) + big16(width) + [1, 1, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3]
    return [0xFF, 0xD8] + comment + frame + scan + [0xFF, 0xD9]
}

let day = Day("2026-11-20") ?? Day.first

extension DayChange.Basis {
    /// The day as it stands now.
    static func asItStands(_ day: Day, in root: String) throws -> DayChange.Basis {
        let month = try #require(try Folder.open(root)).folder(Tree.monthPath(day))
        return .judged(try StoredDay(day, month: month, metadata: try month?.folder("metadata")))
    }
}
