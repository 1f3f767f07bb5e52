/// Where the requests of a ``Transfer`` may lead.
///
/// What a public server says is followed to public servers only: a redirect, or an address in its answers, that leads to
/// this machine or into the home network would have us knock at doors that are closed to that server.
public enum Reach: Sendable, Equatable {
    case everywhere
    /// To servers of the Internet. Where the server of that name, the source itself, turns out to be at home, so may be all
    /// that it names.
    case publicServers(besides: String?)

    /// - Parameter source: an address of the server that may be at home because its owner has named it.
    public init(publicServersBesidesThatOf source: String) {
        self = .publicServers(besides: try? Address(source).name)
    }
}
