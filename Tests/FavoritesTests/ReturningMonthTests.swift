import Days
import Folder
import Foundation
import Glibc
import TestSupport
import Testing

@testable import MirrorTestSupport

/// What a start finds in the room where months wait that were dragged into `favorites/`.
@Suite("A month on its way back is judged where nobody can exchange it")
struct ReturningMonthTests {
    let mirror: TestMirror
    private let room = ".apod-mirror/returning"
    private let month = "2019-08"
    private var place: String { "2019/\(month)" }

    init() throws {
        mirror = try TestMirror()
        for name in ["\(month)-03 Title.jpg", "metadata/\(month)-03.json", "metadata/superseded/\(month)-03 0.jpg"] {
            try mirror.write(photo(name), to: "\(room)/\(month)/\(name)")
        }
    }

    private func start() async throws -> Set<String> {
        _ = try await mirror.open()
        #expect(mirror.names(room).isEmpty)
        return mirror.names(place)
    }

    private func path(_ below: String) -> String { "\(mirror.root)/\(room)/\(month)\(below)" }

    @Test func `one whose return was cut short gets its place`() async throws {
        #expect(try await start() == ["\(month)-03 Title.jpg", "metadata"])
    }

    @Test func `one that has been made anew meanwhile goes back to favorites`() async throws {
        try mirror.write(photo("new"), to: "\(place)/\(month)-04 New.jpg")
        #expect(try await start() == ["\(month)-04 New.jpg"])
        #expect(mirror.names("favorites/\(month)") == ["\(month)-03 Title.jpg", "metadata"])
    }

    @Test(
        .enabled(if: geteuid() == 0, "needs root: a folder of another user"),
        arguments: ["", "/metadata", "/metadata/superseded", "/metadata/2019-08-03.json", "/2019-08-03 Title.jpg"])
    func `one in which anything is another user's goes back to favorites`(below: String) async throws {
        #expect(chown(path(below), 64_002, 64_002) == 0)
        #expect(try await start() == [])
        #expect(mirror.names("favorites/\(month)") == ["\(month)-03 Title.jpg", "metadata"])
    }

    @Test(arguments: ["", "/metadata", "/metadata/2019-08-03.json"])
    func `so does one that others may write to`(below: String) async throws {
        #expect(chmod(path(below), below.hasSuffix("json") ? 0o666 : 0o777) == 0)
        #expect(try await start() == [])
        #expect(mirror.names("favorites/\(month)") == ["\(month)-03 Title.jpg", "metadata"])
    }

    @Test(
        .enabled(if: Abilities.accessLists, "needs setfacl, of the package acl, and a disk that keeps access lists"),
        arguments: [("", "u:64002:rwx"), ("/metadata", "d:u:64002:rwx"), ("/metadata/2019-08-03.json", "g:64002:rw")])
    func `so does one that an access list lets others write to`(below: String, entry: String) async throws {
        #expect(Command.succeeds("setfacl", "-m", entry, path(below)))
        // By the mode it is the owner's own group that may write.
        #expect(chmod(path(below), below.hasSuffix("json") ? 0o664 : 0o775) == 0)
        #expect(try await start() == [])
        #expect(mirror.names("favorites/\(month)") == ["\(month)-03 Title.jpg", "metadata"])
    }

    @Test func `so does what is no month at all`() async throws {
        try mirror.move("\(room)/\(month)", to: "\(room)/elsewhere")
        #expect(try await start() == [])
        #expect(mirror.names("favorites/elsewhere") == ["\(month)-03 Title.jpg", "metadata"])
    }

    @Test func `so does one that was given another month's name`() async throws {
        try mirror.move("\(room)/\(month)", to: "\(room)/2018-08")
        #expect(try await start() == [])
        #expect(mirror.names("2018/2018-08") == [])
        #expect(mirror.names("favorites/2018-08") == ["\(month)-03 Title.jpg", "metadata"])
    }

    @Test func `a pipe in one is no file of a month`() async throws {
        #expect(mkfifo(path("/pipe"), 0o644) == 0)
        #expect(try await start() == [])
    }
}
