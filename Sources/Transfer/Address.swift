internal import CCurl

/// A URL that can be fetched, and the host whose connections it needs.
struct Address {
    let url: String
    /// `scheme://host:port`
    let host: String
    /// The server's name or number alone, in lower case; an IPv6 number without its brackets.
    let name: String

    /// - Parameter base: the address that a redirect's target is relative to.
    init(_ text: String, relativeTo base: Address? = nil) throws(TransferError) {
        // The text is parsed, written and parsed again, since curl may find another server in its own output:
        // %32130706433 becomes 2130706433, which is 127.0.0.1.
        let once = try Parts(text, base?.url)
        let parts = try Parts(try once.url(), nil)
        guard let scheme = parts[CURLUPART_SCHEME], scheme == "http" || scheme == "https" else {
            throw .unusable(url: text, reason: "only http and https addresses are")
        }
        guard let host = parts[CURLUPART_HOST], let port = parts[CURLUPART_PORT] else {
            throw .unusable(url: text, reason: "the address names no server")
        }
        guard parts[CURLUPART_USER] == nil, parts[CURLUPART_PASSWORD] == nil else {
            throw .unusable(url: "\(scheme)://\(host)", reason: "its address holds a user name, and none is ever sent")
        }
        url = try parts.url()
        self.host = "\(scheme)://\(host):\(port)"
        name = Self.bare(host)
    }

    private static func bare(_ host: String) -> String {
        let name = host.lowercased()
        return name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    }
}

/// An address as curl takes it apart.
private final class Parts {
    private let handle: OpaquePointer
    private let text: String

    init(_ text: String, _ base: String?) throws(TransferError) {
        guard let handle = curl_url() else { throw .unusable(url: text, reason: "no memory") }
        self.handle = handle
        self.text = text
        if let base { curl_url_set(handle, CURLUPART_URL, base, 0) }
        // Spaces are encoded, too; newer versions of curl refuse them otherwise.
        let code = curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE))
        guard code == CURLUE_OK else {
            throw .unusable(url: text, reason: "the address is not valid (\(String(cString: curl_url_strerror(code))))")
        }
    }

    deinit { curl_url_cleanup(handle) }

    subscript(part: CURLUPart) -> String? { value(part, UInt32(CURLU_DEFAULT_PORT)) }

    /// The whole address; a default port is left out.
    func url() throws(TransferError) -> String {
        guard let url = value(CURLUPART_URL, 0) else { throw .unusable(url: text, reason: "the address is not valid") }
        return url
    }

    private func value(_ part: CURLUPart, _ flags: UInt32) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &value, flags) == CURLUE_OK, let value else { return nil }
        defer { curl_free(value) }
        return String(cString: value)
    }
}
