internal import Folder
internal import Glibc
internal import Hashing
internal import Synchronization

/// Fetches over HTTP, to memory or into an open file, many at a time and politely.
///
/// One thread (``TransferThread``) does all network work, and only it calls libcurl. Callers on any thread put a job
/// into its ``Inbox`` and wait for the answer; the caller's task hashes a file while it grows (``Written``). The thread
/// starts with the first transfer. It closes its connections and ends after ``Limits/idle`` without work, or with this
/// object, so an idle mirror holds no thread, no socket and no buffer.
///
/// Rules common to every transfer: GET only, `http` and `https` only, certificates are verified, the environment's
/// proxy is used (`https_proxy`, `no_proxy`, …), no cookies, no `.netrc`, no passwords from URLs. Jobs that find all
/// connections busy wait in line, first come, first served; their time limits start with the transfer, not with the
/// wait.
public final class Transfer: Sendable {
    private let inbox: Inbox

    /// - Parameter addressPolicy: the addresses that requests may lead to; all by default.
    public init(userAgent: String, limits: Limits = Limits(), addressPolicy: AddressPolicy = .everywhere) {
        inbox = Inbox(userAgent: userAgent, limits: limits, addressPolicy: addressPolicy)
    }

    deinit {
        inbox.close()
    }

    /// Body bytes received since this object was made, without the bodies of redirects and errors.
    public var bytesReceived: Int64 { inbox.received.load(ordering: .relaxed) }

    /// The greatest number of open connections.
    public var connections: Int { inbox.limits.connections }

    /// Fetches into memory.
    ///
    /// Every status is an answer: the caller decides what a 404 or a 304 means. Compression is asked for and undone;
    /// ``Request/maximumBytes`` limits the uncompressed body.
    public func data(_ request: Request) async throws(TransferError) -> Response {
        let answer = try await send(request, to: .memory)
        return Response(url: answer.url, status: answer.status, headers: answer.headers, body: answer.body)
    }

    /// Fetches into an open file that can be written and read, from its beginning or where an earlier transfer stopped.
    ///
    /// Only the body of a 200 or of a fitting 206 touches the file; an error's page never does, nor a redirect's. When
    /// the transfer fails or is cancelled, the bytes received stay in the file and can be resumed with the
    /// ``Announcement`` given to `onHeaders`. That closure runs on the transfer's own thread, after the file was cut to
    /// what the answer continues and before the first new byte is written. It must be quick, for it holds up all other
    /// transfers. The file's offset is neither used nor moved.
    ///
    /// - Parameters:
    ///   - partial: the bytes that the file already holds. If the server has another version by now, or its answer does
    ///     not fit, the file is emptied and fetched whole.
    ///   - mayGrow: asked on the transfer's thread before the first byte is written and with every megabyte, with the
    ///     bytes that the file holds and the length that was announced for it. After a yes the file grows to that
    ///     length, or by less than ``growth`` until it is asked again; after a no the transfer ends with
    ///     ``TransferError/noRoom(url:)``.
    public func file(
        _ request: Request, to descriptor: CInt, resuming partial: Partial? = nil,
        onHeaders: @escaping @Sendable (Announcement) -> Void = { _ in },
        mayGrow: @escaping @Sendable (_ bytes: Int64, _ length: Int64?) -> Bool = { _, _ in true }
    ) async throws(TransferError) -> Download {
        let (written, growth) = AsyncStream.makeStream(of: Written.self, bufferingPolicy: .bufferingNewest(1))
        async let digest = Written.digest(of: descriptor, as: written)
        let file = TransferJob.File(
            descriptor: descriptor, partial: partial, onHeaders: onHeaders, mayGrow: mayGrow
        ) { growth.yield($0) }
        let answer = try await send(request, to: .file(file))
        growth.yield(answer.written)
        growth.finish()
        do {
            return Download(
                url: answer.url, status: answer.status, headers: answer.headers, bytes: answer.written.bytes,
                sha256: answer.notModified ? "" : try await digest, resumed: answer.resumed,
                notModified: answer.notModified)
        } catch let error as SHA256.ReadError {
            throw .read(url: answer.url, errno: error.errno)
        } catch {
            throw .cancelled(url: answer.url)
        }
    }

    /// The most by which a file grows between two calls of `mayGrow`: a stride, and one piece of a body.
    public static let growth = 2 * FileReceiver.stride

    /// Waits for the transfer thread's answer even when cancelled, so that the transfer thread does not write into the
    /// file afterwards.
    private func send(_ request: Request, to destination: TransferJob.Destination) async throws(TransferError)
        -> TransferResult
    {
        let inbox = inbox
        let id = inbox.makeID()
        // The answer goes through a lock: that the transfer thread wrote it before this task went on, ThreadSanitizer
        // does not see where the task had not yet begun to wait.
        let result = Monitor<Result<TransferResult, TransferError>?>(nil)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = TransferJob(id: id, request: request, destination: destination) { answer in
                    result.withLock { $0 = answer }
                    continuation.resume()
                }
                inbox.place(job)
                // A cancellation before the job was in the inbox found no job to cancel, so it is repeated.
                if Task.isCancelled { inbox.cancel(id) }
            }
        } onCancel: {
            inbox.cancel(id)
        }
        return try result.wait { $0 }.get()
    }
}

// MARK: - Limits

extension Transfer {
    /// The share of the network that a ``Transfer`` takes, and the times after which it gives up.
    public struct Limits: Sendable {
        /// Open connections in all; default 6.
        public var connections: Int
        /// Open connections to one host and port; default 4. No more of its transfers run at a time.
        public var connectionsPerHost: Int
        /// Redirects that are followed one after another; default 5.
        public var redirects: Int
        /// The time for name lookup, connection and TLS handshake together; default 20 s.
        public var connectTimeout: Duration
        /// The speed below which a transfer counts as stalled; default 1,000 bytes a second.
        public var lowSpeed: Int
        /// How long a transfer may be stalled; default 30 s, whole seconds.
        public var lowSpeedTime: Duration
        /// The time for which unused connections, and the thread, are kept for the next transfer; default 60 s.
        public var idle: Duration

        public init(
            connections: Int = 6, connectionsPerHost: Int = 4, redirects: Int = 5,
            connectTimeout: Duration = .seconds(20), lowSpeed: Int = 1_000, lowSpeedTime: Duration = .seconds(30),
            idle: Duration = .seconds(60)
        ) {
            self.connections = max(1, connections)
            self.connectionsPerHost = max(1, connectionsPerHost)
            self.redirects = max(0, redirects)
            self.connectTimeout = connectTimeout
            self.lowSpeed = lowSpeed
            self.lowSpeedTime = lowSpeedTime
            self.idle = idle
        }
    }
}

// MARK: - Hashing

/// The progress of writing a file.
struct Written: Sendable, Equatable {
    /// Counts the times that the file was begun anew: bytes hashed before belong to another file.
    var beginning = 0
    var bytes: Int64 = 0

    /// Hashes a file that another thread is writing, up to the last length reported. Bytes written a moment ago come
    /// from memory, so this costs no disk access and no time of the network's thread.
    static func digest(of descriptor: CInt, as growth: AsyncStream<Written>) async throws -> String {
        var hash = SHA256()
        var hashed = Written()
        var last = Written()
        for await written in growth {
            last = written
            if written.beginning != hashed.beginning {
                hash = SHA256()
                hashed = Written(beginning: written.beginning)
            }
            while hashed.bytes < written.bytes {
                try Task.checkCancellation()
                let rest = min(written.bytes - hashed.bytes, FileReceiver.stride)
                let count = try hash.update(file: descriptor, from: hashed.bytes, atMost: rest)
                hashed.bytes += count
                // The file was just begun anew, as the next report will say.
                if count < rest { break }
                // Other tasks hash, too. A task that gives way with every piece is handed from core to core.
                if hashed.bytes < written.bytes { await Task.yield() }
            }
        }
        try Task.checkCancellation()
        guard hashed == last else { throw SHA256.ReadError(errno: EIO) }
        return hash.finish()
    }
}
