/// Everything that is asked about one block of days, until each day has its answer.
///
/// One bad day makes its whole range fail, so a range that fails is halved, down to single days, breadth first: with
/// one bad day half of the block answers at once. Where nothing answers at all, single days spread over the block
/// decide whether the server is dead, so a dead one costs about twenty questions and not two for each day.
struct BlockInquiry {
    /// Failures without any success, after which single days are tried instead of halves.
    private static let patience = 8
    /// Single days that must fail before the server is given up.
    private static let probes = 12
    /// Too few days to tell a dead server from bad days.
    private static let tooFew = 3
    /// Younger than this a day may still come, whatever the server says.
    static let settledAfter = 60

    private let server: any EntryServer
    private let today: Day
    private var candidates: [Candidate] = []
    private var failures: [Day: EntryError] = [:]
    /// Those that a question was answered for, by whatever records.
    private var settled: Set<Day> = []
    private var failed = 0
    private var failedAlone = 0

    init(server: any EntryServer, today: Day) {
        self.server = server
        self.today = today
    }

    /// The days' answers, newest first, and what ended the inquiry early: then days are missing among them.
    mutating func run(_ days: ClosedRange<Day>) async -> (answers: [DayAnswer], end: (any Error)?) {
        var end: (any Error)?
        do {
            try await askRanges(days)
            try await askMissing(days)
        } catch {
            end = error
        }
        // Questions that were cancelled look like failures of their days.
        if Task.isCancelled { return ([], CancellationError()) }
        return (judged(days, isComplete: end == nil), end)
    }

    private mutating func askRanges(_ days: ClosedRange<Day>) async throws(SourceError) {
        var queue = [days]
        var isProbing = false
        while !queue.isEmpty, !Task.isCancelled {
            let part = queue.removeFirst()
            if part.count == 1 {
                let reason = try await ask(part.lowerBound)
                guard let reason, settled.isEmpty else { continue }
                failedAlone += 1
                if failedAlone >= min(Self.probes, days.count), days.count > Self.tooFew {
                    // Then it is not the days that failed.
                    failures = [:]
                    throw .unreachable(url: reason.url, reason: "every answer failed, at last with \(reason.reason)")
                }
                continue
            }
            do {
                candidates += try await server.ask(part)
                settled.formUnion(part)
                continue
            } catch .source(let error) {
                throw error
            } catch .absent {
                settled.formUnion(part)
                continue
            } catch {
                failed += 1
            }
            if isProbing || (settled.isEmpty && failed >= Self.patience) {
                isProbing = true
                queue = (queue + [part]).flatMap { $0 }.sorted { $0.scattered < $1.scattered }.map { $0...$0 }
            } else {
                let middle = part.lowerBound.advanced(by: part.count / 2)
                queue += [middle...part.upperBound, part.lowerBound...middle.advanced(by: -1)]
            }
        }
    }

    /// Asks for the old days that a range left out; younger ones need no question, they are simply not there yet.
    private mutating func askMissing(_ days: ClosedRange<Day>) async throws(SourceError) {
        let present = Set(candidates.map(\.entry.day))
        for day in days.reversed() where !present.contains(day) && failures[day] == nil {
            guard isSettled(day), !Task.isCancelled else { continue }
            _ = try await ask(day)
        }
    }

    /// Asks for one day; what made the question fail, if it did.
    private mutating func ask(_ day: Day) async throws(SourceError) -> (url: String, reason: String)? {
        do {
            let found = try await server.ask(day)
            settled.insert(day)
            candidates += found
            if let other = found.first?.entry.day, !found.contains(where: { $0.entry.day == day }) {
                failures[day] = .suspicious("it is for \(other), and \(day) was asked for")
            }
        } catch {
            switch error {
            case .source(let error):
                throw error
            case .unreadable(let url, let reason):
                failures[day] = .failed("\(url): \(reason)")
                return (url, reason)
            case .absent:
                settled.insert(day)
                failures[day] = .notPublished(confirmed: isSettled(day))
            case .notYet:
                settled.insert(day)
                failures[day] = .notPublished(confirmed: false)
            }
        }
        return nil
    }

    private func isSettled(_ day: Day) -> Bool {
        today.number - day.number > Self.settledAfter
    }

    private func judged(_ days: ClosedRange<Day>, isComplete: Bool) -> [DayAnswer] {
        let byDay = Dictionary(grouping: candidates.filter { days.contains($0.entry.day) }, by: \.entry.day)
        let chosen = byDay.compactMapValues { Suspicion.choice(of: $0)?.entry }
        let repeats = Suspicion.repeats(in: Array(chosen.values))
        return days.reversed().compactMap { day in
            if let entry = chosen[day] {
                let reason = Suspicion.reason(against: entry) ?? repeats[day]
                return DayAnswer(day: day, result: reason.map { .failure(.suspicious($0)) } ?? .success(entry))
            }
            if let failure = failures[day] { return DayAnswer(day: day, result: .failure(failure)) }
            guard settled.contains(day), isComplete || !isSettled(day) else { return nil }
            return DayAnswer(day: day, result: .failure(.notPublished(confirmed: false)))
        }
    }
}

extension Day {
    /// Orders days so that any few of them lie all over their range, without a period of their own.
    fileprivate var scattered: UInt32 {
        UInt32(truncatingIfNeeded: number) &* 2_654_435_769
    }
}
