internal import Folder
internal import Pages

extension Metadata {
    /// The day's picture or video in a Metalink document, by what is recorded of it; `nil` where there is none, or no address
    /// of it is known.
    ///
    /// - Parameters:
    ///   - name: The file that stands for the day.
    ///   - origins: Addresses at which mirrors with this day are served, to be asked before NASA.
    package func metalink(of name: String, servedAt origins: [String]) -> [UInt8]? {
        guard mirror.state != .hidden, let picture = mirror.picture, picture.kind != .page else { return nil }
        let path = Tree.monthPath(date).appending(FilePath(name))
        let addresses = origins.map { "\($0)/\(RelativeAddress.of(path))" } + [picture.published].compactMap(\.self)
        if addresses.isEmpty { return nil }
        return Metalink.file("\(path)", bytes: picture.bytes, sha256: picture.sha256, addresses: addresses)
    }
}
