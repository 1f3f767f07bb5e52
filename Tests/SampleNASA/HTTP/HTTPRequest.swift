/// A request as it came over the wire.
struct HTTPRequest: Sendable {
    let method: String
    /// Path and query, still encoded.
    let target: String
    /// Names in lower case.
    let headers: [String: String]

    var path: String { PercentEncoding.decoded(target.prefix { $0 != "?" }) }

    /// The last value counts where a name is repeated.
    var query: [String: String] {
        guard let mark = target.firstIndex(of: "?") else { return [:] }
        return target[target.index(after: mark)...].split(separator: "&").reduce(into: [:]) { query, item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[PercentEncoding.decoded(parts[0])] = parts.count > 1 ? PercentEncoding.decoded(parts[1]) : ""
        }
    }
}
