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

    public init(
        url: String, status: Int, headers: Headers, bytes: Int64, sha256: String, resumed: Bool = false,
        notModified: Bool = false
    ) {
        self.url = url
        self.status = status
        self.headers = headers
        self.bytes = bytes
        self.sha256 = sha256
        self.resumed = resumed
        self.notModified = notModified
    }
}
