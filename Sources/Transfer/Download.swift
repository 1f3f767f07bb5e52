/// What a file holds after its transfer.
public struct Download: Sendable {
    /// Where it came from, after redirects.
    public let url: String
    /// 200, 206, 304, or 416 when the partial file turned out to be whole.
    public let status: Int
    public let headers: Headers
    /// The file's length now.
    public let bytes: Int64
    /// Of the whole file, the resumed part included; 64 lower-case hexadecimal digits.
    public let sha256: String
    /// The bytes that were there before are part of the file.
    public let resumed: Bool
    /// The server says nothing has changed: the file was not touched, `bytes` is 0 and `sha256` is empty.
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
