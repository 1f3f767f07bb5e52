public import Transfer

extension Reach {
    /// What a source may lead to: NASA's to servers of the Internet. A server that the owner has named may be at home, and
    /// then so may be all that it names.
    public init(source base: String) {
        let isNASA = WebAddress(base)?.isNASA == true
        self = isNASA ? .publicServers(besides: nil) : Reach(publicServersBesidesThatOf: base)
    }
}
