extension Site {
    /// The new API. `path` is what follows its base.
    func basic(_ request: HTTPRequest, below path: String) -> Answer {
        switch BasicQuery(path: path, query: request.query) {
        case .refused(let answer):
            return finished(answer, strikes(on: .entries([])), request)
        case .one(let day):
            let strikes = strikes(on: .entries([day]))
            let entry = entries(for: day, strikes).first
            return finished(entry.map { Answer(json: $0) } ?? BasicQuery.notFound, strikes, request)
        case .page(let day):
            let strikes = strikes(on: .entries([day]))
            return finished(page(of: day, strikes), strikes, request)
        case .list(let days, let page, let size):
            return list(days, page: page, size: size, request)
        }
    }

    private func list(_ range: ClosedRange<CalendarDay>?, page: Int, size: Int, _ request: HTTPRequest) -> Answer {
        let (catalogue, origin) = state.withLock { ($0.catalogue, $0.origin) }
        var list = BasicList(days: (range.map { catalogue.published(in: $0) } ?? []).reversed(), page: page, size: size)
        let strikes = strikes(on: .entries(Array(list.shown)))
        for case .list(let fault) in strikes.map(\.fault) { list.leaveOut(fault, catalogue) }
        let shown = list.shown
        let plain = shown.compactMap { day in
            sample(day, in: catalogue, strikes).map { record(of: $0, for: day, strikes, origin) }
        }
        let entries = strikes.reduce(plain) { $1.applied(to: $0, origin: origin) }
        let isBare = strikes.contains(.nothingPublished)
        var answer = Answer(json: .list(entries))
        answer.setHeader("X-WP-Total", isBare ? "0" : String(list.total))
        answer.setHeader("X-WP-TotalPages", isBare ? "0" : String(list.pages))
        return finished(answer, strikes, request)
    }

    private func entries(for day: CalendarDay, _ strikes: [FaultBook.Strike]) -> [JSON] {
        let (catalogue, origin) = state.withLock { ($0.catalogue, $0.origin) }
        guard let sample = sample(day, in: catalogue, strikes) else { return [] }
        let entry = record(of: sample, for: day, strikes, origin)
        return strikes.reduce([entry]) { $1.applied(to: $0, origin: origin) }
    }

    private func page(of day: CalendarDay, _ strikes: [FaultBook.Strike]) -> Answer {
        let (sample, origin) = state.withLock { ($0.catalogue[day], $0.origin) }
        guard let sample, !strikes.contains(.nothingPublished) else { return BasicQuery.notFound }
        let html = BasicEntry(sample: sample, origin: origin).html
        return Answer(200, type: "text/html; charset=UTF-8", body: Array(html.utf8))
    }

    private func record(
        of sample: SampleDay, for day: CalendarDay, _ strikes: [FaultBook.Strike], _ origin: String
    ) -> JSON {
        var record = BasicEntry(sample: sample, origin: origin).json
        if daysLate(day, strikes) != nil { record["date"] = .text(day.text) }
        return record
    }

    private func daysLate(_ day: CalendarDay, _ strikes: [FaultBook.Strike]) -> Int? {
        for strike in strikes where strike.concerns(day) {
            if case .filedLate(let days) = strike.fault { return days }
        }
        return nil
    }

    /// The day an answer is made of, which some faults exchange for another.
    func sample(_ day: CalendarDay, in catalogue: Catalogue, _ strikes: [FaultBook.Strike]) -> SampleDay? {
        let faults = strikes.filter { $0.concerns(day) }.map(\.fault)
        if faults.contains(.nothingPublished) { return nil }
        if let days = daysLate(day, strikes) { return catalogue[day.advanced(by: -days)] }
        if faults.contains(.wrongDate) { return catalogue[day.advanced(by: -1)] }
        // The logo comes for every date, whether it has a picture or not.
        if faults.contains(.logo), catalogue[day] == nil {
            return SampleDay(
                date: day.text, title: "", explanation: "", credit: "NASA", claimsRights: false, media: .placeholder)
        }
        return catalogue[day]
    }

    private func finished(_ answer: Answer, _ strikes: [FaultBook.Strike], _ request: HTTPRequest) -> Answer {
        // The old API's address may lead here by the same fault.
        if strikes.contains(.switchedGateway), request.path.hasPrefix(SampleNASA.basicPath) { return legacyNewest(25) }
        return struck(answer, by: strikes, voice: .basic, target: request.target)
    }
}
