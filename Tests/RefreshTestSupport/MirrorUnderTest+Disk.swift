import Days
import Foundation
import Hashing
import JSON
import SampleNASA
import Testing

@testable import MirrorTree

extension MirrorUnderTest {
    /// The visible files of a day in its month's folder, pages and pictures.
    func files(_ date: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: month(date))) ?? []
        return names.filter { $0.hasPrefix(date) }.sorted()
    }

    func month(_ date: String) -> String {
        "\(root)/\(date.prefix(4))/\(date.prefix(7))"
    }

    func bytes(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map(Array.init)
    }

    func metadata(_ date: String) -> Metadata? {
        bytes("\(month(date))/metadata/\(date).json").flatMap { try? Metadata($0) }
    }

    /// The bytes of the one file that stands for the day; `nil` when there is none, or more than one.
    func picture(_ date: String) -> [UInt8]? {
        let files = files(date)
        return files.count == 1 ? bytes("\(month(date))/\(files[0])") : nil
    }

    /// The day's record as NASA served it.
    func record(_ date: String) -> [UInt8]? {
        bytes("\(month(date))/metadata/published/\(date).json")
    }

    /// The day's former pictures.
    func superseded(_ date: String) -> [String] {
        allSuperseded(date).filter { !$0.hasSuffix(".json") }
    }

    /// The day's former records, and former words that no record says.
    func formerWords(_ date: String) -> [String] {
        allSuperseded(date).filter { $0.hasSuffix(".json") }
    }

    private func allSuperseded(_ date: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(month(date))/metadata/superseded")
        return (names ?? []).filter { $0.hasPrefix(date) }.sorted()
    }

    /// What lies in `.apod-mirror/incoming`.
    var incoming: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root + "/.apod-mirror/incoming")) ?? []).sorted()
    }

    var schedule: SourceState? { readNote("schedule.json") }
    var notes: DayNotes { readNote("days.json") ?? DayNotes() }
    var absent: MissingDays { notes.missing }
    var disputes: Disputes { notes.disputes }

    var dayNotes: DayNotes { readNote("days.json") ?? DayNotes() }

    private func readNote<Note: JSONReadable>(_ name: String) -> Note? {
        bytes("\(root)/.apod-mirror/\(name)").flatMap { try? JSONReader.read(from: $0) }
    }

    /// The day has its picture, byte for byte as NASA has it, and its JSON says so.
    func expectWhole(_ date: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let film = nasa.video(for: date)
        let original = film.isEmpty ? nasa.picture(for: date) : film
        let known = try #require(metadata(date), "\(date) has JSON", sourceLocation: sourceLocation)
        #expect(known.mirror.state == .present, "\(date)", sourceLocation: sourceLocation)
        #expect(known.mirror.pending == nil, "\(date)", sourceLocation: sourceLocation)
        #expect(files(date) == [known.mirror.picture?.file], "\(date)", sourceLocation: sourceLocation)
        #expect(picture(date) == original, "\(date) holds NASA's bytes", sourceLocation: sourceLocation)
    }

    /// The day has nothing under a visible name; its JSON, if any, says why.
    func expectPending(
        _ date: String, _ reason: String, hasJSON: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(files(date) == [], "\(date)", sourceLocation: sourceLocation)
        let metadata = metadata(date)
        #expect((metadata != nil) == hasJSON, "\(date) has JSON", sourceLocation: sourceLocation)
        guard let metadata else { return }
        #expect(metadata.mirror.state == .pending, "\(date)", sourceLocation: sourceLocation)
        #expect(metadata.mirror.picture == nil, "\(date)", sourceLocation: sourceLocation)
        let said = metadata.mirror.pending?.reason ?? ""
        #expect(reason.isEmpty || said.contains(reason), "\(date): \(said)", sourceLocation: sourceLocation)
    }

    /// What holds whatever happened: no torn or foreign file, no JSON that claims a picture that is not there, sums
    /// right, valid names, nothing left over, nothing written outside the root.
    func expectSoundTree(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let manager = FileManager.default
        let around = try manager.contentsOfDirectory(atPath: box).filter { $0 != "lost+found" }.sorted()
        #expect(around == ["APOD", "beside"], sourceLocation: sourceLocation)
        let beside = try manager.contentsOfDirectory(atPath: box + "/beside")
        #expect(beside == ["sentinel"], sourceLocation: sourceLocation)
        #expect(bytes(box + "/beside/sentinel") == Array("nobody touches this".utf8), sourceLocation: sourceLocation)
        for name in incoming {
            #expect(name.hasSuffix(".part"), "a temporary was left: \(name)", sourceLocation: sourceLocation)
        }
        for path in manager.subpaths(atPath: root) ?? [] where path.wholeMatch(of: /\d{4}\/\d{4}-\d{2}/) != nil {
            try expectSoundMonth(root + "/" + path, sourceLocation)
        }
    }

    private func expectSoundMonth(_ month: String, _ location: SourceLocation) throws {
        let manager = FileManager.default
        var expected: Set<String> = []
        var sums: [String: String] = [:]
        var records: [String: String] = [:]
        let jsons = try manager.contentsOfDirectory(atPath: month + "/metadata").filter { $0.hasSuffix(".json") }
        for name in jsons {
            let json = bytes("\(month)/metadata/\(name)") ?? []
            let metadata = try Metadata(json)
            #expect(name == "\(metadata.date).json", sourceLocation: location)
            if let record = metadata.mirror.record {
                let stored = bytes("\(month)/metadata/published/\(name)") ?? []
                #expect(sha256(stored) == record.sha256, "the record of \(name)", sourceLocation: location)
                records[name] = record.sha256
            }
            guard let picture = metadata.mirror.picture else { continue }
            let stored = bytes("\(month)/\(picture.file)") ?? []
            #expect(Int64(stored.count) == picture.bytes, "\(picture.file)", sourceLocation: location)
            #expect(sha256(stored) == picture.sha256, "\(picture.file)", sourceLocation: location)
            expected.insert(picture.file)
            if picture.kind != .page { sums[picture.file] = picture.sha256 }
        }
        let files = try manager.contentsOfDirectory(atPath: month).filter { $0 != "metadata" }
        #expect(Set(files) == expected, "nothing stands there but what JSON names", sourceLocation: location)
        for file in files { #expect(isValidOnWindows(file), "\(file)", sourceLocation: location) }
        let stored = bytes(month + "/metadata/SHA256SUMS").flatMap { Checksums($0) }?.sums ?? [:]
        #expect(stored == sums, "\(month)", sourceLocation: location)
        let published = bytes(month + "/metadata/published/SHA256SUMS").flatMap { Checksums($0) }?.sums ?? [:]
        #expect(published == records, "the records of \(month)", sourceLocation: location)
    }

    func sha256(_ bytes: [UInt8]) -> String {
        var sum = SHA256()
        sum.update(bytes)
        return sum.finish()
    }

    private func isValidOnWindows(_ name: String) -> Bool {
        name.utf8.count <= 240 && !name.hasSuffix(".") && !name.hasSuffix(" ") && name.first != " "
            && !name.unicodeScalars.contains { scalar in
                "<>:\"/\\|?*".unicodeScalars.contains(scalar) || scalar.value < 0x20 || scalar.value == 0x7F
                    || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            }
    }
}

extension MirrorUnderTest {
    /// The paths that came, went or changed, JSON and the sums of records left out.
    func changedFiles(since before: [String: String]) -> [String] {
        let now = tree
        let paths = Set(before.keys).union(now.keys).filter {
            !$0.hasSuffix(".json") && !$0.hasSuffix("/published/SHA256SUMS")
        }
        return paths.filter { before[$0] != now[$0] }.sorted()
    }

    /// Every visible file with its bytes' sum, the owner's favorites aside.
    var tree: [String: String] {
        var tree: [String: String] = [:]
        for path in FileManager.default.subpaths(atPath: root) ?? []
        where !path.hasPrefix(".apod-mirror") && !path.hasPrefix("favorites") {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
            if !isFolder.boolValue { tree[path] = sha256(bytes("\(root)/\(path)") ?? []) }
        }
        return tree
    }
}

extension [UInt8] {
    /// What an owner does with a file behind the mirror's back.
    func write(to path: String) throws {
        try Data(self).write(to: URL(filePath: path))
    }
}
