internal import Days
internal import Folder
internal import MirrorTree
internal import Settings

/// The queue of work for the gallery updater: filled by the mirror's events, emptied by the tasks that make thumbnails
/// and pages.
final class GalleryQueue: Sendable {
    private struct State {
        var pictures = Pictures()
        /// Days whose thumbnails are being made.
        var underWay: Set<Day> = []
        var pages = DuePages()
        var again: Set<Day> = []
        var isFetchingAgain = false
        var interrupted: Set<Day> = []
        /// Whether no more work will come from events.
        var isClosing = false
        /// Whether no more work will come from thumbnails.
        var areThumbnailsDone = false

        mutating func enqueue(_ days: [Day], needThumbnails: Bool) {
            pages.add(days)
            guard needThumbnails else { return }
            pictures.days.formUnion(days)
            pictures.isTodayDue = true
        }
    }

    /// Work on pictures: thumbnails to make, thumbnails to remove, and a check of Today's picture.
    struct Pictures: Sendable {
        var days: Set<Day> = []
        /// Days whose pictures were put back, and whose thumbnails may have gone meanwhile.
        var back: Set<Day> = []
        var gone: Set<Day> = []
        var isTodayDue = false
        /// Whether a pass over NASA has ended, so that failed thumbnails are tried again.
        var isAfterRefresh = false

        var isEmpty: Bool { days.isEmpty && back.isEmpty && gone.isEmpty && !isTodayDue && !isAfterRefresh }
    }

    let pictureTroubles = Troubles()
    let pageTroubles = Troubles()
    private let state = Monitor(State())
    private let picturesBell = Bell()
    private let pagesBell = Bell()
    private let againBell = Bell()
    private let interruptedBell = Bell()
    private let closingBell = Bell()

    func handle(_ event: MirrorEvent) {
        change { state in
            switch event {
            case .stored(let metadata, .picture): state.enqueue([metadata.date], needThumbnails: true)
            // A page that the mirror rendered changes with its words.
            case .stored(let metadata, _):
                state.enqueue([metadata.date], needThumbnails: metadata.mirror.picture?.kind == .page)
            case .absent(let day, .pending): state.enqueue([day], needThumbnails: false)
            case .changed(let days, .favorites): state.pages.add(favorites: days)
            case .changed(let days, .returned): state.enqueue(days, needThumbnails: true)
            case .changed(let days, .putBack):
                state.enqueue(days, needThumbnails: false)
                state.pictures.back.formUnion(days)
                state.pictures.isTodayDue = true
            case .changed(let days, .removed):
                state.enqueue(days, needThumbnails: false)
                state.pictures.days.subtract(days)
                state.pictures.back.subtract(days)
                state.pictures.gone.formUnion(days)
                state.pictures.isTodayDue = true
            case .taken(.today): state.pictures.isTodayDue = true
            case .taken(.page): state.pages.formUnion(.missing)
            case .passEnded:
                state.pictures.isAfterRefresh = true
                state.pictures.isTodayDue = true
                state.pages.formUnion(.overview)
            case .step, .absent, .thumbnail, .trouble: break
            }
        }
    }

    func enqueue(thumbnails days: some Sequence<Day>) {
        change {
            $0.pictures.days.formUnion(days)
            $0.pictures.isTodayDue = true
        }
    }

    /// Adds days that lack a thumbnail, except those whose thumbnails are being made.
    func enqueue(lacking days: some Sequence<Day>) {
        change { $0.pictures.days.formUnion(Set(days).subtracting($0.underWay)) }
    }

    func enqueue(pages: DuePages) {
        change { $0.pages.formUnion(pages) }
    }

    func enqueue(again day: Day) {
        change { $0.again.insert(day) }
    }

    func enqueue(interrupted day: Day) {
        state.withLock { _ = $0.interrupted.insert(day) }
        interruptedBell.ring()
    }

    /// Waits for days whose decoding was interrupted.
    func interrupted() async throws -> Set<Day> {
        while true {
            let days = state.withLock { state in
                defer { state.interrupted = [] }
                return state.interrupted
            }
            if !days.isEmpty { return days }
            try await interruptedBell.wait()
        }
    }

    func finishFetchingAgain() {
        change { $0.isFetchingAgain = false }
    }

    /// Ends the queue; work noted before is still handed out.
    func close() {
        change { $0.isClosing = true }
        closingBell.ring()
    }

    /// Waits so that more work is gathered, unless the queue is closing.
    func rest(for duration: Duration) async throws {
        if state.withLock({ $0.isClosing }) { return }
        try await closingBell.wait { try await Pause().wait(for: duration) }
    }

    func finishThumbnails() {
        change { $0.areThumbnailsDone = true }
    }

    /// Waits for work on pictures, the newest days first and not many at once; `nil` when no more will come.
    func pictures() async throws -> Pictures? {
        try await next(picturesBell) { state in
            // The caller has finished the days that it took before.
            state.underWay = []
            guard !state.pictures.isEmpty else { return nil }
            var work = state.pictures
            work.days = Set(work.days.sorted(by: >).prefix(Self.daysAtATime))
            state.pictures = Pictures(days: state.pictures.days.subtracting(work.days))
            state.underWay = work.days
            return work
        } isOver: {
            // Pictures that are being fetched again will need thumbnails, too.
            $0.isClosing && $0.again.isEmpty && !$0.isFetchingAgain
        }
    }

    private static let daysAtATime = 64

    /// Waits until a page is due, without taking it; returns `false` when no more will be.
    func arePagesDue() async throws -> Bool {
        try await next(pagesBell) {
            $0.pages.isEmpty ? nil : true
        } isOver: {
            $0.areThumbnailsDone
        } ?? false
    }

    /// Takes all pages that are due.
    func takePages() -> DuePages {
        state.withLock { state in
            defer { state.pages = DuePages() }
            return state.pages
        }
    }

    /// Waits for days whose pictures are to be fetched again; `nil` when there will be none.
    func again() async throws -> Set<Day>? {
        try await next(againBell) { state in
            guard !state.again.isEmpty else { return nil }
            state.isFetchingAgain = true
            defer { state.again = [] }
            return state.again
        } isOver: {
            $0.areThumbnailsDone
        }
    }

    private func next<Work>(
        _ bell: Bell, _ take: (inout State) -> Work?, isOver: (State) -> Bool
    ) async throws -> Work? {
        while true {
            let (work, isOver) = state.withLock { (take(&$0), isOver($0)) }
            if work != nil || isOver { return work }
            try await bell.wait()
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        for bell in [picturesBell, pagesBell, againBell] { bell.ring() }
    }
}
