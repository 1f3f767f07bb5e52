extension Site {
    private struct File {
        let bytes: [UInt8]
        let type: String
        let tag: String
        let modified: Int

        func encodedAnew() -> File {
            let seed = UInt64.random(in: 0...UInt64.max)
            let stamp = Stamp(comment: "Encoded \(seed)", seed: seed, size: 0)
            let format = PictureFormat(rawValue: String(type.dropFirst("image/".count)))
            return File(
                bytes: format.map { stamp.applied(to: bytes, as: $0) } ?? bytes, type: type, tag: "\"\(seed)\"",
                modified: modified)
        }
    }

    /// Pictures and films, wherever they lie.
    func media(_ request: HTTPRequest, path: String) -> Answer {
        let asset = state.withLock { $0.catalogue.asset(at: path) }
        let isUpload = if case .original = asset { true } else { false }
        let strikes = self.strikes(on: .media(asset?.sample.day, isUpload: isUpload))
        let given = strikes.contains(.wrongDate) ? asset.map(ofDayBefore) : asset
        var file = strikes.contains(.nothingPublished) ? nil : self.file(given, path: path, query: request.query)
        if strikes.contains(.encodedAnew) { file = file?.encodedAnew() }
        let plain =
            file.map { answer(with: $0, to: request) }
            ?? .html(404, title: "404 Not Found", text: "The requested file was not found.")
        return struck(plain, by: strikes, voice: .media, target: request.target)
    }

    /// The picture of the day before that is made as this one is; where that day has none, and for films, their own.
    private func ofDayBefore(_ asset: MediaIndex.Asset) -> MediaIndex.Asset {
        let before = state.withLock { $0.catalogue[asset.sample.day.advanced(by: -1)] }
        guard let before, case .picture(let picture) = before.media else { return asset }
        return switch asset {
        case .original: .original(before, picture)
        case .rendition: .rendition(before, picture)
        case .reduced: .reduced(before, picture)
        case .rollover, .film: asset
        }
    }

    private func file(_ asset: MediaIndex.Asset?, path: String, query: [String: String]) -> File? {
        switch asset {
        // An upload that is asked for with a size is none any more (2015-06-03).
        case .original(let sample, let picture) where query["w"] != nil && picture.format != .gif:
            let width = query["w"].flatMap { Int($0) } ?? picture.width
            let bytes = studio.rendition(picture, of: sample.model, width: width)
            return file(bytes, picture.format.contentType, sample, "sized", picture.revision)
        case .original(let sample, let picture):
            let bytes = studio.original(picture, of: sample.model)
            return file(bytes, picture.contentType, sample, "original", picture.revision)
        case .rendition(_, let picture) where picture.format == .gif:
            return nil
        case .rendition(let sample, let picture):
            let wanted = query["w"].flatMap { Int($0) } ?? picture.width
            let bytes = studio.rendition(picture, of: sample.model, width: wanted)
            return file(bytes, picture.format.contentType, sample, "w\(wanted)", picture.revision)
        case .reduced(let sample, let picture):
            let bytes = studio.rendition(picture, of: sample.model, width: 1_024)
            return file(bytes, picture.format.contentType, sample, "reduced", picture.revision)
        case .rollover(let sample, var picture):
            picture.revision += 1_000
            let bytes = studio.rendition(picture, of: sample.model, width: picture.width)
            return file(bytes, picture.format.contentType, sample, "rollover", picture.revision)
        case .film(let sample, let video):
            return file(studio.film(video, of: sample.model), "video/mp4", sample, "film", video.revision)
        case nil:
            return furniture(path)
        }
    }

    /// Pictures that belong to no day: the placeholder and the logo.
    private func furniture(_ path: String) -> File? {
        let names = [
            MediaAddress.placeholder: 1, MediaAddress.placeholderOriginal: 1,
            MediaAddress.logo: 2, MediaAddress.logoOriginal: 2,
        ]
        guard let number = names[path] else { return nil }
        let picture = Picture(file: "furniture.png", folder: "", format: .png, width: 96, height: 54 * number, bytes: 0)
        let bytes = studio.original(picture, of: .beginning.advanced(by: -number))
        return File(bytes: bytes, type: "image/png", tag: "\"furniture\(number)\"", modified: 1_790_000_000)
    }

    private func file(_ bytes: [UInt8], _ type: String, _ sample: SampleDay, _ kind: String, _ revision: Int) -> File {
        let tag = "\"\(sample.day.short)-\(kind)-\(revision)-\(String(bytes.count, radix: 16))\""
        // Put up shortly after midnight on the US east coast; each correction an hour later.
        let modified = sample.day.ordinal * 86_400 + 18_300 + revision * 3_600
        return File(bytes: bytes, type: type, tag: tag, modified: modified)
    }

    private func answer(with file: File, to request: HTTPRequest) -> Answer {
        let validators = [
            (name: "ETag", value: file.tag), (name: "Last-Modified", value: HTTPDate.text(file.modified)),
            (name: "Accept-Ranges", value: "bytes"), (name: "Cache-Control", value: "max-age=3600"),
        ]
        if isUnchanged(file, request) { return Answer(304, type: file.type, body: [], headers: validators) }
        let range = isStillTheSame(file, request) ? ByteRange(request.headers["range"], size: file.bytes.count) : .all
        switch range {
        case .all:
            return Answer(200, type: file.type, body: file.bytes, headers: validators)
        case .part(let part):
            let place = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.bytes.count)"
            let headers = validators + [(name: "Content-Range", value: place)]
            return Answer(206, type: file.type, body: Array(file.bytes[part]), headers: headers)
        case .unsatisfiable:
            let place = (name: "Content-Range", value: "bytes */\(file.bytes.count)")
            return Answer(416, type: "text/html; charset=UTF-8", body: [], headers: [place])
        }
    }

    private func isUnchanged(_ file: File, _ request: HTTPRequest) -> Bool {
        if let tags = request.headers["if-none-match"] {
            return tags == "*" || tags.split(separator: ",").contains { String($0).trimmedSpaces.hasSuffix(file.tag) }
        }
        guard let since = request.headers["if-modified-since"].flatMap(HTTPDate.seconds) else { return false }
        return file.modified <= since
    }

    /// A part is only worth sending when the client's beginning is of the same file.
    private func isStillTheSame(_ file: File, _ request: HTTPRequest) -> Bool {
        guard let condition = request.headers["if-range"] else { return true }
        return condition == file.tag || HTTPDate.seconds(condition) == file.modified
    }
}
