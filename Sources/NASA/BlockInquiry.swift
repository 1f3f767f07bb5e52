internal import Days

/// All requests about one block of days, until each day has its answer.
///
/// One bad day makes its whole range fail, so a range that fails is halved, down to single days, breadth first: with
/// one bad day half of the block answers at once. Where every range fails, single days spread over the block are asked
/// for, of which the pass's ``PassSuspicion`` soon knows whether the server is dead.
struct BlockInquiry {
    /// The failures without any success after which single days are tried instead of halves.
    private static let patience = 3
    /// The age in days up to which a day may still come, whatever the server says.
    static let settledAfter = 60

    private let server: EntryServer
    private let today: Day
    private let watch: PassWatch
    private var candidates: [Candidate] = []
    private var failures: [Day: EntryError] = [:]
    /// The days that an answered request covered, whatever records it had.
    private var settled: Set<Day> = []
    private var failed = 0

    init(_ server: EntryServer, today: Day, _ watch: PassWatch) {
        (self.server, self.today, self.watch) = (server, today, watch)
    }

    /// The days' answers, newest first. Days are missing where the pass ended, and were not asked for where it ended before.
    mutating func run(_ days: ClosedRange<Day>) async throws -> [DayAnswer] {
        watch.withLock { $0.beginBlock() }
        await askRanges(days)
        await askLeftOut(days)
        // Cancelled requests look like failures of their days, so there are no answers.
        try Task.checkCancellation()
        if settled.isEmpty, watch.end != nil { failures = [:] }
        return judged(days)
    }

    /// Whether no request is made any more.
    private var isOver: Bool { Task.isCancelled || watch.end != nil }

    private mutating func askRanges(_ days: ClosedRange<Day>) async {
        var queue = [days]
        var isProbing = false
        while !queue.isEmpty, !isOver {
            let part = queue.removeFirst()
            if part.count == 1 {
                await ask(part.lowerBound)
            } else if await !ask(part) {
                if isProbing || (settled.isEmpty && failed >= Self.patience) {
                    isProbing = true
                    queue = (queue + [part]).flatMap { $0 }.sorted { $0.scattered < $1.scattered }.map { $0...$0 }
                } else {
                    let middle = part.lowerBound.advanced(by: part.count / 2)
                    queue += [middle...part.upperBound, part.lowerBound...middle.advanced(by: -1)]
                }
            }
        }
    }

    /// Asks for days that a list left out, each by itself.
    private mutating func askLeftOut(_ days: ClosedRange<Day>) async {
        let expectation = watch.withLock { $0.expectation }
        let known = Set(candidates.map(\.entry.day)).union(failures.keys)
        var leftOut = settled.intersection(days).subtracting(known)
        if leftOut.remove(today) != nil, !isOver, expectation.isWanted(today), server.todayAlone.mayBegin() {
            await ask(today)
            // Today is mostly left out because it is not published yet, and a failure says nothing else.
            failures[today] = nil
        }
        while !isOver, let day = expectation.next(of: leftOut, on: today), watch.withLock({ $0.mayAskAlone() }) {
            leftOut.remove(day)
            await ask(day)
            switch failures[day] {
            case .failed(let reason), .suspicious(let reason): failures[day] = .leftOut(reason)
            case .notPublished, .leftOut, nil: break
            }
        }
    }

    /// Asks for several days at once; returns whether an answer came.
    private mutating func ask(_ days: ClosedRange<Day>) async -> Bool {
        do {
            candidates += try await server.ask(days, watch)
        } catch .absent {
            // An answer that has nothing is an answer, too.
        } catch {
            fail(days, error)
            return false
        }
        answer(days)
        return true
    }

    private mutating func ask(_ day: Day) async {
        do {
            let found = try await server.ask(day, watch)
            candidates += found
            if let other = found.first?.entry.day, !found.contains(where: { $0.entry.day == day }) {
                failures[day] = .suspicious("it is for \(other), and \(day) was asked for")
            }
            answer(day...day)
        } catch .absent {
            failures[day] = .notPublished(today.number - day.number > Self.settledAfter ? .confirmed : .notYet)
            answer(day...day)
        } catch .notYet {
            failures[day] = .notPublished(.notYet)
            answer(day...day)
        } catch {
            fail(day...day, error)
        }
    }

    private mutating func answer(_ days: ClosedRange<Day>) {
        settled.formUnion(days)
        watch.withLock { $0.recordAnswer() }
    }

    private mutating func fail(_ days: ClosedRange<Day>, _ error: RequestError) {
        failed += 1
        watch.withLock { $0.record(error, of: days) }
        guard days.count == 1 else { return }
        switch error {
        case .silent(let url, let reason), .unreadable(let url, let reason):
            failures[days.lowerBound] = .failed("\(url): \(reason)")
        case .source, .absent, .notYet: break
        }
    }

    private func judged(_ days: ClosedRange<Day>) -> [DayAnswer] {
        let byDay = Dictionary(grouping: candidates.filter { days.contains($0.entry.day) }, by: \.entry.day)
        let chosen = byDay.compactMapValues { Suspicion.choice(of: $0) }
        let contradictions = chosen.compactMapValues { $0.dates.contradiction(of: $0.entry.day) }
        let repeats = Suspicion.repeats(in: chosen.values.map(\.entry))
        let expectation = watch.withLock { $0.expectation }
        let answers: [DayAnswer] = days.reversed().compactMap { day in
            if let candidate = chosen[day] {
                let reason = candidate.doubt ?? repeats[day]
                return DayAnswer(
                    day: day, result: reason.map { .failure(.suspicious($0)) } ?? .success(candidate.entry))
            }
            if let failure = failures[day] { return DayAnswer(day: day, result: .failure(failure)) }
            guard settled.contains(day) else { return nil }
            // A list left the day out, and it was not asked for by itself.
            if day >= today { return DayAnswer(day: day, result: .failure(.notPublished(.notYet))) }
            let isQuiet = expectation.isQuiet(day, on: today)
            return DayAnswer(day: day, result: .failure(isQuiet ? .notPublished(.stillNotYet) : .leftOut(nil)))
        }
        // The address of nearly every article names its day.
        let confirmed = chosen.values.count { $0.dates.supports($0.entry.day, .address) }
        watch.withLock { suspicion in
            suspicion.recordDates(contradictions.mapValues(\.named), confirmed: confirmed, at: server.address)
            if !settled.isEmpty { suspicion.recordBlock(days.count, found: chosen.count, from: server.address) }
            suspicion.record(answers)
        }
        return answers
    }
}

extension Day {
    /// A key that orders days so that any few of them lie all over their range, without a period of their own.
    fileprivate var scattered: UInt32 {
        UInt32(truncatingIfNeeded: number) &* 2_654_435_769
    }
}
