import Days
import Testing

@testable import Favorites
@testable import Folder
@testable import MirrorTree

/// A pass changes the folder that it reads, so the next one finds that it changed a moment ago.
@Suite("A folder that just changed") struct RestingFoldersTests {
    private static let top = FilePath("")
    private static let link = FilePath("Tidy.jpg")
    private static let day = Day.first

    private func comparison(rest: Duration?, dropped: Bool = false) -> Reconciliation {
        var record = FavoritesRecord()
        record.add(Self.link, to: Self.day, title: nil, added: Timestamp(seconds: 0))
        let marker = Marker(state: MarkerState(inode: 1, ctime: 2), hardLinks: 1, sum: "sum")
        var scan = FavoritesScan()
        scan.links = [Self.link: Self.day]
        if dropped { scan.links["dropped.jpg"] = Self.day.advanced(by: 1) }
        return Reconciliation(
            of: .init(
                scan: scan, isSnapshot: rest == nil, unflushed: [Self.top], rest: rest,
                stored: .readable(record, sha256: "sum"),
                kept: KeptFavorites(sha256: "sum", marker: marker.state, record: record), markers: (marker, marker),
                now: Timestamp(seconds: 1), elapsed: .seconds(1)),
            after: .calm, title: { _ in nil })
    }

    @Test func `waits for its flush, and for another look, where nothing is to be recorded`() {
        let comparison = comparison(rest: .milliseconds(100))
        #expect(comparison.persistence == Persistence(folders: nil))
        #expect(comparison.scanAgain == .milliseconds(200))
    }

    @Test func `is looked at once in two seconds where a disk counts in seconds`() {
        #expect(comparison(rest: .milliseconds(2_100)).scanAgain == .milliseconds(2_100))
    }

    @Test func `is flushed once it has come to rest`() {
        let comparison = comparison(rest: nil)
        #expect(comparison.persistence == Persistence(folders: [Self.top]))
        #expect(comparison.scanAgain == nil)
    }

    @Test func `is flushed at once where a link was dropped`() {
        let comparison = comparison(rest: .milliseconds(100), dropped: true)
        #expect(comparison.persistence.folders == [Self.top] && comparison.persistence.record != nil)
        #expect(comparison.scanAgain == nil)
    }
}
