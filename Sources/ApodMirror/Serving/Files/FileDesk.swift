internal import Days
internal import Folder
internal import HTTP
internal import Pictures

/// Answers for the gallery and the tree, as a careful static server.
struct FileDesk: Sendable {
    let shelf: MirrorShelf

    func answer(_ request: HTTPRequest, path: [UInt8]) -> HTTPAnswer? {
        guard let shown = shelf.shown else { return Site.refuse(.notThere) }
        switch ServedPath(path) {
        case .folder:
            let location = String(request.target.prefix { $0 != "?" }) + "/"
            return HTTPAnswer(301, headers: [(name: "Location", value: location)] + Site.common, body: .bytes([]))
        case .file(let path): return send(path, of: shown.tree, as: nil, seconds: 0, request)
        case .thumbnail(let path): return send(path, of: shown.tree, as: nil, seconds: 600, request)
        case .picture(let day, let path):
            // A name that the mirror knows, and no other that begins with a date.
            guard let names = shown.listing.days[day], names.hasMetadata, names.files.contains(path.name.description)
            else { return Site.notFound }
            return send(
                path, of: shown.tree, as: stored(day, in: shown)?.metadata.mirror.picture, seconds: 600, request)
        case .poster(let day): return sendPoster(day, of: shown, request)
        case nil: return Site.notFound
        }
    }

    private func stored(_ day: Day, in shown: MirrorShelf.Shown) -> MirrorShelf.ServedDay? {
        (try? shelf.day(day, in: shown)) ?? nil
    }

    private func sendPoster(_ day: Day, of shown: MirrorShelf.Shown, _ request: HTTPRequest) -> HTTPAnswer? {
        guard let stored = stored(day, in: shown), let file = stored.file,
            stored.metadata.mirror.picture?.kind == .page,
            let page = (try? shown.tree.root.read(Tree.monthPath(day).appending(FilePath(file)))) ?? nil,
            let poster = VideoPage.poster(in: page)
        else { return Site.notFound }
        let freshness = Freshness(of: poster.bytes, changed: stored.changed)
        let headers = [
            (name: "Content-Type", value: poster.type), (name: "Cache-Control", value: "max-age=600"),
            (name: "X-Content-Type-Options", value: "nosniff"),
        ]
        return shelf.answer(request, .bytes(poster.bytes), of: stored.source, headers, freshness)
    }

    /// - Parameters:
    ///   - recorded: what the file was when it was stored.
    ///   - seconds: for how long a client need not ask again.
    private func send(
        _ path: FilePath, of tree: Tree, as recorded: Metadata.Picture?, seconds: Int, _ request: HTTPRequest
    ) -> HTTPAnswer? {
        let file: OpenFile
        let status: FileStatus
        do throws(FolderError) {
            guard let opened = try tree.root.opened(path) else { return Site.notFound }
            (file, status) = opened
        } catch {
            // What cannot be read now is not gone: a mirror or a browser that asks is to come again.
            guard error.isOfSystem else { return Site.notFound }
            return Site.refuse(APIRefusal(code: 500, message: "\(path) cannot be read here: \(error.reason)."))
        }
        let source = KeptPage.Source(path: path, status: status)
        let isRecorded = recorded?.bytes == status.bytes && recorded?.file == path.name.description
        let mark = isRecorded ? recorded?.sha256 : nil
        let freshness = Freshness(
            tag: "\"\(mark ?? "\(String(status.bytes, radix: 36))-\(String(status.changed, radix: 36))")\"",
            changed: Int(max(status.written, status.changed) / 1_000_000_000))
        let headers = [
            (name: "Content-Type", value: Self.type(of: path)), (name: "Accept-Ranges", value: "bytes"),
            (name: "Cache-Control", value: seconds == 0 ? "no-cache" : "max-age=\(seconds)"),
            (name: "X-Content-Type-Options", value: "nosniff"),
        ]
        guard request.range != nil, !freshness.isKnown(to: request), freshness.isSame(asIn: request) else {
            return shelf.answer(request, .file(file, 0..<status.bytes), of: source, headers, freshness)
        }
        switch ByteRange(request.range, size: status.bytes) {
        case .all: return shelf.answer(request, .file(file, 0..<status.bytes), of: source, headers, freshness)
        case .part(let range):
            let place = (
                name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(status.bytes)"
            )
            let tag = (name: "ETag", value: freshness.tag)
            return HTTPAnswer(206, headers: headers + [place, tag] + Site.common, body: .file(file, range))
        case .unsatisfiable:
            let place = (name: "Content-Range", value: "bytes */\(status.bytes)")
            return HTTPAnswer(416, headers: [place] + Site.common, body: .bytes([]))
        }
    }

    private static func type(of path: FilePath) -> String {
        let name = path.name.description
        if let format = PictureFormat(ofName: name) { return format.mediaType }
        return switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        default: "text/plain; charset=utf-8"
        }
    }
}
