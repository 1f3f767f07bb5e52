internal import CCurl
internal import Glibc

/// The thread that runs all transfers; only it calls curl.
///
/// Each round takes in the messages, starts the transfers that may start, lets curl work, delivers finished ones, and
/// then sleeps until curl or the bell wakes it. While transfers run, curl sets the length of the sleep. Without any it
/// lasts ``Transfer/Limits/idle`` once, and then the thread ends.
final class TransferThread {
    private let inbox: Inbox
    private let multi: UnsafeMutableRawPointer
    private var queue: TransferQueue<Flight>
    private var flying: [UnsafeMutableRawPointer: (flight: Flight, easy: CurlHandle, host: String)] = [:]
    private var spare: [CurlHandle] = []

    init(_ inbox: Inbox, multi: UnsafeMutableRawPointer) {
        self.inbox = inbox
        self.multi = multi
        queue = TransferQueue(limit: inbox.limits.connections, limitPerHost: inbox.limits.connectionsPerHost)
        // The queue keeps to these limits itself; they make curl close idle connections in time.
        multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, inbox.limits.connections)
        multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, inbox.limits.connectionsPerHost)
        multi_set_long(multi, CURLMOPT_MAXCONNECTS, inbox.limits.connections)
    }

    /// Returns once the inbox is closed or has dismissed the transfer thread; its bell is not rung any more.
    func work() {
        while true {
            let messages = inbox.empty()
            if messages.isClosed { return }
            messages.jobs.forEach(accept)
            messages.cancellations.forEach(cancel)
            start()
            var running: CInt = 0
            curl_multi_perform(multi, &running)
            if deliver() { continue }
            if flying.isEmpty {
                if !idle() { return }
            } else {
                curl_multi_poll(multi, nil, 0, CInt.max, nil)
            }
        }
    }

    private func accept(_ job: TransferJob) {
        do {
            let flight = try Flight(job, inbox: inbox)
            queue.add(flight, for: flight.address.host)
        } catch {
            job.deliver(.failure(error))
        }
    }

    private func cancel(_ id: UInt64) {
        let running = flying.values.first { $0.flight.job.id == id }
        if let running { retrieve(running.easy) }
        guard let flight = running?.flight ?? queue.remove(where: { $0.job.id == id }) else { return }
        finish(flight, .failure(.cancelled(url: flight.job.request.url)))
    }

    private func start() {
        while let flight = queue.next() {
            let host = flight.address.host
            if let refusal = flight.refusal {
                queue.leave(host)
                finish(flight, .failure(refusal))
                continue
            }
            guard let easy = spare.popLast() ?? CurlHandle(userAgent: inbox.userAgent, limits: inbox.limits) else {
                preconditionFailure("no memory for curl")
            }
            do {
                try easy.load(flight)
                try easy.join(multi, url: flight.address.url)
                flying[easy.handle] = (flight, easy, host)
            } catch {
                spare.append(easy)
                queue.leave(host)
                finish(flight, .failure(error))
            }
        }
    }

    /// Returns whether a transfer ended, so that waiting ones may start.
    private func deliver() -> Bool {
        var left: CInt = 0
        var any = false
        while let message = curl_multi_info_read(multi, &left) {
            // curl frees the message with its handle.
            let (handle, code) = (message.pointee.easy_handle, message.pointee.data.result)
            guard message.pointee.msg == CURLMSG_DONE, let handle, let done = flying[handle] else { continue }
            any = true
            let next = done.flight.land(code, done.easy, limits: inbox.limits)
            retrieve(done.easy)
            switch next {
            case .deliver(let result): finish(done.flight, result)
            case .another: queue.add(done.flight, for: done.flight.address.host, first: true)
            }
        }
        return any
    }

    private func retrieve(_ easy: CurlHandle) {
        guard let (_, easy, host) = flying.removeValue(forKey: easy.handle) else { return }
        curl_multi_remove_handle(multi, easy.handle)
        spare.append(easy)
        queue.leave(host)
    }

    private func finish(_ flight: Flight, _ result: Result<TransferResult, TransferError>) {
        flight.job.deliver(result)
    }

    /// Sleeps until there is a message; returns `false` when none came within ``Transfer/Limits/idle``.
    private func idle() -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + inbox.limits.idle
        // The bell may have been rung for a message that was taken in earlier, so the time left is read from the clock.
        while inbox.isEmpty {
            let left = end - clock.now
            if left <= .zero { return !inbox.dismissIfEmpty() }
            curl_multi_poll(multi, nil, 0, CInt(clamping: left.milliseconds), nil)
        }
        return true
    }
}

// MARK: - Thread

extension TransferThread {
    /// Initialises curl once per process; `static let` makes that safe from any thread.
    private static let initialised: Void = { _ = global_init() }()

    /// Works until the inbox dismisses the transfer thread or is closed.
    static func run(serving inbox: Inbox) {
        initialised
        guard let multi = curl_multi_init() else { preconditionFailure("no memory for curl") }
        inbox.open(with: PollWaker(multi: multi))
        TransferThread(inbox, multi: multi).work()
        curl_multi_cleanup(multi)
        inbox.leave()
    }
}
