internal import Glibc

/// The reason why a transfer has no answer. Each case prints as one sentence.
public enum TransferError: Error, Equatable, Sendable {
    /// The address or a header cannot be sent, so nothing was.
    case unusable(url: String, reason: String)
    /// The name lookup failed.
    case unresolved(url: String)
    /// No server accepted the connection.
    case unconnected(url: String, reason: String)
    /// The server has no TLS, or a certificate that proves nothing.
    case untrusted(url: String, reason: String)
    /// The connection took longer than ``Transfer/Limits/connectTimeout``.
    case connectTimeout(url: String, limit: Duration)
    /// The transfer was slower than ``Transfer/Limits/lowSpeed`` for ``Transfer/Limits/lowSpeedTime``.
    case stalled(url: String, lowSpeed: Int, time: Duration)
    /// The transfer took longer than ``Request/timeLimit``.
    case timeLimit(url: String, limit: Duration)
    /// The connection broke, or the bytes that came over it were no HTTP.
    case broken(url: String, reason: String)
    /// The answer ended before its announced length; `expected` is `nil` where none was announced.
    case truncated(url: String, got: Int64, expected: Int64?)
    /// The body is larger than ``Request/maximumBytes``, as announced or as received.
    case tooLarge(url: String, limit: Int64)
    /// There were more redirects than ``Transfer/Limits/redirects``.
    case redirects(url: String, limit: Int)
    /// A redirect leads to another protocol, or to no valid address, and is not followed.
    case redirected(url: String, to: String)
    /// The request leads to an address of this machine or the home network, where it may not go.
    case atHome(url: String, address: String, isThisMachine: Bool)
    /// A file was asked for and the server answered with this status instead.
    case status(url: String, code: Int, headers: Headers)
    /// The file cannot be read to hash it.
    case read(url: String, errno: CInt)
    /// The file cannot be written: disk full, I/O error …
    case write(url: String, errno: CInt)
    case noRoom(url: String)
    /// ``Request/mayStart`` refused an attempt.
    case notStarted(url: String)
    /// The task was cancelled. A file keeps the bytes received before.
    case cancelled(url: String)
}

extension TransferError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusable(let url, let reason):
            "\(url) cannot be fetched: \(reason)."
        case .unresolved(let url):
            "\(url) cannot be reached: its server's name was not found."
        case .unconnected(let url, let reason):
            "\(url) cannot be reached: \(reason)."
        case .untrusted(let url, let reason):
            "\(url) cannot be trusted: \(reason)."
        case .connectTimeout(let url, let limit):
            "\(url) did not answer within \(limit.sentence)."
        case .stalled(let url, let lowSpeed, let time):
            "\(url) sent less than \(lowSpeed) bytes a second for \(time.sentence)."
        case .timeLimit(let url, let limit):
            "\(url) was not done within \(limit.sentence)."
        case .broken(let url, let reason):
            "\(url) broke off: \(reason)."
        case .truncated(let url, let got, let expected?):
            "\(url) ended after \(got) of \(expected) bytes."
        case .truncated(let url, let got, nil):
            "\(url) ended early, after \(got) bytes."
        case .tooLarge(let url, let limit):
            "\(url) is larger than the \(limit) bytes allowed."
        case .redirects(let url, let limit):
            "\(url) redirected more than \(limit) times."
        case .redirected(let url, let target):
            "\(url) redirects to \(target), which is not followed."
        case .atHome(let url, let address, let isThisMachine):
            "\(url) leads to \(address), an address of \(isThisMachine ? "this machine" : "the home network"), "
                + "and is not followed there."
        case .status(let url, let code, let headers):
            if let seconds = headers.retryAfter() {
                "\(url) answered with status \(code) and asks to wait \(seconds) s."
            } else {
                "\(url) answered with status \(code)."
            }
        case .read(let url, let errno):
            "The file of \(url) cannot be read: \(errorText(errno))."
        case .write(let url, let errno):
            "The file of \(url) cannot be written: \(errorText(errno))."
        case .noRoom(let url):
            "There is no room for the file of \(url)."
        case .notStarted(let url):
            "\(url) was not asked for any more."
        case .cancelled(let url):
            "\(url) was cancelled."
        }
    }
}

/// The system's text for an error number. (glibc's `strerror` has a buffer per thread since 2.32.)
func errorText(_ code: CInt) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

extension Duration {
    /// Whole milliseconds for curl, at least one, because zero means no limit there.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(min(seconds, 2_000_000)) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    /// The duration as sentences have it: `20 s`, `0.25 s`.
    var sentence: String {
        let (seconds, thousandths) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        guard thousandths > 0 else { return "\(seconds) s" }
        var fraction = String(String(1_000 + thousandths).dropFirst())
        while fraction.last == "0" { fraction.removeLast() }
        return "\(seconds).\(fraction) s"
    }
}
