extension Site {
    func strikes(on subject: FaultBook.Subject) -> [FaultBook.Strike] {
        state.withLock { $0.faults.strikes(on: subject) }
    }

    /// The answer as all that strikes it leaves it.
    func struck(
        _ answer: Answer, by strikes: [FaultBook.Strike], voice: Fault.Voice, target: String
    ) -> Answer {
        strikes.reduce(answer) { answer, strike in
            var struck = self.struck(answer, by: strike.fault, voice: voice, target: target)
            struck.isStruck = true
            return struck
        }
    }

    /// Two faults need to know more than the answer at hand; all others are applied to it.
    private func struck(_ answer: Answer, by fault: Fault, voice: Fault.Voice, target: String) -> Answer {
        switch fault {
        case .firstAnswerForAll:
            return state.withLock { $0.faults.firstAnswer(voice, or: answer) }
        case .newestRecord where voice != .media:
            let (newest, origin) = state.withLock { ($0.catalogue[$0.catalogue.newest], $0.origin) }
            guard let newest else { return answer }
            guard voice == .legacy else { return Answer(json: BasicEntry(sample: newest, origin: origin).json) }
            return Answer(json: LegacyEntry(sample: newest, origin: origin, withThumbnails: true).json)
        default:
            return fault.applied(to: answer, voice: voice, origin: origin, target: target)
        }
    }
}

extension [FaultBook.Strike] {
    func contains(_ fault: Fault) -> Bool { contains { $0.fault == fault } }
}
