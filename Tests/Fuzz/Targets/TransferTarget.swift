import Days
import NASA

@testable import Folder
@testable import Transfer

extension FuzzTarget {
    /// A server's answer: the lines of its head, an empty one, and the body.
    static let transfers = FuzzTarget("transfers") { bytes in
        var head = Head()
        var rest = bytes[...]
        while !head.isComplete, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            _ = rest[...end].withUnsafeBytes { head.read($0) }
            rest = rest[(end + 1)...]
        }
        guard head.isComplete else { return }
        try checkHeaders(head.headers)
        try checkMemory(head, Array(rest))
        for validator in [nil, "\"tag\"", "Sun, 06 Nov 1994 08:49:37 GMT"] {
            try checkFile(head, Array(rest), validator.map { Partial(bytes: 100, validator: $0, length: 200) })
        }
    }

    private static func checkHeaders(_ headers: Headers) throws {
        for now in [0, 1_800_000_000] {
            let wait = RetryAfter.seconds(headers, now: now)
            try promise("a wait has an end", (1...RetryAfter.longest).contains(wait))
        }
        try promise("a wait is not less than nothing", headers.retryAfter() ?? 0 >= 0)
        try promise("a length is not less than nothing", headers.contentLength ?? 0 >= 0)
        for value in headers.all.values {
            guard let time = HTTPDate.unixTime(value) else { continue }
            // A leap second at the end of all years that can be written.
            guard time < 253_402_300_800 else { continue }
            try promise("a time is read as it was written", HTTPDate.unixTime(HTTPDate.text(time)) == time)
        }
        guard let range = ContentRange(headers["content-range"]) else { return }
        try promise("a range begins somewhere", (range.start ?? 0) >= 0)
        try promise("a length is not less than nothing", (range.length ?? 0) >= 0)
    }

    private static let url = "https://science.nasa.gov/a.jpg"

    private static func request(_ most: Int64) -> Request {
        var request = Request(url, maximumBytes: most, timeLimit: .seconds(1))
        request.ifNoneMatch = "\"tag\""
        return request
    }

    private static func checkMemory(_ head: Head, _ body: [UInt8]) throws {
        guard let answer = try received(head, body, by: MemoryReceiver(request(1_000))) else { return }
        try promise("no body is longer than was asked for", answer.body.count <= 1_000)
        try promise("a body is what came", answer.body == body || answer.body.isEmpty)
    }

    /// `nil` where nothing comes of it, for a reason that can be told, or another request is due.
    private static func received(_ head: Head, _ body: [UInt8], by receiver: some Receiver) throws -> TransferResult? {
        var answer = TransferResult(url: url, status: head.status, headers: head.headers)
        do {
            switch try receiver.begin(head, from: url) {
            case .take: _ = try body.withUnsafeBytes { try receiver.receive($0) }
            case .ignore: break
            case .askAgain:
                try promise("another request is for all of it", receiver.headers.isEmpty)
                return nil
            }
            try receiver.finish(&answer)
            return answer
        } catch let error as TransferError {
            try promise("an error is a sentence", "\(error)".hasSuffix("."))
            return nil
        }
    }

    /// - Parameter partial: what is there already.
    private static func checkFile(_ head: Head, _ body: [UInt8], _ partial: Partial?) throws {
        let former = [UInt8](repeating: 7, count: partial.map { Int($0.bytes) } ?? 0)
        let file = try OpenFile.inMemory("body", former)
        let announced = Monitor<Announcement?>(nil)
        let destination = TransferJob.File(
            descriptor: file.descriptor, partial: partial,
            onHeaders: { announcement in announced.withLock { $0 = announcement } }, mayGrow: { _, _ in true },
            onGrowth: { _ in })
        guard let answer = try received(head, body, by: FileReceiver(request(1_000), destination)) else { return }
        let there = try file.status().bytes
        if answer.notModified { return try promise("what did not change is as it was", there == former.count) }
        try promise("a file is as long as was written", there == answer.written.bytes)
        try promise("no file is longer than was asked for", there <= 1_000)
        if let length = announced.withLock({ $0?.length }) {
            try promise("a whole file is as long as was announced", there == length)
        }
        let whole = try file.read(Int(there), at: 0)
        try promise("a file is what came, behind what was there", [body, former + body, former].contains(whole))
    }
}
