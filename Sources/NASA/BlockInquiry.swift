internal import Days

/// All requests about one block of days, until each day has its answer.
///
/// One bad day makes its whole range fail, so a range that fails is halved, down to single days, breadth first: with
/// one bad day half of the block answers at once. Where every range fails, a few single days spread over the block
/// decide whether the server is dead, so a dead one costs a handful of requests and not two for each day.
struct BlockInquiry {
    /// The failures without any success after which single days are tried instead of halves.
    private static let patience = 3
    /// The single days that must fail before the server is given up.
    private static let probes = 5
    /// Too few days to tell a dead server from bad days.
    private static let tooFew = 3
    /// The age in days up to which a day may still come, whatever the server says.
    static let settledAfter = 60

    private let server: any EntryServer
    private let today: Day
    private let watch: PassWatch
    private let todayAlone: HourlyRequest
    private var candidates: [Candidate] = []
    private var failures: [Day: EntryError] = [:]
    /// The days that an answered request covered, whatever records it had.
    private var settled: Set<Day> = []
    /// The requests that failed, those for single days included.
    private var failed = 0
    private var failedAlone = 0
    private var lastFailure: (url: String, reason: String)?

    /// - Parameter todayAlone: the bound of requests for today by its own address.
    init(server: any EntryServer, today: Day, watch: PassWatch, todayAlone: HourlyRequest) {
        self.server = server
        self.today = today
        self.watch = watch
        self.todayAlone = todayAlone
    }

    /// The days' answers, newest first, and the error that ended the inquiry early, in which case days are missing.
    mutating func run(_ days: ClosedRange<Day>) async -> (answers: [DayAnswer], end: (any Error)?) {
        var end: (any Error)?
        do {
            try await askRanges(days)
            try await askLeftOut(days)
            try reportLife(days)
        } catch {
            end = error
        }
        // Cancelled requests look like failures of their days, so there are no answers.
        if Task.isCancelled { return ([], CancellationError()) }
        let answers = judged(days)
        watch.withLock { $0.record(answers) }
        return (answers, end)
    }

    private mutating func askRanges(_ days: ClosedRange<Day>) async throws {
        var queue = [days]
        var isProbing = false
        while !queue.isEmpty, !Task.isCancelled {
            let part = queue.removeFirst()
            if part.count == 1 {
                try await ask(part.lowerBound)
                guard settled.isEmpty, failedAlone >= min(Self.probes, days.count), days.count > Self.tooFew,
                    let lastFailure
                else { continue }
                // The server is at fault, and not the days.
                failures = [:]
                throw SourceError.unreachable(
                    url: lastFailure.url, reason: "every answer failed, at last with \(lastFailure.reason)")
            }
            if try await ask(part) { continue }
            if isProbing || (settled.isEmpty && failed >= Self.patience) {
                isProbing = true
                queue = (queue + [part]).flatMap { $0 }.sorted { $0.scattered < $1.scattered }.map { $0...$0 }
            } else {
                let middle = part.lowerBound.advanced(by: part.count / 2)
                queue += [middle...part.upperBound, part.lowerBound...middle.advanced(by: -1)]
            }
        }
    }

    /// Asks for days that a list left out, each by itself.
    private mutating func askLeftOut(_ days: ClosedRange<Day>) async throws {
        let expectation = watch.withLock { $0.expectation }
        let known = Set(candidates.map(\.entry.day)).union(failures.keys)
        var leftOut = settled.intersection(days).subtracting(known)
        if leftOut.remove(today) != nil, !Task.isCancelled, expectation.isWanted(today), todayAlone.mayBegin() {
            try await ask(today)
            // Today is mostly left out because it is not published yet, and a failure says nothing else.
            failures[today] = nil
        }
        while !Task.isCancelled, let day = expectation.next(of: leftOut, on: today),
            watch.withLock({ $0.mayAskAlone() })
        {
            leftOut.remove(day)
            try await ask(day)
            switch failures[day] {
            case .failed(let reason), .suspicious(let reason): failures[day] = .leftOut(reason)
            case .notPublished, .leftOut, nil: break
            }
        }
    }

    /// Asks for several days at once; returns whether an answer came.
    private mutating func ask(_ days: ClosedRange<Day>) async throws -> Bool {
        try watch.check()
        do {
            candidates += try await server.ask(days)
        } catch .absent {
            // An answer that has nothing is an answer, too.
        } catch {
            try fail(error)
            return false
        }
        settled.formUnion(days)
        watch.withLock { $0.recordSuccess() }
        return true
    }

    private mutating func ask(_ day: Day) async throws {
        try watch.check()
        do {
            let found = try await server.ask(day)
            watch.withLock { $0.recordSuccess() }
            settled.insert(day)
            candidates += found
            if let other = found.first?.entry.day, !found.contains(where: { $0.entry.day == day }) {
                failures[day] = .suspicious("it is for \(other), and \(day) was asked for")
            }
        } catch .absent {
            settled.insert(day)
            failures[day] = .notPublished(isSettled(day) ? .confirmed : .notYet)
            watch.withLock { $0.record(absenceOf: day, confirmed: isSettled(day)) }
        } catch .notYet {
            settled.insert(day)
            failures[day] = .notPublished(.notYet)
        } catch {
            failures[day] = try .failed(fail(error))
            failedAlone += 1
        }
    }

    /// Records a failed request and returns its reason; throws an error that ends the inquiry.
    @discardableResult
    private mutating func fail(_ error: RequestError) throws -> String {
        failed += 1
        switch error {
        case .source(let error): throw error
        case .silent(let url, let reason):
            lastFailure = (url, reason)
            watch.withLock { $0.recordSilence(url, reason) }
            try watch.check()
        case .unreadable(let url, let reason): lastFailure = (url, reason)
        case .absent, .notYet: break
        }
        return lastFailure.map { "\($0.url): \($0.reason)" } ?? ""
    }

    private func reportLife(_ days: ClosedRange<Day>) throws {
        let found = Set(candidates.map(\.entry.day)).intersection(days).count
        watch.withLock { suspicion in
            if !settled.isEmpty {
                suspicion.recordWorkingBlock()
                suspicion.recordBlock(days.count, found: found, from: server.address)
            } else if let lastFailure {
                suspicion.recordFailedBlock(days, requests: failed, lastFailure.url, lastFailure.reason)
            }
        }
        try watch.check()
    }

    private func isSettled(_ day: Day) -> Bool {
        today.number - day.number > Self.settledAfter
    }

    private func judged(_ days: ClosedRange<Day>) -> [DayAnswer] {
        let byDay = Dictionary(grouping: candidates.filter { days.contains($0.entry.day) }, by: \.entry.day)
        let chosen = byDay.compactMapValues { Suspicion.choice(of: $0) }
        let contradictions = chosen.compactMapValues { $0.dates.contradiction(of: $0.entry.day) }
        recordDates(of: chosen, contradictions)
        let repeats = Suspicion.repeats(in: chosen.values.map(\.entry))
        return days.reversed().compactMap { day in
            if let entry = chosen[day]?.entry {
                let reason =
                    Suspicion.reason(against: entry) ?? contradictions[day]?.description ?? repeats[day]
                return DayAnswer(day: day, result: reason.map { .failure(.suspicious($0)) } ?? .success(entry))
            }
            if let failure = failures[day] { return DayAnswer(day: day, result: .failure(failure)) }
            guard settled.contains(day) else { return nil }
            return DayAnswer(day: day, result: .failure(leftOut(day)))
        }
    }

    private func recordDates(of chosen: [Day: Candidate], _ contradictions: [Day: DateEvidence.Contradiction]) {
        let confirmed = chosen.values.count { $0.dates.isConfirmed($0.entry.day) }
        watch.withLock { suspicion in
            suspicion.recordDates(contradictions.mapValues(\.named), confirmed: confirmed, at: server.address)
        }
    }

    /// The result of a day that a list left out and that was not asked for by itself.
    private func leftOut(_ day: Day) -> EntryError {
        watch.withLock { suspicion in
            if day >= today {
                suspicion.record(absenceOf: day, confirmed: false)
                return .notPublished(.notYet)
            }
            if suspicion.expectation.isQuiet(day, on: today) {
                suspicion.record(unchanged: day)
                return .notPublished(.stillNotYet)
            }
            suspicion.record(leftOut: day)
            return .leftOut(nil)
        }
    }
}

extension Day {
    /// A key that orders days so that any few of them lie all over their range, without a period of their own.
    fileprivate var scattered: UInt32 {
        UInt32(truncatingIfNeeded: number) &* 2_654_435_769
    }
}
