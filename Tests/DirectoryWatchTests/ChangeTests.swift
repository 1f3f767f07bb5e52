import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("tells of every change", .serialized)
    struct ChangeTests {
        struct Change: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let make: @Sendable (MirrorRoot) throws -> Void

            init(_ name: String, _ make: @escaping @Sendable (MirrorRoot) throws -> Void) {
                testDescription = name
                self.make = make
            }
        }

        static let changes = [
            Change("a dangling link") { try $0.link("favorites/a") },
            Change("a link to a picture") { try $0.link("favorites/a", to: "../2025/picture.jpg") },
            Change("a link to a folder") { try $0.link("favorites/a", to: "/") },
            Change("a hard link") { try $0.hardLink("favorites/a", to: "2025/picture.jpg") },
            Change("a copy") { try $0.write("favorites/a") },
            Change("a move in") { try $0.rename("2025/picture.jpg", to: "favorites/a") },
            Change("a move out, as to the trash") { try $0.rename("favorites/old", to: "2025/old") },
            Change("a rename") { try $0.rename("favorites/old", to: "favorites/new") },
            Change("a link that takes another's place") {
                try $0.link("favorites/CuAbCdEf")
                try $0.rename("favorites/CuAbCdEf", to: "favorites/old")
            },
            Change("a deletion") { try $0.remove("favorites/old") },
            Change("a dot-file") { try $0.write("favorites/.hidden") },
        ]

        @Test(arguments: changes)
        func `a change is told`(change: Change) async throws {
            let root = try MirrorRoot()
            try root.makeFolder("2025")
            try root.write("2025/picture.jpg")
            try root.link("favorites/old")
            let watching = try await Watching.armed(root)
            try await watching.hint(after: change.testDescription) { try change.make(root) }
            try await watching.end()
        }

        @Test func `the first hint comes when the watch is armed`() async throws {
            for _ in 0..<50 {
                let root = try MirrorRoot()
                try await soon("a hint after each") {
                    var hints = try root.watch().hints().makeAsyncIterator()
                    let first = try await hints.next()
                    try root.link("favorites/a")
                    let second = try await hints.next()
                    #expect(first == .armed && second == .changed)
                }
            }
        }

        @Test func `other names in the root are no hint`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            for name in ["Today.jpg", "index.html", ".apod-mirror/x", "favorite", "favorites.js", "202"] {
                try root.write(name)
                try await watching.settle()
                try root.rename(name, to: "renamed")
                try await watching.settle()
                try root.remove("renamed")
                try await watching.settle()
            }
            #expect(try await watching.end() == 1)
        }

        @Test func `years and the record in the root are told`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            try await watching.hint(after: "a year's coming") { try root.makeFolder("2026") }
            try await watching.hint(after: "a year's removal") { try root.remove("2026") }
            try await watching.hint(after: "a move in") { try root.rename("favorites", to: "2026") }
            try await watching.hint(after: "a move out") { try root.rename("2026", to: "favorites") }
            try await watching.hint(after: "a new record") { try root.write("favorites.json") }
            try await watching.hint(after: "the record's removal") { try root.remove("favorites.json") }
            try await watching.hint(after: "a link in the folder") { try root.link("favorites/a") }
            try await watching.end()
        }

        @Test func `nothing behind a link is told`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("outside/below")
            try root.link("favorites/album", to: "../outside")
            let watching = try await Watching.armed(root)
            try root.write("outside/a")
            try await watching.settle()
            try root.write("outside/below/a")
            try await watching.settle()
            #expect(try await watching.end() == 1)
        }

        @Test func `dot-folders are left alone`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("favorites/.Trash-1000/files")
            let watching = try await Watching.armed(root)
            try root.write("favorites/.Trash-1000/a")
            try root.write("favorites/.Trash-1000/files/a")
            try await watching.settle()
            #expect(try await watching.end() == 1)
        }
    }
}
