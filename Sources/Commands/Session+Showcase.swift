internal import Archive
internal import Gallery
internal import MirrorTree
internal import NASA
internal import Refresh
internal import Service
internal import Settings

extension Session {
    /// Makes the showcase with the parts that the settings enable.
    func showcase(_ looks: NASALooks) -> Showcase {
        let (archive, nasa) = (looks.archive, nasa)
        let maker = thumbnailProgram().map { program in
            ThumbnailMaker(
                archive: archive, program: program,
                fetch: { try await looks.refresher.fetch.poster($0)?.bytes }, clock: { nasa.now })
        }
        return Showcase(
            archive: archive, maker: maker, gallery: configuration.gallery ? GalleryWriter(archive.tree) : nil,
            sidecars: SidecarWriter(archive.tree, configuration.sidecars), heartbeat: looks.heartbeat, log: log,
            fetchAgain: { _ = try await looks.fetch(.damaged($0)) })
    }

    private func thumbnailProgram() -> String? {
        guard configuration.thumbnails else { return nil }
        guard let program = ThumbnailProgram.path() else {
            log.warning("\(ThumbnailProgram.name) is not beside apod-mirror, so no thumbnails are made.")
            return nil
        }
        return program
    }
}
