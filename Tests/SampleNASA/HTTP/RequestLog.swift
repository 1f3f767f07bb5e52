extension SampleNASA {
    /// One request and what became of it.
    public struct Request: Sendable, Hashable {
        public let method: String
        /// Path and query as they were sent.
        public let path: String
        public let range: String?
        public let hasAPIKey: Bool
        public let userAgent: String?
        public let accept: String?
        /// 0 while the answer is being made, and for good where there was none.
        public internal(set) var status = 0
        public internal(set) var bodyBytesSent = 0
        /// A fault or an accident had its hand in the answer.
        public internal(set) var isStruck = false
        /// The whole answer went out.
        public internal(set) var completed = false
    }
}

/// The requests since the log was last cleared. Threads of all connections write to it.
final class RequestLog: Sendable {
    private struct Pages {
        /// The number of the first request that is kept.
        var start = 0
        var requests: [SampleNASA.Request] = []
    }

    private let pages = Guarded(Pages())

    var requests: [SampleNASA.Request] { pages.withLock { $0.requests } }

    func clear() {
        pages.withLock { pages in
            pages.start += pages.requests.count
            pages.requests = []
        }
    }

    /// Returns the number by which the request is changed later.
    func add(_ request: HTTPRequest) -> Int {
        let entry = SampleNASA.Request(
            method: request.method, path: request.target, range: request.headers["range"],
            hasAPIKey: request.headers["x-api-key"] != nil, userAgent: request.headers["user-agent"],
            accept: request.headers["accept"])
        return pages.withLock { pages in
            pages.requests.append(entry)
            return pages.start + pages.requests.count - 1
        }
    }

    /// Does nothing to a request that was cleared meanwhile.
    func change(_ number: Int, _ change: (inout SampleNASA.Request) -> Void) {
        pages.withLock { pages in
            let index = number - pages.start
            guard pages.requests.indices.contains(index) else { return }
            change(&pages.requests[index])
        }
    }
}
