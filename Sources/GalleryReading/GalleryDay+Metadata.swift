internal import Days
internal import MirrorTree
internal import Pages
internal import Pictures
internal import Sky

extension GalleryDay {
    /// Returns `nil` for a hidden day. A file on disk wins over the name in the JSON.
    init?(
        _ metadata: Metadata, files: [String], albums: [String]?, thumbnails: Set<ThumbnailSize>, story: Story,
        mentions: [Day], objects: [SkyObject], similar: [Day], encores: [Day]
    ) {
        guard metadata.mirror.state != .hidden else { return nil }
        let known = metadata.visibleName
        let file = files.first { $0 == known } ?? files.first
        self.init(
            day: metadata.date, title: metadata.title, credit: metadata.mirror.credit, copyright: metadata.copyright,
            story: story, mentions: mentions, objects: objects, similar: similar,
            encores: encores, alt: metadata.mirror.alt,
            page: metadata.mirror.page,
            albums: albums,
            content: file.map { Content($0, metadata.mirror.picture) }
                ?? .pending(Waiting(metadata.reasonToWait, again: metadata.mirror.pending?.retryAfter.day)),
            thumbnails: file == nil ? [] : thumbnails)
    }
}

extension GalleryDay.Content {
    /// Classifies a file in a month's folder by its name.
    fileprivate init(_ file: String, _ picture: Metadata.Picture?) {
        switch PictureFormat(ofName: file) {
        case nil: self = .page(file: file)
        case let format? where format.isVideo: self = .video(file: file)
        case let format?:
            self = .picture(
                GalleryPicture(
                    file: file, width: picture?.width, height: picture?.height, bytes: picture?.bytes ?? 0,
                    isForBrowsers: format.isForBrowsers))
        }
    }
}
