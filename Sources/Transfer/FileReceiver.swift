internal import Glibc

/// Writes a body into an open file, behind the bytes that the file already holds.
final class FileReceiver: Receiver {
    private enum State {
        case waiting
        case writing
        /// The server says that the partial file is the whole file.
        case whole
        case notModified
        case refused
    }

    private let file: TransferJob.File
    private let request: Request
    private var partial: Partial?
    private var url: String
    private var state = State.waiting
    private var written = Written()
    /// The length last reported to `onGrowth`, a stride at a time, so that a small file is reported once, at its end.
    private var told: Int64 = 0
    private var expected: Int64?
    /// The length up to which the file may grow before `mayGrow` is asked again.
    private var roomEnd: Int64 = 0

    static let stride: Int64 = 1 << 20

    init(_ request: Request, _ file: TransferJob.File) throws(TransferError) {
        // The file must be readable, too, because it is hashed.
        guard fcntl(file.descriptor, F_GETFL) & O_ACCMODE == O_RDWR else {
            throw .read(url: request.url, errno: EBADF)
        }
        self.request = request
        self.file = file
        url = request.url
        guard let partial = file.partial, partial.bytes > 0 else { return }
        // A file shorter than the partial one was said to be cannot be relied on.
        if try Self.status(file.descriptor, request.url).st_size >= partial.bytes {
            self.partial = partial
            written.bytes = partial.bytes
        }
    }

    var headers: [(name: String, value: String)] {
        guard let partial else { return [] }
        return [("Range", "bytes=\(partial.bytes)-"), ("If-Range", partial.validator)]
    }

    /// No compression is accepted: ranges and lengths then refer to the file itself.
    var acceptEncoding: String { "identity" }

    var progress: (got: Int64, expected: Int64?) { (written.bytes, expected) }

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
            // A server that announced more than it has says so with this length: the bytes that came first are the
            // whole file.
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

    /// The file's length after a 206 that gives only its body's; a sum that overflows exceeds any limit.
    private func whole(after partial: Partial, _ head: Head) -> Int64? {
        guard let rest = head.headers.contentLength else { return nil }
        let (length, isTooLarge) = rest.addingReportingOverflow(partial.bytes)
        return isTooLarge ? .max : length
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool {
        let end = written.bytes + Int64(bytes.count)
        guard end <= request.maximumBytes else { throw .tooLarge(url: url, limit: request.maximumBytes) }
        if end > roomEnd { try askForRoom() }
        var rest = bytes
        while !rest.isEmpty {
            let count = pwrite(file.descriptor, rest.baseAddress, rest.count, off_t(written.bytes))
            let code = errno
            if count < 0 && code == EINTR { continue }
            guard count > 0 else { throw .write(url: url, errno: count < 0 ? code : EIO) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            written.bytes += Int64(count)
        }
        guard written.bytes - told >= Self.stride else { return true }
        told = written.bytes
        file.onGrowth(written)
        return true
    }

    /// Asks for room before the first byte and with every stride, since other programs may fill the disk meanwhile.
    private func askForRoom() throws(TransferError) {
        guard file.mayGrow(written.bytes, expected) else { throw .noRoom(url: url) }
        roomEnd = written.bytes + Self.stride
    }

    func finish(_ answer: inout TransferResult) throws(TransferError) {
        switch state {
        case .writing, .whole:
            if state == .writing, let expected, written.bytes != expected {
                throw .truncated(url: url, got: written.bytes, expected: expected)
            }
            answer.written = written
            answer.resumed = partial != nil
        case .notModified:
            answer.notModified = true
        case .waiting, .refused:
            throw .status(url: url, code: answer.status, headers: answer.headers)
        }
    }

    /// Cuts the file before its validator is reported: a process killed in between resumes nothing, rather than a
    /// mixture of two versions.
    private func take(_ head: Head, length: Int64?) throws(TransferError) -> Verdict {
        if let length, length > request.maximumBytes {
            throw .tooLarge(url: url, limit: request.maximumBytes)
        }
        expected = length
        try cut()
        try askForRoom()
        file.onHeaders(Announcement(validator: head.headers.validator ?? partial?.validator, length: length))
        state = .writing
        return .take
    }

    private func askAgain() -> Verdict {
        startOver()
        return .askAgain
    }

    private func startOver() {
        partial = nil
        written = Written(beginning: written.beginning + 1)
        told = 0
    }

    /// Truncates the file where the body will be written. A device has no length and is left as it is.
    private func cut() throws(TransferError) {
        let status = try Self.status(file.descriptor, url)
        guard status.st_size != written.bytes, status.st_mode & S_IFMT == S_IFREG else { return }
        guard ftruncate(file.descriptor, off_t(written.bytes)) == 0 else { throw .write(url: url, errno: errno) }
    }

    private static func status(_ descriptor: CInt, _ url: String) throws(TransferError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .write(url: url, errno: errno) }
        return status
    }
}
