extension Site {
    /// The old API, as its gateway (when a key is required) or a self-hosted server speaks it.
    func legacy(_ request: HTTPRequest) -> Answer {
        var query = request.query
        if let requiredKey {
            let key = request.headers["x-api-key"] ?? query["api_key"]
            guard let key else {
                return LegacyQuery.gatewayFailure(403, "API_KEY_MISSING", "No api_key was supplied.")
            }
            guard key == requiredKey else {
                return LegacyQuery.gatewayFailure(403, "API_KEY_INVALID", "An invalid api_key was supplied.")
            }
            query["api_key"] = nil
        }
        let (catalogue, origin) = state.withLock { ($0.catalogue, $0.origin) }
        let today = max(today ?? catalogue.newest, catalogue.newest)
        let asked = LegacyQuery(query, newest: catalogue.newest, today: today)
        let context = Context(
            catalogue: catalogue, origin: origin, thumbnails: query["thumbs"]?.lowercased() == "true", request: request)
        var answer: Answer
        switch asked {
        case .refused(let refusal): answer = finished(refusal, strikes(on: .entries([])), context)
        case .one(let day): answer = one(day, context)
        case .list(let range): answer = list(range, context)
        }
        if requiredKey != nil, answer.status != 429 {
            answer.setHeader("X-RateLimit-Limit", "1000")
            answer.setHeader("X-RateLimit-Remaining", "999")
        }
        return answer
    }

    /// So many of the newest days, whatever is asked for.
    func legacyNewest(_ count: Int) -> Answer {
        let (catalogue, origin) = state.withLock { ($0.catalogue, $0.origin) }
        let days = (0..<count).map { catalogue.newest.advanced(by: -$0) }.reversed()
        let entries = days.compactMap { day in
            catalogue[day].map { LegacyEntry(sample: $0, origin: origin, withThumbnails: false).json }
        }
        return legacyAnswer(.list(entries))
    }

    private struct Context {
        let catalogue: Catalogue
        let origin: String
        let thumbnails: Bool
        let request: HTTPRequest
    }

    private func one(_ day: CalendarDay, _ context: Context) -> Answer {
        let strikes = strikes(on: .entries([day]))
        let entries = entries([day], strikes, context)
        return finished(entries.first.map { legacyAnswer($0) } ?? LegacyQuery.noData(on: day), strikes, context)
    }

    private func list(_ range: ClosedRange<CalendarDay>, _ context: Context) -> Answer {
        var asked = (range.lowerBound.ordinal...range.upperBound.ordinal).map { CalendarDay(ordinal: $0) }
        let strikes = strikes(on: .entries(asked))
        for case .list(let fault) in strikes.map(\.fault) {
            asked = fault.days(of: asked.reversed(), context.catalogue).reversed()
        }
        return finished(legacyAnswer(.list(entries(asked, strikes, context))), strikes, context)
    }

    private func entries(_ days: [CalendarDay], _ strikes: [FaultBook.Strike], _ context: Context) -> [JSON] {
        let plain = days.compactMap { day in
            sample(day, in: context.catalogue, strikes).map { sample in
                LegacyEntry(sample: sample, origin: context.origin, withThumbnails: context.thumbnails).json
            }
        }
        return strikes.reduce(plain) { $1.applied(to: $0, origin: context.origin) }
    }

    private func legacyAnswer(_ json: JSON) -> Answer { Answer(json: json, type: "application/json") }

    private func finished(_ answer: Answer, _ strikes: [FaultBook.Strike], _ context: Context) -> Answer {
        // A gateway that points at the new API ignores every parameter of the old one.
        if strikes.contains(.switchedGateway) { return basic(context.request, below: "") }
        return struck(answer, by: strikes, voice: .legacy, target: context.request.target)
    }
}
