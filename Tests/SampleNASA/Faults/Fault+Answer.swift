extension Fault {
    /// Where an answer comes from: failures differ in shape.
    enum Voice { case basic, legacy, media }

    /// The answer as this fault leaves it.
    func applied(to answer: Answer, voice: Voice, origin: String, target: String) -> Answer {
        replacement(voice: voice, origin: origin, target: target) ?? disturbed(answer, voice: voice)
    }

    private func replacement(voice: Voice, origin: String, target: String) -> Answer? {
        switch self {
        case .tooManyRequests(let retryAfter, let asHTML):
            return Fault.tooMany(retryAfter: retryAfter, asHTML: asHTML || voice == .media)
        case .status(500) where voice == .legacy:
            return LegacyQuery.failure(500, "Internal Service Error")
        case .status(let status):
            let title = "\(status) \(HTTPStatus.phrase(status))"
            return .html(status, title: title, text: "The server said no more than that.")
        case .gateway(let words): return words.answer
        case .html(let contentType):
            let text = String(repeating: "Please come in. ", count: 200)
            var page = Answer.html(200, title: "APOD has moved", text: text)
            page.setHeader("Content-Type", contentType)
            return page
        case .redirect(let address, let status):
            return .redirect(to: address.hasPrefix("/") ? origin + address : address, status: status)
        case .redirectLoop: return .redirect(to: origin + target)
        case .redirectToFile: return .redirect(to: "file:///etc/passwd")
        case .redirectToLandingPage: return .redirect(to: origin + MediaAddress.landingPage)
        case .notFoundWithStatus200 where voice != .media:
            var found = BasicQuery.notFound
            found.status = 200
            return found
        case .emptyList where voice != .media: return Answer(json: .list([]))
        case .bomb(let bomb) where voice != .media: return bomb.answer(voice, to: target)
        default: return nil
        }
    }

    private func disturbed(_ answer: Answer, voice: Voice) -> Answer {
        var answer = answer
        let size = answer.body.count
        switch self {
        case .truncated(let after): answer.delivery = .endingAfter(min(after ?? size / 2, max(0, size - 1)))
        case .announcesMore(let extra): answer.delivery = .announcing(size + extra)
        case .announcesLess(let missing): answer.delivery = .announcing(max(0, size - missing))
        case .stalled(let seconds): answer.delivery = .stalling(after: size / 2, seconds: seconds)
        case .gated(let gate): answer.delivery = .gated(after: size / 2, gate)
        case .slow(let rate): answer.delivery = .dripping(bytesPerSecond: rate)
        case .hangsUp: answer.delivery = .hangingUp
        case .resets: answer.delivery = .resetting
        case .neverAnswers: answer.delivery = .keepingSilent
        case .clock(let clock): answer.clock = clock
        case .chunked: answer.delivery = .chunked
        case .gzip:
            answer.body = Deflate.gzip(answer.body)
            answer.setHeader("Content-Encoding", "gzip")
        case .undecodable: answer.body = Undecodable.jpeg(answer.body)
        case .corrupt: answer.body = Undecodable.half(answer.body)
        case .convertedToWebP where answer.body.starts(with: [0xFF, 0xD8]):
            answer.body = Undecodable.webP(answer.body)
            answer.setHeader("Content-Type", "image/webp")
        case .grown(let extra): answer.grow(by: extra)
        case .invalidJSON where voice != .media:
            answer.body = Array(answer.body.prefix(size * 2 / 3))
        default: break
        }
        return answer
    }

    private static func tooMany(retryAfter: Int?, asHTML: Bool) -> Answer {
        let message = "You have exceeded your rate limit. Try again later."
        let page = Answer.html(429, title: "429 Too Many Requests", text: message)
        var answer = asHTML ? page : LegacyQuery.gatewayFailure(429, "OVER_RATE_LIMIT", message)
        if let retryAfter { answer.setHeader("Retry-After", String(retryAfter)) }
        answer.setHeader("X-RateLimit-Limit", "1000")
        answer.setHeader("X-RateLimit-Remaining", "0")
        return answer
    }
}
