import Folder
import Testing

@testable import DirectoryWatch

extension WatchTests {
    @Suite("may go and come back", .serialized)
    struct FolderTests {
        @Test func `the folder is deleted and made again`() async throws {
            let root = try MirrorRoot()
            let watching = try await Watching.armed(root)
            for round in 0..<20 {
                try await watching.hint(after: "its deletion, round \(round)") { try root.remove("favorites") }
                try await watching.hint(after: "its return, round \(round)") { try root.makeFolder("favorites/a") }
                try await watching.hint(after: "a link, round \(round)") { try root.link("favorites/link") }
                try await watching.hint(after: "one in its album, round \(round)") { try root.link("favorites/a/link") }
            }
            try await watching.end()
        }

        @Test func `the folder is replaced by another`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("other")
            let watching = try await Watching.armed(root)
            try await watching.hint(after: "the exchange") {
                try root.rename("favorites", to: "former")
                try root.rename("other", to: "favorites")
            }
            try await watching.hint(after: "a link in the new one") { try root.link("favorites/link") }
            let before = watching.hints
            try root.link("former/link")
            try await watching.settle()
            #expect(try await watching.end() == before)
        }

        @Test func `the folder need not be there`() async throws {
            let root = try MirrorRoot(favorites: false)
            let watching = try await Watching.armed(root)
            try await watching.hint(after: "its coming") { try root.makeFolder("favorites") }
            try await watching.hint(after: "a link") { try root.link("favorites/link") }
            try await watching.end()
        }

        @Test func `a link in the folder's place is not followed`() async throws {
            let root = try MirrorRoot(favorites: false)
            try root.makeFolder("outside")
            try root.link("favorites", to: "outside")
            let watching = try await Watching.armed(root)
            try root.link("outside/link")
            try await watching.settle()
            #expect(watching.hints == 1)
            try await watching.hint(after: "the link's removal") { try root.remove("favorites") }
            try await watching.hint(after: "a folder") { try root.makeFolder("favorites") }
            try await watching.hint(after: "a link") { try root.link("favorites/link") }
            try await watching.end()
        }

        @Test func `a root that is moved away ends the watch`() async throws {
            let root = try MirrorRoot()
            try root.makeFolder("inner/favorites")
            let watching = try await Watching.armed(root, root.watch(of: "\(root.path)/inner"))
            try root.rename("inner", to: "elsewhere")
            let failure = try await watching.failure()
            #expect(failure == "The mirror's folder \(root.path)/inner is not there.")
        }
    }
}
