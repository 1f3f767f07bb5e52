internal import Glibc
internal import Hashing

/// Writes a body into an open file and hashes it on the way, after what the file already holds.
final class FileReceiver: Receiver {
    private enum State {
        case waiting
        case writing
        /// The server says the partial file is all there is.
        case whole
        case notModified
        case refused
    }

    private let descriptor: CInt
    private let request: Request
    private let onHeaders: @Sendable (Announcement) -> Void
    private var partial: Partial?
    private var url: String
    private var state = State.waiting
    private var hash = SHA256()
    /// How far the file is hashed, then written.
    private var offset: Int64 = 0
    private var expected: Int64?

    init(
        _ request: Request, descriptor: CInt, partial: Partial?, onHeaders: @escaping @Sendable (Announcement) -> Void
    ) {
        self.request = request
        self.descriptor = descriptor
        self.onHeaders = onHeaders
        self.partial = partial.flatMap { $0.bytes > 0 ? $0 : nil }
        url = request.url
    }

    var headers: [(name: String, value: String)] {
        guard let partial else { return [] }
        return [("Range", "bytes=\(partial.bytes)-"), ("If-Range", partial.validator)]
    }

    /// Ranges and lengths are about the file itself only when nobody compresses it.
    var acceptEncoding: String { "identity" }

    var progress: (got: Int64, expected: Int64?) { (offset, expected) }

    /// Hashes the part that is there, a piece at a time: other transfers go on meanwhile.
    func prepare() throws(TransferError) -> Bool {
        guard let partial, offset < partial.bytes else { return true }
        do {
            let count = try hash.update(file: descriptor, at: offset, atMost: partial.bytes - offset)
            offset += count
            // Shorter than was said: nothing about it can be relied on.
            if count == 0 { startOver() }
        } catch {
            throw .read(url: url, errno: error.errno)
        }
        return self.partial == nil || offset == partial.bytes
    }

    func begin(_ head: Head, from url: String) throws(TransferError) -> Verdict {
        self.url = url
        switch head.status {
        case 200:
            startOver()
            return try take(head, length: head.headers.isEncoded ? nil : head.headers.contentLength)
        case 206:
            guard let partial else { break }
            let range = ContentRange(head.headers["content-range"])
            let length = range?.length ?? whole(after: partial, head)
            guard range?.start == partial.bytes, !partial.isContradicted(by: head.headers, length: length) else {
                return askAgain()
            }
            return try take(head, length: length ?? partial.length)
        case 304 where request.isConditional:
            state = .notModified
            return .ignore
        case 416:
            guard let partial else { break }
            let range = ContentRange(head.headers["content-range"])
            // A server that announced more than it has says so here: what came first is the whole file, whatever its
            // length was said to be.
            guard range?.length == partial.bytes, !head.headers.contradicts(partial.validator) else {
                return askAgain()
            }
            try cut()
            state = .whole
            return .ignore
        default:
            break
        }
        state = .refused
        return .ignore
    }

    /// The length a 206 leads to when only that of its own body is known; a sum beyond all numbers is beyond the limit.
    private func whole(after partial: Partial, _ head: Head) -> Int64? {
        guard let rest = head.headers.contentLength else { return nil }
        let (length, isTooLarge) = rest.addingReportingOverflow(partial.bytes)
        return isTooLarge ? .max : length
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferError) {
        guard offset + Int64(bytes.count) <= request.maximumBytes else {
            throw .tooLarge(url: url, limit: request.maximumBytes)
        }
        var rest = bytes
        while !rest.isEmpty {
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset))
            let code = errno
            if count < 0 && code == EINTR { continue }
            guard count > 0 else { throw .write(url: url, errno: count < 0 ? code : EIO) }
            // Only what is in the file is hashed and counted.
            hash.update(UnsafeRawBufferPointer(rebasing: rest[..<count]))
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            offset += Int64(count)
        }
    }

    func finish(_ answer: inout Answer) throws(TransferError) {
        switch state {
        case .writing, .whole:
            if state == .writing, let expected, offset != expected {
                throw .truncated(url: url, got: offset, expected: expected)
            }
            answer.bytes = offset
            answer.sha256 = hash.finish()
            answer.resumed = partial != nil
        case .notModified:
            answer.notModified = true
        case .waiting, .refused:
            throw .status(url: url, code: answer.status, headers: answer.headers)
        }
    }

    /// The file is cut before its validator is told: whoever is killed in between resumes nothing rather than a
    /// mixture of two versions.
    private func take(_ head: Head, length: Int64?) throws(TransferError) -> Verdict {
        if let length, length > request.maximumBytes {
            throw .tooLarge(url: url, limit: request.maximumBytes)
        }
        expected = length
        try cut()
        onHeaders(Announcement(validator: head.headers.validator ?? partial?.validator, length: length))
        state = .writing
        return .take
    }

    private func askAgain() -> Verdict {
        startOver()
        return .askAgain
    }

    private func startOver() {
        partial = nil
        hash = SHA256()
        offset = 0
    }

    /// Nothing lies behind the place where the body goes. (A device has no length, and is left as it is.)
    private func cut() throws(TransferError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .write(url: url, errno: errno) }
        guard status.st_size != offset, status.st_mode & S_IFMT == S_IFREG else { return }
        guard ftruncate(descriptor, off_t(offset)) == 0 else { throw .write(url: url, errno: errno) }
    }
}
