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

/// A header such as `X-Api-Key` whose value is sent, but never printed or dumped.
public struct SecretHeader: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public let name: String
    let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    public var description: String { "\(name): (secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// A server's answer in memory.
public struct Response: Sendable {
    /// The answer's address, after redirects.
    public let url: String
    public let status: Int
    public let headers: Headers
    public let body: [UInt8]
}

/// The beginning of a file that an earlier transfer left behind.
public struct Partial: Sendable, Equatable {
    /// The number of good bytes at the file's beginning; bytes behind them are cut off.
    public let bytes: Int64
    /// The mark of this version of the file: the ``Announcement/validator`` of the earlier transfer.
    public let validator: String
    /// The whole file's length, if the earlier transfer was told it. A file of another length is another file, whatever
    /// its validator says.
    public let length: Int64?

    public init(bytes: Int64, validator: String, length: Int64? = nil) {
        self.bytes = bytes
        self.validator = validator
        self.length = length
    }

    /// Whether an answer is about another file than the one that this is a part of.
    func isContradicted(by headers: Headers, length told: Int64?) -> Bool {
        if headers.isEncoded || headers.contradicts(validator) { return true }
        guard let length, let told else { return false }
        return length != told
    }
}

/// A server's statement about a file, before its bytes.
public struct Announcement: Sendable, Equatable {
    /// A strong entity tag, else `Last-Modified`; `nil` when this file cannot be resumed.
    public let validator: String?
    /// The length of the whole file, if it was told.
    public let length: Int64?
}

/// The result of a transfer into a file.
public struct Download: Sendable {
    /// The file's address, after redirects.
    public let url: String
    /// 200, 206, 304, or 416 when the partial file turned out to be whole.
    public let status: Int
    public let headers: Headers
    /// The file's length now.
    public let bytes: Int64
    /// The hash of the whole file, the resumed part included, as 64 lower-case hexadecimal digits.
    public let sha256: String
    /// Whether the bytes that were there before are part of the file.
    public let resumed: Bool
    /// Whether the server has no newer version: the file was not touched, `bytes` is 0 and `sha256` is empty.
    public let notModified: Bool
}
