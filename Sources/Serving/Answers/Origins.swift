internal import Days
internal import Glibc
internal import HTTP

/// The origins that addresses of this host begin with, as each client may use them.
package struct Origins: Sendable {
    /// The address of a proxy before this server: `https://apod.example.org`
    let publicURL: String?
    /// The names by which the household calls this machine, in lower case.
    private let names: Set<String>
    /// Whether favorites are changed by web. A request then comes from the household only where nothing leaves it in doubt.
    private let takesStars: Bool
    /// The placeholder for the origin in a text that is made for all clients, or the public address itself. No text of
    /// NASA's can hold the placeholder, since each process draws it anew and never sends it.
    let mark: String

    package init(publicURL: String?, takesStars: Bool = false, machine: String = Self.machineName) {
        (self.publicURL, self.takesStars) = (publicURL, takesStars)
        let whole = machine.lowercased()
        let first = String(whole.prefix { $0 != "." })
        var names = first.isEmpty ? [] : Set([first, whole] + Self.homeDomains.map { "\(first).\($0)" })
        if !takesStars { names.insert(Self.loopback) } else if first == Self.loopback { names = [] }
        self.names = names
        mark = publicURL ?? "origin\(UInt64.random(in: .min ... .max))x\(UInt64.random(in: .min ... .max))"
    }

    /// Splits a text at the marks. A public address is in the text already, escaped as it has to be there; the names
    /// that clients use for this host hold nothing that would have to be escaped.
    func parts(of text: [UInt8]) -> [[UInt8]] {
        if publicURL != nil { return [text] }
        let mark = Array(mark.utf8)
        var (parts, place) = ([[UInt8]](), 0)
        while let found = text.offset(of: mark, from: place) {
            parts.append(Array(text[place..<found]))
            place = found + mark.count
        }
        return parts + [Array(text[place...])]
    }

    /// The household's name for this host; for all others the address where the connection came in. A stranger's name
    /// in an answer that a proxy caches would lead other clients to that stranger.
    func origin(of request: HTTPRequest) -> String {
        if let publicURL { return publicURL }
        if let host = request.host, isAtHome(request) { return "http://\(host)" }
        return "http://\(request.address.map { "\($0)" } ?? Self.loopback)"
    }

    /// Whether the request comes from the household, which rules out DNS rebinding. A stranger's page comes from a domain
    /// of the stranger's; when a second look-up leads that domain to this machine, the browser takes this server's answers
    /// for that page's own. No stranger's domain is an IP address, the machine's name alone, or that name in a domain of
    /// home networks. Names are compared whole.
    ///
    /// Where favorites are changed by web, a proxy that lets the Internet in is ruled out, too. It calls this machine by an
    /// address of loopback unless it is told otherwise, and tells of itself in a header, or by its HTTP/1.0.
    func isAtHome(_ request: HTTPRequest) -> Bool {
        if takesStars, request.mayBeForwarded { return false }
        guard let host = request.host else { return !takesStars }
        return switch RequestHost(host) {
        case .address(let address): !takesStars || address.isOfNetwork
        case .name(let name): names.contains(name)
        case nil: false
        }
    }

    /// Domains that routers and mDNS give to machines. No stranger can have a name in one of them.
    private static let homeDomains = ["local", "lan", "home.arpa", "internal", "home", "localdomain", "fritz.box"]
    private static let loopback = "localhost"

    static var machineName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
