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
            try root.makeFolder("inner/control")
            let watch = DirectoryWatch(root: "\(root.path)/inner", folder: "favorites", control: "control") { _ in false
            }
            let watching = try await Watching.armed(root, watch)
            try root.rename("inner", to: "elsewhere")
            #expect(try await watching.failure() == .noRoot(path: "\(root.path)/inner"))
        }

        @Test func `without its control folder there is no watch`() async throws {
            let root = try MirrorRoot(control: false)
            let failure = try await Watching(root).failure()
            #expect(failure == .noControl(path: "\(root.path)/.apod-mirror/control"))
            #expect(failure?.description.contains("\(root.path)/.apod-mirror/control is not there") == true)
        }

        @Test func `an iteration that failed is over`() async throws {
            let root = try MirrorRoot(control: false)
            try await soon("its end") {
                var hints = root.watch().makeAsyncIterator()
                await #expect(throws: WatchError.self) { try await hints.next() }
                let hint = try await hints.next()
                #expect(hint == nil)
            }
        }
    }
}
