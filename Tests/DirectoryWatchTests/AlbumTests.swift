import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("knows its albums", .serialized)
    struct AlbumTests {
        @Test func `albums that were there are watched to any depth`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("favorites/a/b/c/d")
            let watching = try await Watching.armed(root)
            for album in ["a", "a/b", "a/b/c", "a/b/c/d"] {
                try await watching.hint(after: "a link in \(album)") { try root.link("favorites/\(album)/link") }
            }
            try await watching.end()
        }

        @Test func `albums made at once with what is in them are watched`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            for round in 0..<20 {
                try await watching.hint(after: "a tree") {
                    try root.makeFolder("favorites/\(round)/b/c/d")
                    try root.link("favorites/\(round)/b/c/d/first")
                }
                try await watching.hint(after: "a link far below") { try root.link("favorites/\(round)/b/c/d/second") }
                try await watching.hint(after: "a link between") { try root.link("favorites/\(round)/b/second") }
            }
            try await watching.end()
        }

        @Test func `a tree that is moved in is watched`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("outside/b/c")
            let watching = try await Watching.armed(root)
            try await watching.hint(after: "the move") { try root.rename("outside", to: "favorites/a") }
            try await watching.hint(after: "a link far below") { try root.link("favorites/a/b/c/link") }
            try await watching.end()
        }

        @Test func `a tree that is moved out is watched no more`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("favorites/a/b")
            let watching = try await Watching.armed(root)
            try await watching.hint(after: "the move") { try root.rename("favorites/a", to: "outside") }
            try await watching.settle()
            let before = watching.hints
            try root.link("outside/link")
            try root.link("outside/b/link")
            try await watching.settle()
            #expect(try await watching.end() == before)
        }

        /// The file system gives the new album the old one's inode.
        @Test func `an album is deleted and made again fifty times`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            for round in 0..<50 {
                try await watching.hint(after: "making it, round \(round)") { try root.makeFolder("favorites/a/b") }
                try await watching.hint(after: "a link, round \(round)") { try root.link("favorites/a/b/link") }
                try await watching.hint(after: "deleting it, round \(round)") { try root.remove("favorites/a") }
            }
            for round in 0..<50 {
                try root.makeFolder("favorites/a")
                try root.removeFolder("favorites/a")
                try root.makeFolder("favorites/a")
                try await watching.hint(after: "a link, fast round \(round)") { try root.link("favorites/a/link") }
                try root.remove("favorites/a")
            }
            try await watching.end()
        }

        /// The new album may have the inode of the deleted one before the reader knows of the deletion.
        @Test func `albums are deleted while trees are made`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            for round in 0..<100 {
                try root.makeFolder("favorites/old")
                try await watching.settle()
                try root.makeFolder("favorites/\(round)")
                try root.removeFolder("favorites/old")
                try root.makeFolder("favorites/\(round)/b/c")
                for album in ["", "/b", "/b/c"] {
                    try await watching.hint(after: "a link, round \(round)\(album)") {
                        try root.link("favorites/\(round)\(album)/link")
                    }
                }
            }
            try await watching.end()
        }

        @Test func `a renamed album is still watched, and one of its former name too`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("favorites/a/below")
            let watching = try await Watching.armed(root)
            try await watching.hint(after: "the rename") { try root.rename("favorites/a", to: "favorites/b") }
            try await watching.hint(after: "a drop in it") { try root.link("favorites/b/link") }
            try await watching.hint(after: "a drop below it") { try root.link("favorites/b/below/link") }
            try await watching.hint(after: "a new album of the name") { try root.makeFolder("favorites/a") }
            try await watching.hint(after: "a drop in that") { try root.link("favorites/a/link") }
            try await watching.end()
        }

        @Test func `an album's place is taken by a link`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("favorites/a")
            try root.makeFolder("outside")
            let watching = try await Watching.armed(root)
            try await watching.hint(after: "the exchange") {
                try root.removeFolder("favorites/a")
                try root.link("favorites/a", to: "../outside")
            }
            try await watching.settle()
            let before = watching.hints
            try root.link("outside/link")
            try await watching.settle()
            #expect(try await watching.end() == before)
        }

        @Test func `a thousand albums are watched, and a thousand more come and go`() async throws {
            let root = try MirrorRoot()
            for number in 0..<1_000 { try root.makeFolder("favorites/\(number)") }
            let watching = try await Watching.armed(root)
            for number in stride(from: 0, to: 1_000, by: 333) {
                try await watching.hint(after: "a link in \(number)") { try root.link("favorites/\(number)/link") }
            }
            for number in 1_000..<2_000 { try root.makeFolder("favorites/\(number)") }
            try await watching.hint(after: "a link in the last") { try root.link("favorites/1999/link") }
            for number in 0..<1_999 { try root.remove("favorites/\(number)") }
            try await watching.hint(after: "a link in the one left") { try root.link("favorites/1999/other") }
            try await watching.end()
        }
    }
}
