internal import Days

/// Goes through a range of days block by block, newest first, for either API.
///
/// Each block is asked for only when the consumer wants its answers, and a day of the future never.
actor EntryWalk {
    private let server: any EntryServer
    private let today: Day
    private let watch: PassWatch
    private let todayAlone: HourlyRequest
    private let first: Day
    /// The newest day not asked for yet.
    private var next: Day
    private var answers: [DayAnswer] = []
    private var end: (any Error)?

    private init(
        _ days: ClosedRange<Day>, today: Day, server: any EntryServer, watch: PassWatch, todayAlone: HourlyRequest
    ) {
        self.server = server
        self.watch = watch
        self.todayAlone = todayAlone
        self.today = today
        first = max(days.lowerBound, .first)
        next = min(days.upperBound, today)
    }

    /// The answers for the days; those before the first picture and after `today` are left out.
    ///
    /// - Parameter todayAlone: the bound of requests for today by its own address, shared by a source's walks.
    static func answers(
        for days: ClosedRange<Day>, today: Day, from server: any EntryServer, watch: PassWatch,
        todayAlone: HourlyRequest
    ) -> AsyncThrowingStream<DayAnswer, any Error> {
        let walk = EntryWalk(days, today: today, server: server, watch: watch, todayAlone: todayAlone)
        return AsyncThrowingStream { try await walk.answer() }
    }

    private func answer() async throws -> DayAnswer? {
        while answers.isEmpty {
            // Answers go out before the error that ended the walk.
            if let end { throw end }
            guard next >= first else { return nil }
            try Task.checkCancellation()
            let block = max(first, next.advanced(by: 1 - server.blockLength))...next
            next = block.lowerBound.advanced(by: -1)
            var inquiry = BlockInquiry(server: server, today: today, watch: watch, todayAlone: todayAlone)
            let (found, error) = await inquiry.run(block)
            // The answers are in reverse order, so that taking the newest is cheap.
            answers = found.reversed()
            end = error
        }
        return answers.popLast()
    }
}
