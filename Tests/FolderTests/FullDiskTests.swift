import TestSupport
import Testing

@testable import Folder

@Suite("A disk that takes no more loses nothing")
struct FullDiskTests {
    private let large = [UInt8](repeating: 7, count: 2 << 20)

    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `the former file stays whole and no temporary is left`() async throws {
        let disk = try TinyDisk(size: "1m")
        let folder = try #require(try Folder.open(disk.path))
        let place = try folder.makeFolder("place")
        let incoming = try folder.makeFolder("incoming")
        let saver = Saver(through: incoming)
        try saver.save([1, 2, 3], as: "file", in: place)
        let error = #expect(throws: FolderError.self) { try saver.save(large, as: "file", in: place) }
        #expect(error?.isDiskFull == true)
        #expect(error?.description.contains("the disk is full") == true)
        #expect(try place.read("file") == [1, 2, 3])
        #expect(try incoming.entries().isEmpty)
        #expect(try place.entries().map(\.name) == ["file"])
        let staging = #expect(throws: FolderError.self) { try saver.stage(large, as: "staged") }
        #expect(staging?.isDiskFull == true)
        #expect(try incoming.entries().isEmpty)
        // A process that another test starts at this moment has a copy of every descriptor until it runs its program: the
        // room of a removed file is given back once nobody has it open.
        let limit = ContinuousClock.now + .seconds(180)
        func save() -> FolderError? {
            do throws(FolderError) {
                try saver.save([4], as: "file", in: place)
                return nil
            } catch {
                return error
            }
        }
        var trouble = save()
        while trouble?.isDiskFull == true, ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(10))
            trouble = save()
        }
        #expect(trouble == nil)
        #expect(try place.read("file") == [4])
    }

    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `a copy that does not fit is no file`() throws {
        let disk = try TinyDisk(size: "3m")
        let folder = try #require(try Folder.open(disk.path))
        let incoming = try folder.makeFolder("incoming")
        let saver = Saver(through: incoming)
        try saver.save(large, as: "picture", in: folder)
        let source = try #require(try folder.open("picture"))
        let error = #expect(throws: FolderError.self) { try saver.save(copyOf: source, as: "Today.jpg", in: folder) }
        #expect(error?.isDiskFull == true)
        #expect(try folder.status("Today.jpg") == nil)
        #expect(try incoming.entries().isEmpty)
    }

    @Test(.enabled(if: TinyDisk.isPossible, "needs to mount a disk, in a namespace of its own"))
    func `a read-only file system says so`() throws {
        let disk = try TinyDisk(size: "1m")
        let folder = try #require(try Folder.open(disk.path))
        let incoming = try folder.makeFolder("incoming")
        #expect(disk.setReadOnly())
        let error = #expect(throws: FolderError.self) { try Saver(through: incoming).save([1], as: "file", in: folder) }
        #expect(error?.isNotWritable == true)
        #expect(error?.isDiskFull == false)
    }
}
