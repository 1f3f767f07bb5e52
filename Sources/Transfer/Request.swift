/// An HTTP GET: what to fetch, and its limits.
public struct Request: Sendable {
    /// The address, `http` or `https`; spaces and other characters that a URL cannot hold are escaped.
    public var url: String
    /// The `Accept` header; `nil` takes anything.
    public var accept: String?
    /// More headers; redirects carry them to other servers, too.
    public var headers: [(name: String, value: String)] = []
    /// A header that only the server asked may see. With it redirects are not followed: the 3xx is the answer.
    public var secretHeader: SecretHeader?
    /// The longest body that is taken; of a resumed file, the longest file.
    public var maximumBytes: Int64
    /// Whether a longer body is no failure, but is cut off at ``maximumBytes``. It applies to bodies in memory.
    public var takesBeginning = false
    /// The limit for the whole transfer with its redirects; the wait for a free connection is not counted.
    public var timeLimit: Duration
    /// An entity tag as the server wrote it: the server answers 304 if nothing has changed.
    public var ifNoneMatch: String?
    /// A `Last-Modified` as the server wrote it: the server answers 304 if nothing has changed.
    public var ifModifiedSince: String?

    /// Asked before every attempt, redirects and repetitions included, with its address, on the transfer's own thread.
    /// A refused attempt ends the request with ``TransferError/notStarted(url:)``.
    public var mayStart: (@Sendable (_ address: String) -> Bool)?

    public init(_ url: String, maximumBytes: Int64, timeLimit: Duration) {
        self.url = url
        self.maximumBytes = maximumBytes
        self.timeLimit = timeLimit
    }

    var isConditional: Bool { ifNoneMatch != nil || ifModifiedSince != nil }
}
