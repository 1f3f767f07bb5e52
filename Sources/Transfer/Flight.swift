internal import CCurl
internal import Glibc
internal import Synchronization

/// The way of one job through redirects and repeated attempts. It lives on the transfer thread only.
final class Flight {
    enum Next {
        case deliver(Result<TransferResult, TransferError>)
        case another
    }

    let job: TransferJob
    let receiver: any Receiver
    private(set) var address: Address
    private(set) var timeLeft: Duration
    private let inbox: Inbox
    private var redirects = 0
    private var attemptsAgain = 0
    /// Whether the next attempt must open a new connection.
    private(set) var needsFreshConnection = false
    private var head = Head()
    private var verdict = Verdict.ignore
    private var failure: TransferError?
    /// An address of the home network or this machine that a connection was refused for.
    private var addressAtHome: NetworkAddress?
    /// The bytes read of an unwanted body. A short one is read to keep the connection; a long one ends it.
    private var ignoredBytes = 0
    /// The bytes of the attempt's header. curl ends one of 300 kB by itself, and says of a line of 100 kB that the memory
    /// is used up.
    private var headBytes = 0
    private static let longestHead = 262_144

    init(_ job: TransferJob, inbox: Inbox) throws(TransferError) {
        self.job = job
        self.inbox = inbox
        address = try Address(job.request.url)
        timeLeft = job.request.timeLimit
        receiver =
            switch job.destination {
            case .memory: MemoryReceiver(job.request)
            case .file(let file): try FileReceiver(job.request, file)
            }
    }

    var headers: [(name: String, value: String)] {
        let request = job.request
        var all = request.headers + receiver.headers
        if let accept = request.accept { all.append(("Accept", accept)) }
        if let tag = request.ifNoneMatch { all.append(("If-None-Match", tag)) }
        if let date = request.ifModifiedSince { all.append(("If-Modified-Since", date)) }
        if let secret = request.secretHeader { all.append((secret.name, secret.value)) }
        return all
    }

    /// The reason that the next attempt may not start. ``Request/mayStart`` is asked last: it counts the attempts.
    var refusal: TransferError? {
        // Behind a proxy no socket shows where a request goes; the name does, if it is a number or means this machine.
        if let written = NetworkAddress(address.name), !inbox.mayReach(written, as: address.name) {
            return atHome(written)
        }
        return job.request.mayStart?(address.url) == false ? .notStarted(url: address.url) : nil
    }

    private func atHome(_ place: NetworkAddress) -> TransferError {
        .atHome(url: job.request.url, address: place.description, isThisMachine: place.isThisMachine)
    }

    // MARK: What curl reports during an attempt

    static func of(_ context: UnsafeMutableRawPointer?) -> Flight {
        guard let context else { preconditionFailure("curl lost its context") }
        return Unmanaged<Flight>.fromOpaque(context).takeUnretainedValue()
    }

    /// Opens the socket of every connection, and refuses an address that requests may not lead to. The address is
    /// checked after name resolution, so a public name for it does not help.
    func openSocket(_ target: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        guard let target else { return -1 }
        if let place = NetworkAddress(target), !inbox.mayReach(place, as: address.name), !inbox.isProxy(place) {
            addressAtHome = place
            return -1
        }
        let kind = target.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue)
        return socket(target.pointee.family, kind, target.pointee.protocol)
    }

    /// Returns how many bytes were taken; curl ends the attempt if that is fewer than it gave.
    func headerLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        headBytes += count
        guard headBytes <= Self.longestHead else {
            failure = failure ?? longHead
            return 0
        }
        guard head.read(UnsafeRawBufferPointer(start: bytes, count: count)) else { return count }
        do {
            verdict = follows ? .ignore : try receiver.begin(head, from: address.url)
            if case .askAgain = verdict { return 0 }
            return count
        } catch {
            failure = error
            return 0
        }
    }

    func body(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard case .take = verdict else {
            ignoredBytes += count
            return ignoredBytes > 65_536 ? 0 : count
        }
        inbox.received.add(Int64(count), ordering: .relaxed)
        do {
            let wantsMore = try receiver.receive(UnsafeRawBufferPointer(start: bytes, count: count))
            if !wantsMore { verdict = .ignore }
            return count
        } catch {
            failure = error
            return 0
        }
    }

    // MARK: After an attempt

    func land(_ code: CURLcode, _ easy: CurlHandle, limits: Transfer.Limits) -> Next {
        timeLeft -= easy.elapsed
        do {
            return try next(code, easy, limits: limits)
        } catch {
            return .deliver(.failure(error))
        }
    }

    private func next(_ code: CURLcode, _ easy: CurlHandle, limits: Transfer.Limits) throws(TransferError) -> Next {
        if let failure { throw failure }
        guard head.isComplete else {
            if let addressAtHome, code == CURLE_COULDNT_CONNECT { throw atHome(addressAtHome) }
            // The rest of an earlier answer, longer than announced, preceded this head on a reused connection. The
            // request is repeated once, on a new connection.
            if easy.wasReused, code != CURLE_OPERATION_TIMEDOUT, !needsFreshConnection {
                needsFreshConnection = true
                return another()
            }
            throw error(code, easy, limits: limits)
        }
        switch verdict {
        case .take:
            guard code == CURLE_OK else { throw error(code, easy, limits: limits) }
        case .askAgain:
            attemptsAgain += 1
            guard attemptsAgain == 1 else {
                throw .broken(url: address.url, reason: "its answers about a part of the file do not fit")
            }
            return another()
        case .ignore:
            // The head was enough, so it does not matter how the body ended.
            if follows { return try follow(limits.redirects) }
        }
        var answer = TransferResult(url: address.url, status: head.status, headers: head.headers)
        try receiver.finish(&answer)
        return .deliver(.success(answer))
    }

    /// Redirects are not followed with a secret header: the secret goes only to the server it was given for.
    private var follows: Bool { head.isRedirect && job.request.secretHeader == nil }

    private func follow(_ limit: Int) throws(TransferError) -> Next {
        let target = head.headers["location"] ?? ""
        redirects += 1
        guard redirects <= limit else { throw .redirects(url: job.request.url, limit: limit) }
        guard let next = try? Address(target, relativeTo: address), inbox.mayFollow(next, from: address) else {
            throw .redirected(url: address.url, to: target)
        }
        address = next
        return another()
    }

    private func another() -> Next {
        head = Head()
        headBytes = 0
        verdict = .ignore
        ignoredBytes = 0
        addressAtHome = nil
        return timeLeft > .zero
            ? .another : .deliver(.failure(.timeLimit(url: address.url, limit: job.request.timeLimit)))
    }
}

// MARK: - Errors

extension Flight {
    private var longHead: TransferError { .broken(url: address.url, reason: "its header is too long") }

    /// The code of newer versions of curl for a line that is too long.
    private static let tooLarge = CURLcode(rawValue: 100)

    /// Translates curl's code for a failed attempt.
    func error(_ code: CURLcode, _ easy: CurlHandle, limits: Transfer.Limits) -> TransferError {
        let url = address.url
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            return timeout(easy, limits: limits)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return .unresolved(url: url)
        case CURLE_COULDNT_CONNECT:
            return .unconnected(url: url, reason: easy.reason(code))
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
            return .untrusted(url: url, reason: easy.reason(code))
        case CURLE_PARTIAL_FILE:
            let (got, expected) = receiver.progress
            return .truncated(url: url, got: got, expected: expected)
        case CURLE_OUT_OF_MEMORY where easy.wasConnected && !head.isComplete, Self.tooLarge:
            return longHead
        default:
            return .broken(url: url, reason: easy.reason(code))
        }
    }

    /// Tells curl's three timeouts apart, which share one code, by the times of the attempt.
    private func timeout(_ easy: CurlHandle, limits: Transfer.Limits) -> TransferError {
        // `timeLeft` no longer holds this attempt's time; a clock that rounds down may leave a few milliseconds.
        if timeLeft < .milliseconds(20) {
            return .timeLimit(url: address.url, limit: job.request.timeLimit)
        }
        if !easy.wasConnected {
            return .connectTimeout(url: address.url, limit: limits.connectTimeout)
        }
        return .stalled(url: address.url, lowSpeed: limits.lowSpeed, time: limits.lowSpeedTime)
    }
}
