/// Why there is no answer. Each case is one sentence when printed.
public enum TransferError: Error, Equatable, Sendable {
    /// The address or a header cannot be sent; nothing was.
    case unusable(url: String, reason: String)
    /// The name lookup failed.
    case unresolved(url: String)
    /// Nobody took the connection.
    case unconnected(url: String, reason: String)
    /// No TLS, or a certificate that proves nothing.
    case untrusted(url: String, reason: String)
    /// No connection within ``Transfer/Limits/connectTimeout``.
    case connectTimeout(url: String, limit: Duration)
    /// Slower than ``Transfer/Limits/lowSpeed`` for ``Transfer/Limits/lowSpeedTime``.
    case stalled(url: String, lowSpeed: Int, time: Duration)
    /// Not done within ``Request/timeLimit``.
    case timeLimit(url: String, limit: Duration)
    /// The connection broke, or what came over it was no HTTP.
    case broken(url: String, reason: String)
    /// The answer ended before its announced length; `expected` is `nil` where none was announced.
    case truncated(url: String, got: Int64, expected: Int64?)
    /// More than ``Request/maximumBytes``, announced or received.
    case tooLarge(url: String, limit: Int64)
    /// More redirects than ``Transfer/Limits/redirects``.
    case redirects(url: String, limit: Int)
    /// A redirect to where we do not go: another protocol, or no address at all.
    case redirected(url: String, to: String)
    /// To an address of this machine or of the home network, where requests of this kind do not lead.
    case atHome(url: String, address: String, isThisMachine: Bool)
    /// A file was asked for and this status came instead.
    case status(url: String, code: Int, headers: Headers)
    /// What the file holds cannot be read.
    case read(url: String, errno: CInt)
    /// The file cannot be written: disk full, I/O error …
    case write(url: String, errno: CInt)
    /// There is no room for the file.
    case noRoom(url: String)
    /// The system gave no thread to work on.
    case noThread(url: String, errno: CInt)
    /// ``Request/mayStart`` said no while it waited for its turn.
    case notStarted(url: String)
    /// The task was cancelled. A file keeps what came before.
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
            if let seconds = headers.retryAfter {
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
        case .noThread(let url, let errno):
            "\(url) cannot be fetched: no thread could be started (\(errorText(errno)))."
        case .notStarted(let url):
            "\(url) was not asked for any more."
        case .cancelled(let url):
            "\(url) was cancelled."
        }
    }
}
