internal import CCurl

/// A URL that can be fetched, and the host whose connections it needs.
struct Address {
    let url: String
    /// `scheme://host:port`
    let host: String
    /// The server's name or number alone, in lower case; an IPv6 number without its brackets.
    let name: String

    /// - Parameter base: what a redirect's target is relative to.
    init(_ text: String, relativeTo base: Address? = nil) throws(TransferError) {
        guard let parts = curl_url() else { throw .unusable(url: text, reason: "no memory") }
        defer { curl_url_cleanup(parts) }
        if let base { curl_url_set(parts, CURLUPART_URL, base.url, 0) }
        // Encoded are spaces, too, which newer versions of curl refuse otherwise.
        let code = curl_url_set(parts, CURLUPART_URL, text, UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE))
        guard code == CURLUE_OK else {
            throw .unusable(url: text, reason: "the address is not valid (\(String(cString: curl_url_strerror(code))))")
        }
        let part = { (which: CURLUPart) -> String? in
            var value: UnsafeMutablePointer<CChar>?
            guard curl_url_get(parts, which, &value, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK else { return nil }
            defer { curl_free(value) }
            return value.map { String(cString: $0) }
        }
        guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https" else {
            throw .unusable(url: text, reason: "only http and https addresses are")
        }
        guard let host = part(CURLUPART_HOST), let port = part(CURLUPART_PORT) else {
            throw .unusable(url: text, reason: "the address names no server")
        }
        guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
            throw .unusable(url: "\(scheme)://\(host)", reason: "its address holds a user name, and none is ever sent")
        }
        var whole: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, CURLUPART_URL, &whole, 0) == CURLUE_OK, let whole else {
            throw .unusable(url: text, reason: "the address is not valid")
        }
        defer { curl_free(whole) }
        self.url = String(cString: whole)
        self.host = "\(scheme)://\(host):\(port)"
        name = Self.bare(host)
    }

    private static func bare(_ host: String) -> String {
        let name = host.lowercased()
        return name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
    }
}
