package import Days
internal import Folder
internal import Pages

extension Tree {
    /// What a Metalink document of a period holds, and what it leaves out.
    package struct MetalinkOfPeriod: Sendable {
        package var text: [UInt8]
        package var pictures: Int
        /// Days whose JSON cannot be read.
        package var unread: [Day]
    }

    /// The pictures and videos of a period by what the mirror has recorded of them: none is read.
    ///
    /// - Parameter origins: Addresses at which mirrors with these days are served, to be asked before NASA.
    package func metalink(of period: Period, _ listing: Listing, servedAt origins: [String]) -> MetalinkOfPeriod {
        var (metalink, pictures, unread) = (Metalink(), 0, [Day]())
        for day in listing.presentDays where period.days.contains(day) {
            guard let metadata = try? metadata(day) else {
                unread.append(day)
                continue
            }
            guard metadata.mirror.state != .hidden, let picture = metadata.mirror.picture, picture.kind != .page,
                let name = listing.days[day]?.file(by: metadata)
            else { continue }
            let path = Self.monthPath(day).appending(FilePath(name))
            let addresses = origins.map { "\($0)/\(RelativeAddress.of(path))" } + [picture.published].compactMap(\.self)
            if addresses.isEmpty { continue }
            metalink.add("\(path)", bytes: picture.bytes, sha256: picture.sha256, addresses: addresses)
            pictures += 1
        }
        return MetalinkOfPeriod(text: metalink.bytes, pictures: pictures, unread: unread)
    }
}
