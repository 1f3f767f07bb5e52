package import Archive
package import Days
internal import Folder
internal import MirrorTree
internal import Pages
internal import Store

/// Makes thumbnails with a few processes side by side, which come with the first picture and go with the last.
package struct ThumbnailMaker: Sendable {
    package let archive: Archive
    /// The path of apod-mirror-thumbnailer.
    package let program: String
    /// Fetches NASA's smaller version of a large picture, or the poster of a video.
    package let fetch: @Sendable (_ address: String) async throws -> [UInt8]?
    package let clock: @Sendable () -> Timestamp
    /// The longest time that a decoder may stand still.
    var patience = Thumbnailer.patience

    package init(
        archive: Archive, program: String, fetch: @escaping @Sendable (_ address: String) async throws -> [UInt8]?,
        clock: @escaping @Sendable () -> Timestamp, patience: Duration = Thumbnailer.patience
    ) {
        self.archive = archive
        self.program = program
        self.fetch = fetch
        self.clock = clock
        self.patience = patience
    }

    /// The number of pictures decoded at a time: one for each core, as far as there is memory for the largest.
    static func width(cores: Int, free: Int?) -> Int {
        max(1, min(cores, 4, (free ?? .max) / Self.largest))
    }

    /// The most memory that a process takes for one picture, with its libraries: the limit of apod-mirror-thumbnailer.
    private static let largest = 300_000_000

    /// The days that lack thumbnails, of these months or of all.
    func missing(of months: Set<String>? = nil) async throws -> [Day] {
        let now = clock()
        return try await archive.perform { try $0.thumbnails.folder.missing($0.store.listing, of: months, at: now) }
    }

    /// Streams the outcome of each day as it is done, while the body runs. A failure is one of these outcomes, and
    /// neither ends nor holds up the others. The stream ends with the last day; when the body is done, or its task is
    /// cancelled, work under way is broken off.
    func thumbnails<Result>(
        of days: [Day], during body: (AsyncStream<Thumbnail>) async throws -> Result
    ) async throws -> Result {
        let (thumbnails, thumbnail) = AsyncStream.makeStream(of: Thumbnail.self)
        let queue = Monitor(days[...])
        let width = Self.width(cores: TaskThreads.width, free: FreeMemory.bytes)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { thumbnail.finish() }
                await withTaskGroup { workers in
                    for _ in 0..<min(width, days.count) {
                        workers.addTask { await work(queue) { thumbnail.yield($0) } }
                    }
                }
                // On a full disk the notes are saved with the next thumbnails.
                try? await archive.perform { try $0.notes.endDecoding() }
            }
            let result = try await body(thumbnails)
            group.cancelAll()
            return result
        }
    }

    /// Makes Today's picture where the newest one cannot be shown as it is.
    func makeToday() async throws {
        let now = clock()
        guard let picture = try await archive.perform({ try $0.today.pictureToMake(at: now) }) else { return }
        let thumbnailer = Thumbnailer(program: program, patience: patience)
        do {
            let answer = try await thumbnailer.shrink(picture.file, to: [TodayPicture.width])
            // NASA's smaller picture is better than yesterday's.
            let file: OpenFile? =
                switch answer {
                case .made(let files, _): files.first
                case .tooLarge:
                    try await archive.perform {
                        try $0.tree.root.open(ThumbnailSize.screen.path(picture.day))
                    }
                case .unreadable, .interrupted: nil
                }
            if let file {
                let staged = try await thumbnailer.stage(file, in: archive.tree)
                try await archive.perform { try $0.today.show(staged, of: picture) }
            }
        } catch {
            await thumbnailer.end()
            throw error
        }
        await thumbnailer.end()
    }

    private func work(_ queue: Monitor<ArraySlice<Day>>, _ report: (Thumbnail) -> Void) async {
        let thumbnailer = Thumbnailer(program: program, patience: patience)
        var hopeless: ThumbnailFailure?
        while !Task.isCancelled, let day = queue.withLock({ $0.popFirst() }) {
            if let hopeless {
                report(Thumbnail(day: day, outcome: .failed(hopeless)))
                continue
            }
            do {
                let outcome = try await make(day, thumbnailer)
                report(Thumbnail(day: day, outcome: outcome, words: await thumbnailer.takeWords()))
            } catch is CancellationError {
                break
            } catch {
                let failure = Self.failure(error)
                if case .hopeless = failure { hopeless = failure }
                report(Thumbnail(day: day, outcome: .failed(failure), words: await thumbnailer.takeWords()))
            }
        }
        await thumbnailer.end()
    }

    private static func failure(_ error: any Error) -> ThumbnailFailure {
        switch error {
        case is NoDecoder: .hopeless("\(error) No thumbnails are made.")
        case let error as FolderError where error.isDiskFull: .hopeless("\(error)", isDiskFull: true)
        case let error as FolderError where error.isNotWritable: .hopeless("\(error)")
        default: .trouble("\(error)")
        }
    }

    private func make(_ day: Day, _ thumbnailer: Thumbnailer) async throws -> Thumbnail.Outcome {
        let now = clock()
        guard let source = try await archive.perform({ try $0.thumbnails.source(of: day, at: now) }) else {
            return .failed(.nothingToShow)
        }
        if let picture = source.picture {
            let answer = try await thumbnailer.shrink(picture, to: source.widths, withHash: true)
            // A fault found in bytes other than those stored is the fault of the damage. Noted for the stored hash, it
            // would outlast the repair.
            if let fault = answer.fault, !source.isAsStored { return .failed(.unreadable(fault, isFirst: true)) }
            switch answer {
            case .made(let files, let complaint):
                let outcome = try await keep(files, of: source, thumbnailer)
                try await recordDecoding(source, complaint.map { "its decoder says \"\($0)\"" })
                return outcome
            case .unreadable(let reason):
                try await recordDecoding(source, ThumbnailFailure.doubt(reason))
                let mark = try await mark(source, reason, .unreadable)
                return .failed(.unreadable(reason, isFirst: !mark.wasFetchedAgain))
            case .interrupted(let reason):
                let mark = try await mark(source, reason, .interrupted)
                return .failed(.interrupted(reason, isTriedSoon: mark.isTriedSoon))
            case .tooLarge: break
            }
        }
        if let address = source.standIn, let bytes = try await fetch(address),
            case .made(let files, _) = try await thumbnailer.shrink(
                try OpenFile.inMemory("stand-in", bytes), to: source.widths, withHash: true)
        {
            return try await keep(files, of: source, thumbnailer)
        }
        _ = try await mark(source, "\(ThumbnailFailure.nothingToShow)", .nothingToShow)
        return .failed(.nothingToShow)
    }

    private func recordDecoding(_ source: ThumbnailSource, _ complaint: String?) async throws {
        guard !source.isPoster else { return }
        let now = clock()
        try await archive.perform { archive in
            try archive.notes.recordDecoding(source.day, sha256: source.sha256, complaint: complaint, now: now)
        }
    }

    private func mark(
        _ source: ThumbnailSource, _ reason: String, _ cause: ThumbnailMark.Cause
    ) async throws -> ThumbnailMark {
        let now = clock()
        return try await archive.perform { try $0.thumbnails.mark(source, reason: reason, cause, now: now) }
    }

    private func keep(
        _ files: [OpenFile], of source: ThumbnailSource, _ thumbnailer: Thumbnailer
    ) async throws -> Thumbnail.Outcome {
        var staged: [(ThumbnailSize, Saver.Staged)] = []
        do {
            for (size, file) in zip(source.sizes.sorted(by: >), files) {
                staged.append((size, try await thumbnailer.stage(file, in: archive.tree)))
            }
            let thumbnails = staged
            try await archive.perform { try $0.thumbnails.place(thumbnails, of: source) }
        } catch {
            let left = staged.map(\.1)
            await archive.perform { $0.thumbnails.discard(left) }
            throw error
        }
        return .made(source.sizes)
    }
}
