/// The faults that are set, and how often each still strikes.
struct FaultBook: Sendable {
    /// A fault that strikes now, and the dates it concerns; none stands for all.
    struct Strike: Sendable {
        let fault: Fault
        let days: ClosedRange<CalendarDay>?

        func concerns(_ day: CalendarDay) -> Bool { days?.contains(day) ?? true }
    }

    enum Subject {
        /// An API answer made of, or asked for, these days.
        case entries([CalendarDay])
        /// A file of this day's: the upload itself, or something made of it.
        case media(CalendarDay?, isUpload: Bool)
    }

    private struct Line: Sendable {
        let target: FaultTarget
        let fault: Fault
        /// How many answers go by before it strikes.
        var spared: Int
        var remaining: Int?
    }

    private var lines: [Line] = []
    /// What `firstAnswerForAll` goes on saying.
    private var firstAnswers: [Fault.Voice: Answer] = [:]

    /// One fault for each target: a new one takes the old one's place.
    mutating func set(_ fault: Fault?, for target: FaultTarget, after spared: Int, times: Int?) {
        lines.removeAll { $0.target == target }
        firstAnswers = [:]
        if let fault { lines.append(Line(target: target, fault: fault, spared: spared, remaining: times)) }
    }

    mutating func clear() { self = FaultBook() }

    /// The first answer of its kind, which this one is if there was none.
    mutating func firstAnswer(_ voice: Fault.Voice, or answer: Answer) -> Answer {
        guard let first = firstAnswers[voice] else {
            if answer.status == 200 { firstAnswers[voice] = answer }
            return answer
        }
        return first
    }

    /// The faults that strike an answer about the subject; each has struck once more after this.
    mutating func strikes(on subject: Subject) -> [Strike] {
        var strikes: [Strike] = []
        for index in lines.indices {
            guard let strike = strike(lines[index], on: subject) else { continue }
            guard lines[index].spared == 0 else {
                lines[index].spared -= 1
                continue
            }
            strikes.append(strike)
            lines[index].remaining = lines[index].remaining.map { $0 - 1 }
        }
        lines.removeAll { $0.remaining.map { $0 <= 0 } ?? false }
        return strikes
    }

    private func strike(_ line: Line, on subject: Subject) -> Strike? {
        switch (line.target, subject) {
        case (.everything, _), (.entries, .entries), (.allMedia, .media), (.allUploads, .media(_, isUpload: true)):
            return Strike(fault: line.fault, days: nil)
        case (.day(let date), .entries(let days)):
            let day = CalendarDay.named(date)
            return days.contains(day) ? Strike(fault: line.fault, days: day...day) : nil
        case (.range(let dates), .entries(let days)):
            let range = CalendarDay.named(dates.lowerBound)...CalendarDay.named(dates.upperBound)
            return days.contains { range.contains($0) } ? Strike(fault: line.fault, days: range) : nil
        case (.media(let date), .media(let day?, _)), (.upload(let date), .media(let day?, isUpload: true)):
            return CalendarDay.named(date) == day ? Strike(fault: line.fault, days: day...day) : nil
        case (.entries, .media), (.day, .media), (.range, .media), (.media, _), (.upload, _), (.allMedia, .entries),
            (.allUploads, _):
            return nil
        }
    }
}
