enum HTTPStatus {
    static func phrase(_ status: Int) -> String {
        let phrases = [
            200: "OK", 301: "Moved Permanently", 302: "Found", 403: "Forbidden", 404: "Not Found", 410: "Gone",
            429: "Too Many Requests", 451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
            502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        ]
        return phrases[status] ?? "Status"
    }
}
