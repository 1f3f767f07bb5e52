/// What the server says to one request, and how it gets there.
struct Answer: Sendable {
    /// How the body travels. All but the first are what clients must survive.
    enum Delivery: Sendable, Hashable {
        case whole
        /// Without a Content-Length, in chunks.
        case chunked
        /// The connection ends after so many bytes of those announced.
        case endingAfter(Int)
        /// All bytes are sent, but another number was announced; with too few of them the connection ends.
        case announcing(Int)
        /// Nothing is sent for some seconds in the middle.
        case stalling(after: Int, seconds: Double)
        /// So much of the body, and the rest once the gate is open.
        case gated(after: Int, Gate)
        case dripping(bytesPerSecond: Int)
        /// The connection ends without a word.
        case hangingUp
        /// The same, without the farewell that tells a client that this is the end.
        case resetting
        /// Neither a word nor an end.
        case keepingSilent

        /// Whether there is an answer at all.
        var answers: Bool { ![.hangingUp, .resetting, .keepingSilent].contains(self) }
    }

    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    var delivery = Delivery.whole
    /// Milliseconds that go by before its first byte.
    var latency = 0
    /// By which it is dated, unless by the server's.
    var clock: WrongClock?
    /// It is not what the server would have said.
    var isStruck = false

    init(_ status: Int, type: String, body: [UInt8], headers: [(name: String, value: String)] = []) {
        self.status = status
        self.headers = [(name: "Content-Type", value: type)] + headers
        self.body = body
    }

    init(_ status: Int = 200, json: JSON, type: String = "application/json; charset=UTF-8") {
        self.init(status, type: type, body: Array(json.text.utf8))
    }

    static func html(_ status: Int, title: String, text: String) -> Answer {
        let page =
            "<!DOCTYPE html>\n<html><head><title>\(title)</title></head>\n"
            + "<body><h1>\(title)</h1>\n<p>\(text)</p>\n</body></html>\n"
        return Answer(status, type: "text/html; charset=UTF-8", body: Array(page.utf8))
    }

    static func redirect(to address: String, status: Int = 301) -> Answer {
        var answer = html(status, title: HTTPStatus.phrase(status), text: "The document has moved.")
        answer.headers.append((name: "Location", value: address))
        return answer
    }

    /// A part of a file becomes one of a longer file.
    mutating func grow(by extra: Int) {
        guard let place = headers.first(where: { $0.name == "Content-Range" })?.value,
            let match = place.wholeMatch(of: /bytes (\d+)-(\d+)\/(\d+)/), let end = Int(match.2),
            let total = Int(match.3)
        else { return }
        body += [UInt8](repeating: 0, count: extra)
        setHeader("Content-Range", "bytes \(match.1)-\(end + extra)/\(total + extra)")
    }

    mutating func setHeader(_ name: String, _ value: String) {
        headers.removeAll { $0.name == name }
        headers.append((name: name, value: value))
    }
}
