/// What to fetch, and how much of it to bear.
public struct Request: Sendable {
    /// `http` or `https`; spaces and other characters a URL cannot hold are escaped.
    public var url: String
    /// The `Accept` header; `nil` takes anything.
    public var accept: String?
    /// More headers; they go along to wherever a redirect leads.
    public var headers: [(name: String, value: String)] = []
    /// A header that nobody but the server asked may see. With one, redirects are not followed: the 3xx is the answer.
    public var secretHeader: SecretHeader?
    /// The longest body (the longest file, with the resumed part) that is taken.
    public var maximumBytes: Int64
    /// Whether a longer body is no failure, but ended once ``maximumBytes`` of it are in memory.
    public var takesBeginning = false
    /// For the whole transfer with its redirects, from its start on; the wait for a free connection is not counted.
    public var timeLimit: Duration
    /// An entity tag as the server wrote it: asks for a 304 if nothing has changed.
    public var ifNoneMatch: String?
    /// A `Last-Modified` as the server wrote it: asks for a 304 if nothing has changed.
    public var ifModifiedSince: String?

    /// Asked before every attempt, with the address that it goes to: redirects and repetitions are attempts, too. One that
    /// may not start ends with ``TransferError/notStarted(url:)``. Called on the transfer's own thread.
    public var mayStart: (@Sendable (_ address: String) -> Bool)?

    public init(_ url: String, maximumBytes: Int64, timeLimit: Duration) {
        self.url = url
        self.maximumBytes = maximumBytes
        self.timeLimit = timeLimit
    }

    var isConditional: Bool { ifNoneMatch != nil || ifModifiedSince != nil }
}
