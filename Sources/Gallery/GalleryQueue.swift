internal import Days
internal import Folder
internal import MirrorTree
internal import Settings

/// The work that events have left for the gallery updater, and which of it comes next: a value, so that its order is
/// tested without pictures and pages.
struct GalleryWork {
    typealias Time = ContinuousClock.Instant

    enum Step: Equatable {
        /// Thumbnails to make and to remove, and a check of Today's picture.
        case thumbnails(Set<Day>, gone: Set<Day>, isTodayDue: Bool)
        case fetching(Set<Day>)
        case pages(DuePages)
        case end
    }

    private var thumbnails: Set<Day> = []
    private var gone: Set<Day> = []
    private var isTodayDue = false
    /// Days that are tried again at a time while events may still come, or after a pass over NASA. A day may be in both,
    /// and is tried once.
    var later: [Day: Time] = [:]
    var afterPass: Set<Day> = []
    /// Whether a pass has ended since thumbnails were taken.
    private var isAfterPass = false
    /// Days whose thumbnails are being made; `nil` while none are.
    var underWay: Set<Day>?
    /// Days whose pictures are to be fetched again.
    var again: Set<Day> = []
    var isFetching = false
    private(set) var pages = DuePages()
    /// The time for these pages, and the earliest one for the next.
    private var pagesFrom: Time?
    private var nextFrom: Time?
    /// Whether no more events will come.
    var isClosing = false

    private static let daysAtATime = 64
    /// A short wait gathers changes into one write; a thumbnail mostly comes right after its picture.
    private static let gathering = Duration.milliseconds(250)
    private static let apart = Duration.seconds(1)

    /// The time of the next step; `nil` while only an event, or the end of what is under way, brings one.
    func wake(at now: Time) -> Time? {
        let areThumbnailsDue = !thumbnails.isEmpty || !gone.isEmpty || isTodayDue
        if underWay == nil && areThumbnailsDue || !isFetching && !again.isEmpty { return now }
        // The last pages, and the end, come as soon as nothing else is under way.
        if isClosing, underWay == nil, !isFetching { return now }
        let trying = underWay == nil && !isClosing ? later.values.min() : nil
        return [trying, pages.isEmpty ? nil : pagesFrom].compactMap(\.self).min()
    }

    /// Takes the next step: thumbnails, then pictures to fetch, then pages. The first two are under way until their ends are
    /// noted.
    mutating func take(at now: Time) -> Step? {
        guard let wake = wake(at: now), wake <= now else { return nil }
        if underWay == nil, let thumbnails = takeThumbnails(at: now) { return thumbnails }
        if !isFetching, !again.isEmpty {
            defer { (isFetching, again) = (true, []) }
            return .fetching(again)
        }
        defer { pages = DuePages() }
        return pages.isEmpty ? .end : .pages(pages)
    }

    /// Takes the thumbnails that come after those that were under way: the newest days first, and not many at once.
    mutating func takeThumbnails(at now: Time) -> Step? {
        underWay = nil
        if isAfterPass { thumbnails.formUnion(afterPass) }
        isAfterPass = false
        if !isClosing { add(thumbnails: later.filter { $0.value <= now }.map(\.key)) }
        guard !thumbnails.isEmpty || !gone.isEmpty || isTodayDue else { return nil }
        let days = Set(thumbnails.sorted(by: >).prefix(Self.daysAtATime))
        defer { (underWay, thumbnails, gone, isTodayDue) = (days, thumbnails.subtracting(days), [], false) }
        forget(days)
        return .thumbnails(days, gone: gone, isTodayDue: isTodayDue)
    }

    /// Has days tried again that could not be tried, and all that come next with them: at a time, or after a pass where one
    /// ends earlier.
    mutating func putOff(_ days: Set<Day>, until time: Time) {
        let days = days.union(thumbnails)
        thumbnails = []
        afterPass.formUnion(days)
        for day in days { later[day] = time }
    }

    /// Ends the writing of pages. Those that could not be written are tried again with the next, at the latest at that time;
    /// at the end they were tried for the last time.
    mutating func endPages(at now: Time, failed: DuePages, until time: Time) {
        nextFrom = now + Self.apart
        if !failed.isEmpty, !isClosing { add(failed, from: time) }
    }

    // MARK: What is added

    mutating func add(_ event: MirrorEvent, at now: Time) {
        switch event {
        case .stored(let metadata, .picture): add([metadata.date], needThumbnails: true, at: now)
        // A page that the mirror rendered changes with its words.
        case .stored(let metadata, _):
            add([metadata.date], needThumbnails: metadata.mirror.picture?.kind == .page, at: now)
        case .absent(let day, .pending): add([day], at: now)
        case .changed(let days, .favorites): add(DuePages(favorites: days), at: now)
        case .changed(let days, .returned): add(days, needThumbnails: true, at: now)
        case .changed(let days, .putBack):
            add(days, at: now)
            isTodayDue = true
        case .changed(let days, .removed):
            add(days, at: now)
            thumbnails.subtract(days)
            forget(days)
            gone.formUnion(days)
            isTodayDue = true
        case .taken(.today): isTodayDue = true
        case .taken(.page): add(.missing, at: now)
        case .passEnded:
            (isAfterPass, isTodayDue) = (true, true)
            add(.overview, at: now)
        case .step, .absent, .thumbnail, .trouble: break
        }
    }

    private mutating func add(_ days: [Day], needThumbnails: Bool = false, at now: Time) {
        add(DuePages(months: days.map(\.month)), at: now)
        if needThumbnails { add(thumbnails: days) }
    }

    mutating func add(_ due: DuePages, at now: Time) { add(due, from: max(nextFrom ?? now, now + Self.gathering)) }

    private mutating func add(_ due: DuePages, from time: Time) {
        pagesFrom = pages.isEmpty ? time : min(pagesFrom ?? time, time)
        pages.formUnion(due)
    }

    mutating func add(thumbnails days: [Day]) {
        thumbnails.formUnion(days)
        isTodayDue = isTodayDue || !days.isEmpty
    }

    /// Adds days that lack a thumbnail, except those whose thumbnails are being made.
    mutating func add(lacking days: [Day]) { thumbnails.formUnion(Set(days).subtracting(underWay ?? [])) }

    private mutating func forget(_ days: some Sequence<Day>) {
        for day in days { later[day] = nil }
        afterPass.subtract(days)
    }
}

/// The work as the updater's loop, its children and the mirror's listeners share it. Only the loop waits.
final class GalleryQueue: Sendable {
    let pictureTroubles = Troubles()
    let pageTroubles = Troubles()
    private let work = Monitor(GalleryWork())
    private let bell = Bell()

    /// Changes the work, and wakes the loop where its next step comes earlier by that.
    func change(_ body: (inout GalleryWork, _ now: GalleryWork.Time) -> Void) {
        let now = ContinuousClock.now
        work.withLock { work in
            let before = work.wake(at: now)
            body(&work, now)
            // The bell keeps a ring until the loop waits, and the loop looks at the work before each wait.
            if let after = work.wake(at: now), before.map({ after < $0 }) ?? true { bell.ring() }
        }
    }

    /// Waits for the next step, and takes it.
    func next() async throws -> GalleryWork.Step {
        while true {
            let now = ContinuousClock.now
            let (step, wake) = work.withLock { ($0.take(at: now), $0.wake(at: now)) }
            if let step { return step }
            guard let wake else {
                try await bell.wait()
                continue
            }
            try await bell.wait { try await Pause().wait(for: now.duration(to: wake)) }
        }
    }

    /// Ends the thumbnails under way, and takes the next.
    func nextThumbnails() -> GalleryWork.Step? {
        var next: GalleryWork.Step?
        change { next = $0.takeThumbnails(at: $1) }
        return next
    }

    /// The pages that are due by now.
    var pages: DuePages { work.withLock { $0.pages } }
}
