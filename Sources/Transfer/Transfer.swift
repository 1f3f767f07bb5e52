internal import Hashing
internal import Synchronization

/// Fetches over HTTP, to memory or into an open file, many at a time and politely.
///
/// The network is the affair of one thread (``Courier``), which is the only one that ever talks to libcurl. Calls
/// from anywhere put an order into its ``Inbox`` and wait for the answer; a file is hashed by who asked for it, while it
/// grows (``Written``). The thread comes with the first transfer; it
/// closes its connections and ends when there was nothing to do for ``Limits/idle``, or with this object, so an idle
/// mirror holds no thread, no socket and no buffer.
///
/// What is common to every transfer: GET only, `http` and `https` only, certificates are verified, the environment's
/// proxy is used (`https_proxy`, `no_proxy`, …), no cookies, no `.netrc`, no passwords from URLs. Orders that find all
/// connections busy wait in line, first come, first served; their time limits start with the transfer, not with the
/// wait.
public final class Transfer: Sendable {
    private let inbox: Inbox

    /// - Parameter reach: where requests may lead; by default wherever an address says.
    public init(userAgent: String, limits: Limits = Limits(), reach: Reach = .everywhere) {
        inbox = Inbox(userAgent: userAgent, limits: limits, reach: reach)
    }

    deinit {
        inbox.close()
    }

    /// Body bytes that arrived since this object was made, redirects' and errors' bodies left out.
    public var bytesReceived: Int64 { inbox.received.load(ordering: .relaxed) }

    /// Open connections in all, at most.
    public var connections: Int { inbox.limits.connections }

    /// Fetches into memory.
    ///
    /// Every status is an answer: what a 404 or a 304 means is the caller's to say. Compression is asked for and
    /// undone; ``Request/maximumBytes`` counts what comes out of it.
    public func data(_ request: Request) async throws(TransferError) -> Response {
        let answer = try await send(request, to: .memory)
        return Response(url: answer.url, status: answer.status, headers: answer.headers, body: answer.body)
    }

    /// Fetches into an open file that can be written and read, from its beginning or where a former try stopped.
    ///
    /// Only the body of a 200 or of a fitting 206 touches the file; an error's page never does, nor a redirect's. When
    /// the transfer fails or is cancelled the bytes that came stay in the file. They can be resumed with what
    /// `onHeaders` was told, which is what it is for: it is called on the transfer's own thread after the file was cut
    /// to what the answer continues and before the first new byte is written. It must be quick, for it holds up all
    /// other transfers. The file's offset is neither used nor moved.
    ///
    /// - Parameters:
    ///   - partial: what the file already holds. If the server has another version by now, or answers with something that
    ///     does not fit, the file is emptied and fetched whole.
    ///   - mayGrow: asked on the transfer's thread before the first byte is written and with every megabyte, with the bytes
    ///     that the file holds and the length that was announced for it. Where it says yes, the file grows to that length,
    ///     or by less than ``growth`` until it is asked again; otherwise the transfer ends with
    ///     ``TransferError/noRoom(url:)``.
    public func file(
        _ request: Request, to descriptor: CInt, resuming partial: Partial? = nil,
        onHeaders: @escaping @Sendable (Announcement) -> Void = { _ in },
        mayGrow: @escaping @Sendable (_ bytes: Int64, _ length: Int64?) -> Bool = { _, _ in true }
    ) async throws(TransferError) -> Download {
        let (written, growth) = AsyncStream.makeStream(of: Written.self, bufferingPolicy: .bufferingNewest(1))
        async let digest = Written.digest(of: descriptor, as: written)
        let file = Order.File(
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

    /// The most by which a file grows between two times that `mayGrow` is asked: a stride, and one piece of a body.
    public static let growth = 2 * FileReceiver.stride

    /// Waits for the courier's answer even when cancelled, so that nobody writes into the file afterwards.
    private func send(_ request: Request, to destination: Order.Destination) async throws(TransferError) -> Answer {
        let inbox = inbox
        let id = inbox.makeID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.place(Order(id: id, request: request, destination: destination, continuation: continuation))
                // A cancellation from before the order was in the inbox found nothing there to cancel.
                if Task.isCancelled { inbox.cancel(id) }
            }
        } onCancel: {
            inbox.cancel(id)
        }
        return try result.get()
    }
}
