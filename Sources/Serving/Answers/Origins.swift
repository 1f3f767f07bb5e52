internal import Days
internal import Glibc
internal import HTTP
internal import Words

/// The origins that addresses of this host begin with, as each client may use them.
package struct Origins: Sendable {
    /// The address of a proxy before this server: `https://apod.example.org`
    let publicURL: String?
    /// The machine's name without its domain.
    let machine: String
    /// The machine's name with its domain, where it has been given one.
    private let wholeName: String
    /// The placeholder for the origin in a text that is made for all clients, or the public address itself. No text of
    /// NASA's can hold the placeholder, since each process draws it anew and never sends it.
    let mark: String

    package init(publicURL: String?, machine: String = Self.machineName) {
        self.publicURL = publicURL
        wholeName = machine.lowercased()
        self.machine = String(wholeName.prefix { $0 != "." })
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

    /// The client's name for this host, where that can be its name; else the address where the connection came in.
    func origin(of request: HTTPRequest) -> String {
        if let publicURL { return publicURL }
        if let host = request.host, isOurs(host) { return "http://\(host)" }
        return "http://\(request.address.map { "\($0)" } ?? "localhost")"
    }

    /// Whether the request's host rules out DNS rebinding. A stranger's page comes from a domain of the stranger's;
    /// when a second look-up leads that domain to this machine, the browser takes this server's answers for that page's
    /// own. No stranger's domain is an IP address, the machine's name alone, or that name in a domain of home networks.
    func isAtHome(_ request: HTTPRequest) -> Bool {
        guard let host = request.host else { return true }
        guard isOurs(host), let name = host.split(separator: ":").first?.lowercased() else { return false }
        guard let dot = name.firstIndex(of: "."), name[..<dot] == machine else { return true }
        return name == wholeName || Self.homeDomains.contains(String(name[name.index(after: dot)...]))
    }

    /// Domains that routers and mDNS give to machines. No stranger can have a name in one of them.
    private static let homeDomains: Set = [
        "local", "lan", "home.arpa", "internal", "home", "localdomain", "fritz.box",
    ]

    /// Whether the host is an IP address, or the machine's own name in any domain. A stranger's name in an answer that
    /// a proxy caches would lead other clients to that stranger.
    func isOurs(_ host: String) -> Bool {
        let isSpelled = host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._:[]".utf8.contains($0) }
        guard isSpelled, host.utf8.count <= 255 else { return false }
        if let address = SocketAddress(host), host.contains(":"), address.port > 0 { return true }
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        guard let name = parts.first?.lowercased(), parts.count <= 2, parts.count == 1 || UInt16(parts[1]) != nil else {
            return host.hasPrefix("[") && host.hasSuffix("]")
                && SocketAddress.isNumeric(String(host.dropFirst().dropLast()))
        }
        if name == "localhost" || SocketAddress.isNumeric(name) { return true }
        return !machine.isEmpty && (name == machine || name.split(separator: ".").first.map(String.init) == machine)
    }

    static var machineName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
