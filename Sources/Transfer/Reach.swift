/// The addresses that the requests of a ``Transfer`` may lead to.
///
/// A public source may lead only to public servers. A redirect, or an address in its answers, that leads to this
/// machine or into the home network would make us open doors that are closed to that server.
public enum Reach: Sendable, Equatable {
    case everywhere
    /// Servers of the Internet, and the source of that name wherever it is.
    case publicServers(besides: String)

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
