internal import CCurl
internal import Folder
internal import Glibc

/// The addresses that the requests of a ``Transfer`` may lead to.
///
/// A public source may lead only to public servers. A redirect, or an address in its answers, that leads to this
/// machine or into the home network would make us open doors that are closed to that server.
public enum AddressPolicy: Sendable, Equatable {
    case everywhere
    /// Servers of the Internet, and the source of that name wherever it is.
    case publicServers(besides: String)
    /// For each request the server that it names, wherever that is, and no other: a redirect to another scheme, name or
    /// port is not followed.
    case namedServer

    /// - Parameter source: the address that its owner has set. Its name decides whether the source is at home, and not
    ///   the address that the name resolves to: that is in the hands of the name's owner, who may be another.
    public init(source: String) {
        let name = (try? Address(source).name) ?? ""
        self = NetworkAddress.isAtHome(name) ? .everywhere : .publicServers(besides: name)
    }
}

extension NetworkAddress {
    /// Whether a server of that name, or number, is certainly at home.
    static func isAtHome(_ name: String) -> Bool {
        if let place = NetworkAddress(name) { return place.isAtHome }
        return !name.contains(".") || endings.contains { name.hasSuffix("." + $0) }
    }

    /// Endings that no name of the Internet has.
    private static let endings = [
        "localhost", "localdomain", "local", "lan", "home", "home.arpa", "internal", "intranet",
    ]
}

/// The proxies that the environment names. A connection to a proxy does not show where a request leads.
///
/// A proxy's name may resolve to another address later, so an unknown address has them resolved anew, at most once a
/// minute.
final class EnvironmentProxies: Sendable {
    private struct State {
        var places: Set<NetworkAddress> = []
        var resolved: ContinuousClock.Instant?
    }

    private let state = Monitor(State())

    func answer(at place: NetworkAddress) -> Bool {
        state.withLock { state in
            if state.places.contains(place) { return true }
            if let resolved = state.resolved, resolved.duration(to: .now) < .seconds(60) { return false }
            state.resolved = .now
            state.places = Set(Self.names.compactMap(Self.value).flatMap(Self.places))
            return state.places.contains(place)
        }
    }

    private static let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    private static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The addresses of a proxy; empty when its name cannot be resolved.
    static func places(of proxy: String) -> [NetworkAddress] {
        guard let parts = curl_url() else { return [] }
        defer { curl_url_cleanup(parts) }
        let flags = UInt32(CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME)
        guard curl_url_set(parts, CURLUPART_URL, proxy, flags) == CURLUE_OK, let host = part(CURLUPART_HOST, parts)
        else {
            return []
        }
        let usual = part(CURLUPART_SCHEME, parts) == "https" ? "443" : "1080"
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, part(CURLUPART_PORT, parts) ?? usual, nil, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var found: [NetworkAddress] = []
        var next = first
        while let info = next {
            if let place = info.pointee.ai_addr.flatMap({ NetworkAddress(UnsafePointer($0)) }) { found.append(place) }
            next = info.pointee.ai_next
        }
        return found
    }

    private static func part(_ which: CURLUPart, _ parts: OpaquePointer) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, which, &value, 0) == CURLUE_OK else { return nil }
        defer { curl_free(value) }
        return value.map { String(cString: $0) }
    }
}
