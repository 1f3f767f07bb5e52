import Days
import Folder
import Testing

@testable import Favorites
@testable import MirrorTestSupport

@Suite("Files that may be thumbnails are compared a few times, and not for ever")
struct TakenThumbnailsTests {
    private let path: FilePath = "2026-11-20.320.jpg"
    private let found: [FilePath: Day] = ["2026-11-20.320.jpg": day]
    private var inventory: FavoritesInventory {
        var inventory = FavoritesInventory()
        inventory.links[path] = day
        return inventory
    }

    @Test func `ever less often, and within a minute`() {
        var taken = TakenThumbnails()
        var now = Duration.zero
        var attempts = 0
        repeat {
            attempts += 1
            #expect(taken.update(found, of: [], inventory, now: now) == (attempts <= 5 ? [day] : []))
            guard let (names, wait) = taken.next(after: now) else { break }
            #expect(names == [path] && wait > .zero)
            now += wait
        } while attempts < 100
        #expect(attempts == 6 && now < .seconds(70))
    }

    @Test func `a pass over other names forgets none, and one that went is waited for no more`() throws {
        var taken = TakenThumbnails()
        _ = taken.update(found, of: [], inventory, now: .zero)
        #expect(taken.update([:], of: [], inventory, now: .seconds(1)) == [])
        #expect(try #require(taken.next(after: .seconds(1))).wait == .seconds(1))
        _ = taken.update([:], of: [], FavoritesInventory(), now: .seconds(2))
        #expect(taken.next(after: .seconds(2)) == nil)
    }

    @Test func `one that is a link by now is waited for no more`() {
        var taken = TakenThumbnails()
        _ = taken.update(found, of: [], inventory, now: .zero)
        let entry = FavoritesEntry(path: path, day: day, form: .link(to: "../somewhere"))
        _ = taken.update([:], of: [entry], inventory, now: .seconds(2))
        #expect(taken.next(after: .seconds(2)) == nil)
    }
}
