/// A server's answer in memory.
public struct Response: Sendable {
    /// The answer's address, after redirects.
    public let url: String
    public let status: Int
    public let headers: Headers
    public let body: [UInt8]

    public init(url: String, status: Int, headers: Headers, body: [UInt8]) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
    }
}
