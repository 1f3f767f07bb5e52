import Folder
import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("tells where", .serialized)
    struct NameTests {
        @Test func `a hint names what changed, in the folder and beside it`() async throws {
            let root = try MirrorRoot()
            try root.link("favorites/old")
            try root.makeFolder("favorites/Moons/Big")
            let watching = try await Watching.armed(root)
            #expect(watching.takeChanges().isAnywhere)
            func names(_ act: () throws -> Void) async throws -> Set<FilePath> {
                try await watching.hint(after: "a change") { try act() }
                try await watching.settle()
                let changes = watching.takeChanges()
                #expect(!changes.isAnywhere)
                return changes.names.union(changes.namesInRoot.map { "beside: \($0)" })
            }
            #expect(try await names { try root.link("favorites/new") } == ["new"])
            let moved = try await names { try root.rename("favorites/new", to: "favorites/Moons/new") }
            #expect(moved == ["new", "Moons/new"])
            #expect(try await names { try root.remove("favorites/old") } == ["old"])
            #expect(try await names { try root.write("favorites/Moons/Big/file") } == ["Moons/Big/file"])
            #expect(try await names { try root.makeFolder("favorites/Suns") } == ["Suns"])
            #expect(try await names { try root.makeFolder("2026") } == ["beside: 2026"])
            try await watching.end()
        }

        @Test func `albums that move keep their watches, and what is below them has its new name`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("favorites/a/b/c")
            try root.makeFolder("favorites/z")
            let watching = try await Watching.armed(root)
            _ = watching.takeChanges()
            try await watching.hint(after: "the move") { try root.rename("favorites/a", to: "favorites/z/y") }
            try await watching.hint(after: "a drop below") { try root.link("favorites/z/y/b/c/link") }
            try await watching.hint(after: "another move") { try root.rename("favorites/z/y/b", to: "favorites/a") }
            try await watching.hint(after: "a drop below") { try root.link("favorites/a/c/other") }
            try await watching.settle()
            let changes = watching.takeChanges()
            #expect(changes.names == ["a", "z/y", "z/y/b/c/link", "z/y/b", "a/c/other"] && !changes.isAnywhere)
            try await watching.end()
        }

        @Test func `albums leave one by one, and the watch is not made anew`() async throws {
            let root = try MirrorRoot()
            for number in 0..<900 { try root.makeFolder("favorites/\(number)/below") }
            try root.makeFolder("outside")
            let watching = try await Watching.armed(root)
            _ = watching.takeChanges()
            for number in 0..<450 { try root.rename("favorites/\(number)", to: "outside/\(number)") }
            var changes = Changes()
            try await eventually("450 names") {
                changes.add(watching.takeChanges())
                return changes.names.count >= 450
            }
            try await watching.settle()
            changes.add(watching.takeChanges())
            #expect(changes.names.count == 450 && !changes.isAnywhere)
            try root.link("outside/7/link")
            try root.link("outside/7/below/link")
            try await watching.hint(after: "a drop in one that stayed") { try root.link("favorites/800/below/link") }
            try await watching.settle()
            #expect(watching.takeChanges().names == ["800/below/link"])
            // One that comes back is watched again.
            try await watching.hint(after: "the return") { try root.rename("outside/7", to: "favorites/7") }
            try await watching.hint(after: "a drop in it") { try root.link("favorites/7/below/another") }
            try await watching.end()
        }

        @Test func `more than can be named is a change anywhere`() async throws {
            var changes = Changes()
            for number in 0..<40_000 { changes.insert("\(number)") }
            #expect(changes == .anywhere)
            changes.insert(inRoot: "favorites.json")
            var sum = Changes()
            sum.insert("a")
            sum.add(changes)
            #expect(sum.isAnywhere && sum.names.isEmpty && sum.namesInRoot == ["favorites.json"])
        }
    }
}
