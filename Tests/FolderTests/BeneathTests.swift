import Foundation
import TestSupport
import Testing

@testable import Folder

@Suite("Nothing outside a folder is reached through it")
struct BeneathTests {
    let temporary: TemporaryFolder
    let inside: Folder

    init() throws {
        temporary = try TemporaryFolder()
        for name in ["outside", "outside/deep", "inside", "inside/a"] { _ = try temporary.folder.makeFolder("\(name)") }
        try temporary.write("theirs", to: "outside/file")
        try temporary.write("theirs", to: "outside/deep/file")
        try temporary.write("ours", to: "inside/mine")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: "\(temporary.path)/inside/out", withDestinationPath: "../outside")
        try files.createSymbolicLink(atPath: "\(temporary.path)/inside/a/out", withDestinationPath: "../../outside")
        try files.createSymbolicLink(atPath: "\(temporary.path)/inside/outfile", withDestinationPath: "../outside/file")
        try files.createSymbolicLink(atPath: "\(temporary.path)/inside/self", withDestinationPath: "a")
        inside = try #require(try temporary.folder.folder("inside"))
    }

    enum Way: CaseIterable {
        case dots, throughFolder, absolute, link, linkBelow

        func path(_ temporary: TemporaryFolder) -> FilePath {
            switch self {
            case .dots: "../outside/file"
            case .throughFolder: "a/../../outside/file"
            case .absolute: "\(temporary.path)/outside/file"
            case .link: "out/file"
            case .linkBelow: "a/out/file"
            }
        }
    }

    enum Act: CaseIterable {
        case open, read, append, status, folder, make, remove, renameFrom, renameTo, exchange, linkFrom, linkTo, symlink
        case target, save

        func run(_ folder: Folder, _ path: FilePath) throws {
            switch self {
            case .open: _ = try folder.open(path)
            case .read: _ = try folder.read(path)
            case .append: _ = try folder.openToAppend(path)
            case .status: _ = try folder.status(path)
            case .folder: _ = try folder.folder(path)
            case .make: _ = try folder.makeFolder(path)
            case .remove: try folder.remove(path)
            case .renameFrom: try folder.rename(path, to: "taken", in: folder)
            case .renameTo: try folder.rename("mine", to: path, in: folder)
            case .exchange: _ = try folder.exchange(visible: "mine", hidden: path)
            case .linkFrom: _ = try folder.link(path, as: "linked", in: folder)
            case .linkTo: _ = try folder.link("mine", as: path, in: folder)
            case .symlink: _ = try folder.symlink("x", as: path)
            case .target: _ = try folder.linkTarget(path)
            case .save: try Saver(through: folder.makeFolder("a")).save([1], as: path, in: folder)
            }
        }
    }

    @Test(arguments: Way.allCases, Act.allCases)
    func `every act on a path that leads outside is refused`(way: Way, act: Act) throws {
        let before = try temporary.snapshot
        #expect(throws: FolderError.self) { try act.run(inside, way.path(temporary)) }
        #expect(try temporary.snapshot == before)
    }

    // Nothing that removes or renames: were the guard to fail, these paths are the machine's own.
    @Test(arguments: ["..", "/", "/etc", "/etc/passwd", "a/..", "a/../.."])
    func `a path that is outside itself is no file, no folder and no name`(path: String) throws {
        for act in [Act.open, .status, .target, .make] {
            if act == .make, path == "a/.." { continue }
            #expect(throws: FolderError.self, "\(act)") { try act.run(inside, FilePath(path)) }
        }
    }

    @Test func `a name with a NUL in it is not cut there`() throws {
        let path = FilePath(bytes: Array("mine".utf8) + [0] + Array(".jpg".utf8))
        for act in Act.allCases {
            #expect(throws: FolderError.self, "\(act)") { try act.run(inside, path) }
        }
        #expect(try temporary.text("inside/mine") == "ours")
    }

    @Test func `a removed folder is not followed to an absolute path`() throws {
        #expect(throws: FolderError.self) { try inside.removeFolder(named: "\(temporary.path)/outside/deep") }
        #expect(try temporary.snapshot["outside/deep"] == "folder")
    }
}

extension Folder {
    fileprivate func removeFolder(named path: String) throws {
        guard removeEmptyFolder(FilePath(path)) else { throw FolderError.notFolder(path: path) }
    }
}
