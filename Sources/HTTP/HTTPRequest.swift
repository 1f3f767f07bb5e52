internal import Days

/// A request as it came over the wire, as far as an answer can depend on it.
public struct HTTPRequest: Sendable {
    public var method: String
    /// Path and query, still encoded.
    public var target: String
    public var host: String?
    public var ifNoneMatch: String?
    public var ifModifiedSince: String?
    public var range: String?
    public var ifRange: String?
    public var prefer: String?
    /// Whether the client takes an answer in gzip.
    public var takesGzip = false
    /// The origin of a request that changes something, as the browser tells it.
    public var proof = Proof()
    /// Whether a body comes with the request. It is not read.
    public var hasBody = false
    /// Whether a proxy may have passed the request on: a header tells of one, or it is not of HTTP/1.1, which all browsers
    /// speak, and nginx to the servers behind it only where it is told to.
    public var mayBeForwarded = false
    private var socket: CInt?

    public struct Proof: Equatable, Sendable {
        /// The header X-Star.
        public var token: String?
        public var origin: String?
        /// The header Sec-Fetch-Site.
        public var site: String?

        public init(token: String? = nil, origin: String? = nil, site: String? = nil) {
            (self.token, self.origin, self.site) = (token, origin, site)
        }
    }

    /// The client, as connections are counted by, and the network around it; empty where they are not known.
    public var client: (name: String, network: String) {
        socket.flatMap(Peer.init(of:)).map { ($0.name, $0.networkName) } ?? ("", "")
    }

    /// The server's own address on the connection, such as `192.168.1.5:8095`.
    public var address: SocketAddress? { socket.flatMap(SocketAddress.local) }

    public init(
        method: String = "GET", target: String, host: String? = nil, ifNoneMatch: String? = nil,
        ifModifiedSince: String? = nil, range: String? = nil, ifRange: String? = nil, prefer: String? = nil,
        socket: CInt? = nil
    ) {
        let whole = Self.address(target)
        self.method = method
        self.target = whole?.target ?? target
        self.host = whole?.host ?? host
        self.ifNoneMatch = ifNoneMatch
        self.ifModifiedSince = ifModifiedSince
        self.range = range
        self.ifRange = ifRange
        self.prefer = prefer
        self.socket = socket
    }
}

extension HTTPRequest {
    /// A client that takes this server for a proxy sends a whole URL, whose host counts instead of the Host header.
    private static func address(_ target: String) -> (host: String, target: String)? {
        let scheme = "http://"
        guard target.utf8.first != UInt8(ascii: "/"), target.prefix(scheme.count).lowercased() == scheme else {
            return nil
        }
        let rest = target.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest.dropFirst(host.count)
        return (String(host), path.first == "/" ? String(path) : "/" + path)
    }

    /// Whether the client has that preference, which has no value.
    public func prefers(_ preference: String) -> Bool {
        prefer?.split(separator: ",").contains { $0.filter { $0 != " " }.lowercased() == preference } ?? false
    }

    /// The path's bytes; `nil` where it is not well encoded.
    public var path: [UInt8]? {
        let raw = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        guard raw.first == UInt8(ascii: "/") else { return nil }
        return Self.decoded(raw)
    }

    /// The fields of the query in their order; a field that is not well encoded stays as it came.
    public var fields: [(name: String, value: String)] {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return target.utf8[target.utf8.index(after: mark)...].split(separator: UInt8(ascii: "&")).map { field in
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.text(parts[0]), parts.count > 1 ? Self.text(parts[1]) : "")
        }
    }

    private static func text(_ raw: Substring.UTF8View) -> String {
        let spaced = raw.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: decoded(spaced) ?? spaced, as: UTF8.self)
    }

    /// Decodes escapes such as `%41`; `nil` where one is malformed.
    private static func decoded(_ raw: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raw.count)
        var place = raw.startIndex
        while place < raw.endIndex {
            let byte = raw[place]
            raw.formIndex(after: &place)
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let byte = PercentEncoding.byte(raw[place...]) else { return nil }
            bytes.append(byte)
            raw.formIndex(&place, offsetBy: 2)
        }
        return bytes
    }
}
