extension SampleNASA {
    /// The published day, or nil where there is none.
    public func day(_ date: String) -> SampleDay? {
        shared.state.withLock { $0.catalogue[.named(date)] }
    }

    /// Every published date, oldest first.
    public var dates: [String] {
        shared.state.withLock { state in
            state.catalogue.dates.prefix { $0 <= state.catalogue.newest }.map(\.text)
        }
    }

    /// Adds a day or puts it in the place of the one there was.
    public func update(_ day: SampleDay) {
        shared.state.withLock { $0.catalogue.update(day) }
    }

    /// NASA corrects a picture: other bytes under the same address, or under a new one.
    public func repaint(_ date: String, file: String? = nil) {
        guard var day = day(date), var picture = day.picture else { return }
        picture.revision += 1
        picture.file = file ?? picture.file
        day.picture = picture
        update(day)
    }

    public func remove(_ date: String) {
        shared.state.withLock { $0.catalogue.remove(.named(date)) }
    }

    /// Makes this the newest day. Days up to it that nobody has given are generated; later ones are held back.
    public func publish(through date: String) {
        shared.state.withLock { $0.catalogue.publish(through: .named(date)) }
    }

    /// The bytes of a day's original picture, or of its film's poster; empty where it has none.
    public func picture(for date: String) -> [UInt8] {
        guard let picture = day(date)?.picture else { return [] }
        return bytes(at: MediaAddress.original(picture.folder, picture.file))
    }

    /// Paints every picture now: on a busy machine the first who asked for a large one would wait longer for it than clients
    /// have patience.
    public func paint() {
        for date in dates { _ = picture(for: date) }
    }

    /// The bytes of a film on this server; empty where the day has none.
    public func video(for date: String) -> [UInt8] {
        guard case .video(let video, _)? = day(date)?.media else { return [] }
        return bytes(at: MediaAddress.original(video.folder, video.file))
    }

    /// Days that share an address share the file: it belongs to the first of them.
    private func bytes(at path: String) -> [UInt8] {
        switch shared.state.withLock({ $0.catalogue.asset(at: path) }) {
        case .original(let sample, let picture): return shared.studio.original(picture, of: sample.model)
        case .film(let sample, let video): return shared.studio.film(video, of: sample.model)
        case .rendition, .reduced, .rollover, nil: return []
        }
    }
}
