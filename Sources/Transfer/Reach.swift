/// Where the requests of a ``Transfer`` may lead.
///
/// What a public server says is followed to public servers only: a redirect, or an address in its answers, that leads to
/// this machine or into the home network would have us knock at doors that are closed to that server.
public enum Reach: Sendable, Equatable {
    case everywhere
    /// To servers of the Internet, and to the one of that name wherever it is.
    case publicServers(besides: String)

    /// - Parameter source: the address that its owner has set. By what is written there it is decided whether the source is
    ///   at home, and not by where its name leads: that is for the name's owner to say, who may not be the same.
    public init(source: String) {
        let name = (try? Address(source).name) ?? ""
        self = NetworkAddress.isAtHome(name) ? .everywhere : .publicServers(besides: name)
    }
}

extension NetworkAddress {
    /// Whether a server of that name, or number, is at home for certain.
    static func isAtHome(_ name: String) -> Bool {
        if let place = NetworkAddress(name) { return place.isAtHome }
        return !name.contains(".") || endings.contains { name.hasSuffix("." + $0) }
    }

    /// No name of the Internet ends so.
    private static let endings = [
        "localhost", "localdomain", "local", "lan", "home", "home.arpa", "internal", "intranet",
    ]
}
