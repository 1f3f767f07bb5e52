import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("A saved file is the former one or the new one, whole")
struct SaverTests {
    let temporary: TemporaryFolder
    let incoming: Folder
    let place: Folder
    let saver: Saver

    init() throws {
        temporary = try TemporaryFolder()
        incoming = try temporary.folder.makeFolder("incoming")
        place = try temporary.folder.makeFolder("place")
        saver = Saver(through: incoming)
    }

    @Test(arguments: [Saver.Durability.durable, .whole])
    func `a file is replaced whole, by another file`(durability: Saver.Durability) throws {
        try saver.save(Array("a long first version".utf8), as: "file", in: place, durability)
        let reader = try #require(try place.open("file"))
        try saver.save(Array("second".utf8), as: "file", in: place, durability)
        #expect(try temporary.text("place/file") == "second")
        #expect(try reader.read(100, at: 0) == Array("a long first version".utf8))
        #expect(try incoming.entries().isEmpty)
    }

    @Test func `a copy has the bytes of its source and is a file of its own`() throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try saver.save(bytes, as: "picture", in: place)
        let source = try #require(try place.open("picture"))
        try saver.save(copyOf: source, as: "Today.jpg", in: place, .whole)
        #expect(try place.read("Today.jpg") == bytes)
        #expect(try place.status("Today.jpg")?.identity != place.status("picture")?.identity)
    }

    @Test func `a link under the name is replaced, not followed`() throws {
        try temporary.write("theirs", to: "target")
        _ = try place.symlink("../target", as: "file")
        try saver.save([1], as: "file", in: place)
        #expect(try temporary.text("target") == "theirs")
        #expect(try place.status("file")?.kind == .file)
    }

    @Test func `a left-over of an interrupted writing is in nobody's way`() throws {
        try temporary.write("half", to: "incoming/file.new")
        try temporary.write("half", to: "incoming/staged")
        try saver.save(Array("whole".utf8), as: "file", in: place)
        #expect(try temporary.text("place/file") == "whole")
        let staged = try saver.stage(Array("staged".utf8), as: "staged")
        #expect(try staged.file.read(100, at: 0) == Array("staged".utf8))
    }

    @Test func `a left-over that is a link leads nowhere`() throws {
        try temporary.write("theirs", to: "target")
        _ = try incoming.symlink("../target", as: "file.new")
        try saver.save(Array("ours".utf8), as: "file", in: place)
        #expect(try temporary.text("target") == "theirs")
        #expect(try temporary.text("place/file") == "ours")
    }

    @Test func `staged files are invisible until they are placed`() throws {
        let staged = try (0..<20).map { try saver.stage([UInt8($0)], as: "day \($0)") }
        #expect(try saver.flush(staged).isEmpty)
        #expect(try place.entries().isEmpty)
        for (number, file) in staged.enumerated() { try saver.place(file, as: "\(number)", in: place) }
        #expect(try place.entries().count == 20)
        #expect(try place.read("7") == [7])
        #expect(try incoming.entries().isEmpty)
    }

    @Test func `a file that lies in incoming is taken up, and thrown away on demand`() throws {
        #expect(try saver.staged("part")?.name == nil)
        try temporary.write("fetched", to: "incoming/part")
        let staged = try #require(try saver.staged("part"))
        #expect(try saver.flush([staged]).isEmpty)
        saver.discard(staged)
        saver.discard(staged)
        #expect(try incoming.entries().isEmpty)
    }

    @Test func `the mode is what the umask leaves`() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Umask:") })
        let mask = try #require(UInt32(line.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8))
        try saver.save([1], as: "file", in: place)
        #expect(try place.status("file")?.mode == 0o666 & ~mask)
    }

    @Test(.enabled(if: getuid() == 0, "Only root may give a folder to any group: skipped."))
    func `a file gets the group of the folder it goes to`() throws {
        #expect(chown("\(temporary.path)/place", uid_t.max, 4_242) == 0)
        try saver.save([1], as: "plain", in: place)
        #expect(try place.status("plain")?.group == 4_242)
        #expect(chmod("\(temporary.path)/place", 0o2775) == 0)
        try saver.save([1], as: "setgid", in: place)
        #expect(try place.status("setgid")?.group == 4_242)
        try temporary.write("fetched", to: "incoming/part")
        try saver.place(try #require(try saver.staged("part")), as: "picture", in: place)
        #expect(try place.status("picture")?.group == 4_242)
        #expect(try place.status("picture")?.owner == 0)
    }

    @Test func `a name that cannot be taken leaves no temporary`() throws {
        _ = try place.makeFolder("file")
        #expect(throws: FolderError.self) { try saver.save([1], as: "file", in: place) }
        #expect(try incoming.entries().isEmpty)
        #expect(try place.status("file")?.kind == .folder)
    }

    @Test func `files that are saved together leave no temporary where one of them cannot be written`() throws {
        try saver.save([("one", [1]), ("two", [2])], in: place)
        #expect(try place.read("one") == [1] && place.read("two") == [2])
        _ = try place.makeFolder("three")
        #expect(throws: FolderError.self) { try saver.save([("one", [3]), ("three", [3])], in: place) }
        #expect(try place.read("two") == [2] && place.status("three")?.kind == .folder)
        #expect(try incoming.entries().isEmpty)
    }

    @Test func `a file that cannot be flushed is lost alone, and its name with it`() throws {
        let whole = try saver.stage([1], as: "whole")
        _ = try incoming.createNew("broken")
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[1]) }
        let broken = Saver.Staged(name: "broken", file: OpenFile(descriptor: ends[0], path: "broken"))
        #expect(try saver.flush([broken, whole]) == ["broken": FolderError("flush", "broken", EINVAL)])
        #expect(try incoming.entries().map(\.name) == ["whole"])
    }

    @Test func `files and folders are flushed side by side, and one that cannot be is told`() throws {
        let files = try ["one", "two", "three", "four", "five"].map { try #require(try place.createNew($0)) }
        try Saver.flush(files, [place, incoming])
        try Saver.flush([], [])
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[1]) }
        // A pipe has nothing to be flushed to.
        let broken = OpenFile(descriptor: ends[0], path: "broken")
        #expect(throws: FolderError("flush", "broken", EINVAL)) { try Saver.flush(files + [broken], [place]) }
        #expect(throws: FolderError("flush", "broken", EINVAL)) { try Saver.flush([broken], []) }
    }
}
