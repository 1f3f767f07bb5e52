/// Which day's file lies at which path. Where days share an address, the earliest owns it.
struct MediaIndex: Sendable {
    enum Asset: Sendable {
        case original(SampleDay, Picture)
        /// Scaled to what the query asks for.
        case rendition(SampleDay, Picture)
        case reduced(SampleDay, Picture)
        case rollover(SampleDay, Picture)
        case film(SampleDay, Video)
    }

    private var assets: [String: Asset] = [:]

    init(_ days: [SampleDay]) {
        for sample in days {
            if case .video(let video, _) = sample.media { add(video, of: sample) }
            if let picture = sample.picture { add(picture, of: sample) }
            if case .embedded(let address) = sample.media, let path = MediaAddress.thumbnail(of: address) {
                let still = Picture(file: "0.jpg", folder: "", format: .jpeg, width: 480, height: 360, bytes: 0)
                add(path, .original(sample, still))
            }
        }
        // An archived page may show at `url` what another day, or the same, names as its original.
        for sample in days {
            guard var picture = sample.picture, let url = sample.addresses?.url else { continue }
            // A picture also where the original is a film.
            picture.file = MediaAddress.file(of: url)
            if let path = MediaAddress.path(url) { add(path, .reduced(sample, picture)) }
        }
    }

    subscript(path: String) -> Asset? { assets[path] }

    private mutating func add(_ video: Video, of sample: SampleDay) {
        add(MediaAddress.original(video.folder, video.file), .film(sample, video))
        let legacy = sample.addresses?.url.flatMap(MediaAddress.path)
        add(legacy ?? MediaAddress.legacy(video.file, on: sample.day), .film(sample, video))
    }

    private mutating func add(_ picture: Picture, of sample: SampleDay) {
        add(MediaAddress.original(picture.folder, picture.file), .original(sample, picture))
        add(MediaAddress.rendition(picture.folder, picture.file), .rendition(sample, picture))
        if picture.hasRollover {
            let file = MediaAddress.rolloverFile(picture)
            add(MediaAddress.original(picture.folder, file), .rollover(sample, picture))
        }
        if let addresses = sample.addresses {
            if let path = addresses.hdurl.flatMap(MediaAddress.path) { add(path, .original(sample, picture)) }
        } else {
            add(MediaAddress.legacy(picture.file, on: sample.day), .original(sample, picture))
            add(MediaAddress.legacy(MediaAddress.reducedFile(picture), on: sample.day), .reduced(sample, picture))
        }
    }

    private mutating func add(_ path: String, _ asset: Asset) {
        if assets[path] == nil { assets[path] = asset }
    }
}

extension MediaIndex.Asset {
    var sample: SampleDay {
        switch self {
        case .original(let sample, _), .rendition(let sample, _), .reduced(let sample, _), .rollover(let sample, _),
            .film(let sample, _):
            return sample
        }
    }
}
