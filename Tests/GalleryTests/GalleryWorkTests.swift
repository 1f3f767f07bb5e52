import Days
import Testing

@testable import Gallery
@testable import MirrorTestSupport
@testable import MirrorTree

@Suite("The order of the gallery's work")
struct GalleryWorkTests {
    private var work = GalleryWork()
    private let start = ContinuousClock.now
    private let day = Day.of("2026-11-20")
    private let other = Day.of("2026-11-19")

    private func at(_ seconds: Double) -> GalleryWork.Time { start + .seconds(seconds) }

    private func thumbnails(_ days: Day...) -> GalleryWork.Step {
        .thumbnails(Set(days), gone: [], isTodayDue: !days.isEmpty)
    }

    /// The steps that come one after the other, each as long as the clock says so.
    private mutating func steps(at seconds: Double) -> [GalleryWork.Step] {
        var steps: [GalleryWork.Step] = []
        while let step = work.take(at: at(seconds)), steps.last != .end { steps.append(step) }
        return steps
    }

    @Test mutating func `a picture gets its thumbnails at once, and its place in the pages then`() {
        work.add(.changed([day], .returned), at: start)
        #expect(work.wake(at: start) == start)
        #expect(steps(at: 0) == [thumbnails(day)])
        #expect(work.wake(at: start) == at(0.25))
        #expect(steps(at: 0.3) == [.pages(DuePages(of: day))])
        #expect(work.wake(at: at(0.3)) == nil)
    }

    @Test mutating func `pages are written once a second at most, also while thumbnails are made`() {
        work.add(.changed([day, other], .returned), at: start)
        #expect(steps(at: 0) == [thumbnails(day, other)])
        #expect(steps(at: 0.25).count == 1)
        work.endPages(at: at(0.5), failed: DuePages(), until: at(9))
        work.add(DuePages(of: day), at: at(0.6))
        work.isClosing = true
        #expect(work.wake(at: at(0.6)) == at(1.5))
        #expect(steps(at: 1.4) == [])
        // A favorite long after the last writing comes soon, and is not put off by others.
        #expect(steps(at: 1.5).count == 1)
        work.endPages(at: at(1.5), failed: DuePages(), until: at(9))
        for tenth in 0...2 { work.add(.changed([day], .favorites), at: at(9 + Double(tenth) / 10)) }
        #expect(work.wake(at: at(9.2)) == at(9.25))
    }

    @Test mutating func `pages that could not be written are tried again by themselves, and with the next`() {
        work.endPages(at: at(1), failed: DuePages(of: day), until: at(60))
        #expect(work.wake(at: at(1)) == at(60))
        #expect(steps(at: 60) == [.pages(DuePages(of: day))])
        work.endPages(at: at(61), failed: DuePages(of: day), until: at(120))
        work.add(DuePages(favorites: [other]), at: at(70))
        #expect(work.wake(at: at(70)) == at(70.25))
        var both = DuePages(of: day)
        both.formUnion(DuePages(favorites: [other]))
        #expect(steps(at: 70.25) == [.pages(both)])
        // At the end they are tried once more.
        work.endPages(at: at(71), failed: DuePages(of: day), until: at(120))
        work.isClosing = true
        #expect(steps(at: 72).first == .pages(DuePages(of: day)))
        work.endPages(at: at(73), failed: DuePages(of: day), until: at(120))
        #expect(steps(at: 73) == [.end])
    }

    @Test mutating func `the newest days come first, and not many at once`() {
        let days = (0..<100).map { day.advanced(by: -$0) }
        work.add(thumbnails: days)
        #expect(steps(at: 0) == [.thumbnails(Set(days.prefix(64)), gone: [], isTodayDue: true)])
        #expect(steps(at: 1) == [])
        work.underWay = nil
        #expect(steps(at: 1) == [.thumbnails(Set(days.suffix(36)), gone: [], isTodayDue: false)])
    }

    @Test mutating func `a picture that is fetched again holds up neither thumbnails nor pages, but the end`() {
        work.again = [day]
        #expect(steps(at: 0) == [.fetching([day])])
        work.again = [other]
        work.add(.changed([other], .returned), at: start)
        work.isClosing = true
        #expect(steps(at: 1) == [thumbnails(other), .pages(DuePages(of: other))])
        work.underWay = nil
        work.isFetching = false
        #expect(steps(at: 1) == [.fetching([other])])
        work.isFetching = false
        #expect(steps(at: 1) == [.end])
    }

    @Test mutating func `what is tried again is taken at its time, whatever is under way before`() {
        work.add(thumbnails: [other])
        #expect(steps(at: 0) == [thumbnails(other)])
        work.later[day] = at(60)
        #expect(work.wake(at: start) == nil)
        work.underWay = nil
        #expect(work.wake(at: start) == at(60))
        #expect(steps(at: 59) == [] && steps(at: 61) == [thumbnails(day)])
        work.underWay = nil
        #expect(work.wake(at: at(61)) == nil)
        // One that waits for a pass, too, is tried once.
        work.later[day] = at(120)
        work.afterPass = [day]
        work.add(.passEnded, at: at(70))
        #expect(steps(at: 70) == [thumbnails(day)])
        work.underWay = nil
        #expect(steps(at: 999) == [.pages(.overview)])
        work.add(.passEnded, at: at(999))
        #expect(steps(at: 999) == [.thumbnails([], gone: [], isTodayDue: true)])
    }

    /// A sync is over before the last of its pictures is decoded.
    @Test mutating func `what fails after a pass has ended is tried once more after what was under way`() {
        work.add(thumbnails: [day])
        #expect(steps(at: 0) == [thumbnails(day)])
        work.add(.passEnded, at: start)
        work.isClosing = true
        work.afterPass = [day]
        #expect(work.takeThumbnails(at: start) == thumbnails(day))
        work.afterPass = [day]
        #expect(work.takeThumbnails(at: start) == nil)
    }

    @Test mutating func `where one day says that none can be made, the others wait with it`() {
        let days = (0..<100).map { day.advanced(by: -$0) }
        work.add(thumbnails: days)
        #expect(steps(at: 0).count == 1)
        work.putOff([day], until: at(60))
        #expect(work.takeThumbnails(at: start) == nil && work.wake(at: start) == at(60))
        #expect(steps(at: 61) == [.thumbnails(Set([day] + days.suffix(36)), gone: [], isTodayDue: true)])
        // A pass that ends earlier may have found room.
        work.putOff([day], until: at(120))
        work.add(.passEnded, at: at(70))
        #expect(work.takeThumbnails(at: at(70)) == thumbnails(day))
    }

    @Test mutating func `the end waits for no other try, and all that is due comes before`() {
        work.later[day] = at(60)
        work.add(.changed([other], .removed), at: start)
        work.isClosing = true
        #expect(steps(at: 0) == [.thumbnails([], gone: [other], isTodayDue: true)])
        work.underWay = nil
        #expect(steps(at: 0) == [.pages(DuePages(of: other)), .end])
    }
}
