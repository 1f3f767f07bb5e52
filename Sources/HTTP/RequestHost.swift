internal import Days

/// The host by which a client calls this server, as a Host header has it, without its port.
public enum RequestHost: Equatable, Sendable {
    /// An IP address in the one way that is no shorthand: `127.1` is a name.
    case address(SocketAddress)
    /// Any other name, whole and in lower case.
    case name(String)

    /// `nil` for what no client writes that is well.
    public init?(_ text: String) {
        let isSpelled = text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._:[]".utf8.contains($0) }
        guard isSpelled, text.utf8.count <= 255 else { return nil }
        let isBracketed = text.hasPrefix("[")
        let end = isBracketed ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        if isBracketed, end == nil { return nil }
        let name = text[..<(end ?? text.endIndex)]
        let port: UInt16
        switch text[name.endIndex...] {
        case "": port = 80
        case let rest:
            guard rest.hasPrefix(":"), let given = UInt16(rest.dropFirst()), given > 0 else { return nil }
            port = given
        }
        let host = isBracketed ? String(name.dropFirst().dropLast()) : name.lowercased()
        if SocketAddress.isNumeric(host) {
            guard isBracketed == host.contains(":") else { return nil }
            self = .address(SocketAddress(host: host, port: port))
        } else {
            guard !isBracketed, !host.isEmpty, !host.contains("]") else { return nil }
            self = .name(host)
        }
    }
}
