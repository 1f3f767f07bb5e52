internal import MirrorTree
internal import Pages
internal import Sky

extension Sidecar {
    /// - Parameter albums: The albums that the day is a favorite in.
    init(_ metadata: Metadata, albums: [String]) {
        let objects = SkyObject.found(in: "\(metadata.title)\n\(metadata.explanation)").map(\.name)
        self.init(
            day: metadata.date, title: metadata.title, story: metadata.explanation, creator: metadata.mirror.credit,
            rights: metadata.copyright, alt: metadata.mirror.alt, keywords: albums.filter { !$0.isEmpty } + objects,
            page: metadata.mirror.page)
    }
}
