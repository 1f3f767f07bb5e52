internal import Days
internal import Folder
internal import HTTP
internal import MirrorTree
internal import Pages
internal import Pictures

/// Answers for the gallery and the tree, as a careful static server.
struct FileHandler: Sendable {
    let cache: MirrorCache
    let origins: Origins
    /// Whether clients get the script with the favorites and the names of albums.
    let tellsFavorites: Bool
    /// Takes the stars of the first page; `nil` where favorites are not changed by web.
    let star: StarDesk?

    func answer(_ request: HTTPRequest, _ path: ServedPath) -> HTTPAnswer? {
        if path == .page(.first) {
            if !tellsFavorites(to: request) {
                star?.warnOfStranger()
            } else if let answer = starred(for: path, request) {
                return answer
            }
        }
        if case .page(let page) = path, !tellsFavorites(to: request) {
            if page == .favorites { return sendNoFavorites(for: path, request) }
            if let shown = cache.shown, !isOfThisVersion(page, in: shown.tree) {
                let message = "\(page.path) is being made anew. Come again in a minute."
                return APIRefusal(code: 503, message: message).answer(path.readers)
            }
        }
        if request.range == nil, let answer = cache.answer(path, packed: takesPacked(path, request)) {
            return answer.answer(to: request)
        }
        guard let shown = cache.shown else { return APIRefusal.notThere.answer(path.readers) }
        switch path {
        case .folder:
            // A proxy may serve the mirror below a path, so the address is relative.
            let name = request.target.prefix { $0 != "?" }.split(separator: "/").last ?? ""
            let headers = [(name: "Location", value: "\(name)/")] + path.readers.headers
            return HTTPAnswer(301, headers: headers, body: .bytes([]))
        case .today(let name):
            return sendFile(for: path, of: shown.tree, request) {
                Freshness($0, $1, ofToday: name, in: shown.tree)
            }
        case .page:
            return sendFile(for: path, of: shown.tree, request) { Freshness($1, ofPage: $0) }
        case .sums:
            return sendFile(for: path, of: shown.tree, request)
        case .held(let period):
            return sendSums(of: period, for: path, in: shown, request)
        case .day(let day, let part):
            do {
                guard let stored = try shown.day(day), shown.listing.days[day] != nil else {
                    return APIRefusal.nothing.answer(path.readers)
                }
                return send(part, of: stored, for: path, in: shown, request)
            } catch {
                return APIRefusal.unreadable(day).answer(path.readers)
            }
        }
    }

    /// Whether this client may see favorites: by the setting, and without a public address only where no stranger's
    /// page can have sent the request.
    private func tellsFavorites(to request: HTTPRequest) -> Bool {
        tellsFavorites && (origins.publicURL != nil || origins.isAtHome(request))
    }

    private func send(
        _ part: ServedPath.Part, of stored: ServedDay, for path: ServedPath, in shown: MirrorCache.Shown,
        _ request: HTTPRequest
    ) -> HTTPAnswer? {
        switch part {
        case .metadata, .record:
            return sendFile(for: path, of: shown.tree, request)
        case .picture(let file):
            // Only a name that the mirror knows is served, and no other that begins with a date.
            let names = shown.listing.days[stored.metadata.date]
            guard names?.files.contains(file.name.description) == true else {
                return APIRefusal.nothing.answer(path.readers)
            }
            return sendFile(for: path, of: shown.tree, request) {
                Freshness($1, as: stored.metadata.mirror.picture, file)
            }
        case .thumbnail:
            guard stored.file != nil else { return APIRefusal.nothing.answer(path.readers) }
            return sendFile(for: path, of: shown.tree, request) { Freshness($1, of: stored.metadata.mirror.picture) }
        case .poster:
            return sendPoster(of: stored, for: path, in: shown, request)
        }
    }

    private func sendPoster(
        of stored: ServedDay, for path: ServedPath, in shown: MirrorCache.Shown, _ request: HTTPRequest
    ) -> HTTPAnswer? {
        let day = stored.metadata.date
        guard let file = stored.file, stored.metadata.mirror.picture?.kind == .page else {
            return APIRefusal.nothing.answer(path.readers)
        }
        let poster = cache.text(.poster(day), in: shown) {
            let page = (try? shown.tree.root.read(Tree.monthPath(day).appending(FilePath(file)))) ?? nil
            // A page may name any media type; only the types of pictures are sent.
            guard let poster = page.flatMap(VideoPage.poster), PictureFormat.mediaTypes.contains(poster.type) else {
                return nil
            }
            return AddressedText([poster.bytes], type: poster.type, changed: stored.changed, of: stored.source)
        }
        guard let poster else { return APIRefusal.nothing.answer(path.readers) }
        return poster.answer(to: request, headers(of: path))
    }

    private func sendSums(
        of period: Period, for path: ServedPath, in shown: MirrorCache.Shown, _ request: HTTPRequest
    ) -> HTTPAnswer? {
        func text() throws -> AddressedText {
            let held = cache.held(in: shown)
            let list = try held.sums.get().list(of: period)
            return AddressedText([list], type: "text/plain; charset=utf-8", changed: held.changed)
        }
        do {
            // There are more periods without a day than are worth the memory.
            let isShared = shown.listing.days.keys.contains { period.days.contains($0) }
            let text = try isShared ? cache.text(.held(period), in: shown, make: text) : text()
            return text?.answer(to: request, headers(of: path))
        } catch {
            let message = "The mirror cannot be summed; apod-mirror sum tells why."
            return APIRefusal(code: 500, message: message).answer(path.readers)
        }
    }

    /// Whether a page tells no favorites: those of former versions did. What is not there tells none either.
    private func isOfThisVersion(_ page: GalleryPage, in tree: Tree) -> Bool {
        guard let (file, status) = (try? tree.root.opened(page.path)) ?? nil else { return true }
        guard let head = try? file.read(1_000, at: 0), let tail = try? file.read(64, at: max(0, status.bytes - 64))
        else {
            return false
        }
        return GalleryAssets.isOfThisVersion(head: head, tail: tail)
    }

    /// Strangers get a script that tells of no favorite: with none at all their browsers would complain of the page.
    private func sendNoFavorites(for path: ServedPath, _ request: HTTPRequest) -> HTTPAnswer? {
        guard let shown = cache.shown, (try? shown.tree.root.status(GalleryFile.favorites)) != nil else {
            return APIRefusal.nothing.answer(path.readers)
        }
        let type = ServedPath.mediaType(of: GalleryFile.favorites)
        return AddressedText([FavoritesScript.empty], type: type, changed: 0).answer(to: request, headers(of: path))
    }

    /// The first page with the token of the stars; `nil` where it is sent as it lies there.
    private func starred(for path: ServedPath, _ request: HTTPRequest) -> HTTPAnswer? {
        guard let star, let file = path.file, let shown = cache.shown else { return nil }
        func state() -> String { ((try? shown.tree.root.status(file)) ?? nil).map { Freshness($0).tag } ?? "none" }
        let text = cache.text(.starred, in: shown, state: state) {
            guard let (opened, status) = (try? shown.tree.root.opened(file)) ?? nil,
                let page = try? opened.read(Int(min(status.bytes, 1 << 24)), at: 0),
                let starred = RootPage.starred(page, token: star.token)
            else { return nil }
            // By its time alone a page of an earlier start, which has another token, must not pass for this one.
            let changed = max(Int(status.written / 1_000_000_000), Int(star.began))
            return AddressedText(
                [starred], type: ServedPath.mediaType(of: file), changed: changed,
                of: CachedAnswer.Source(path: file, status: status))
        }
        let policy = (name: "Content-Security-Policy", value: ServedPath.unframed(RootPage.starredPolicy))
        let headers = [(name: "Cache-Control", value: path.cacheControl), policy] + path.readers.headers
        return text?.answer(to: request, headers)
    }

    private func sendFile(
        for path: ServedPath, of tree: Tree, _ request: HTTPRequest,
        freshness: (OpenFile, FileStatus) -> Freshness = { Freshness($1) }
    ) -> HTTPAnswer? {
        guard let file = path.file else { return APIRefusal.nothing.answer(path.readers) }
        let opened: OpenFile
        let status: FileStatus
        do throws(FolderError) {
            guard let found = try tree.root.opened(file) else { return APIRefusal.nothing.answer(path.readers) }
            (opened, status) = found
        } catch {
            // A file that cannot be read now is not gone: a mirror or a browser that asks for it is to come again.
            guard error.isOfSystem else { return APIRefusal.nothing.answer(path.readers) }
            let message = "\(file) cannot be read here: \(error.reason)."
            return APIRefusal(code: 500, message: message).answer(path.readers)
        }
        let freshness = freshness(opened, status)
        let type = (name: "Content-Type", value: ServedPath.mediaType(of: file))
        let headers = [type] + headers(of: path)
        let isPart = request.range != nil && !freshness.isKnown(to: request) && freshness.isSame(asIn: request)
        switch ByteRange(isPart ? request.range : nil, size: status.bytes) {
        case .all:
            let source = CachedAnswer.Source(path: file, status: status)
            let takesPacked = takesPacked(path, request)
            let packed = takesPacked ? packed(opened, status.bytes) : nil
            // The ranges of a page are those of the bytes that lie there.
            let ranges = packed == nil ? [(name: "Accept-Ranges", value: "bytes")] : []
            let answer = CachedAnswer(
                packed.map { .bytes($0) } ?? .file(opened, 0..<status.bytes), of: source, headers: headers + ranges,
                coding: packed == nil ? nil : "gzip",
                freshness: Freshness(tag: freshness.tag, changed: freshness.changed, isWeak: packed != nil))
            guard let answer else { return nil }
            if takesPacked {
                cache.remember(packed: answer, of: packed?.count ?? 0, for: path)
            } else {
                cache.remember(answer, for: path)
            }
            return answer.answer(to: request)
        case .part(let range):
            let place = (
                name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(status.bytes)"
            )
            let tag = (name: "ETag", value: freshness.tag)
            let ranges = (name: "Accept-Ranges", value: "bytes")
            return HTTPAnswer(206, headers: headers + [ranges, place, tag], body: .file(opened, range))
        case .unsatisfiable:
            let place = (name: "Content-Range", value: "bytes */\(status.bytes)")
            return HTTPAnswer(416, headers: [place] + path.readers.headers, body: .bytes([]))
        }
    }

    private func takesPacked(_ path: ServedPath, _ request: HTTPRequest) -> Bool { path.isPage && request.takesGzip }

    /// A page in gzip: over a slow line the data of thirty years come in a third of the time. `nil` where it is so small
    /// that nothing is won, or so large that others would wait for it.
    private func packed(_ file: OpenFile, _ bytes: Int64) -> [UInt8]? {
        guard 1_024...(1 << 22) ~= bytes else { return nil }
        return (try? file.read(Int(bytes), at: 0)).flatMap(Gzip.packed)
    }

    private func headers(of path: ServedPath) -> [(name: String, value: String)] {
        let policy = path.policy.map { [(name: "Content-Security-Policy", value: $0)] } ?? []
        // Caches between client and server keep a page once in each coding.
        let vary = path.isPage ? [(name: "Vary", value: "Accept-Encoding")] : []
        return [(name: "Cache-Control", value: path.cacheControl)] + policy + vary + path.readers.headers
    }
}

// MARK: - Parts of files

/// The part of a file that a request asks for. Pure.
enum ByteRange: Equatable {
    case all
    case part(Range<Int64>)
    case unsatisfiable

    /// Several parts at once, other units and nonsense get the whole file, as the standard allows.
    init(_ header: String?, size: Int64) {
        self = .all
        guard let header, header.lowercased().hasPrefix("bytes=") else { return }
        let ends = header.utf8.dropFirst(6).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2 else { return }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (.number(let first), .number(let last)) where last >= first:
            self = first < size ? .part(first..<min(size - 1, last) + 1) : .unsatisfiable
        case (.number(let first), .empty):
            self = first < size ? .part(first..<size) : .unsatisfiable
        case (.empty, .number(let count)):
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        default: return
        }
    }

    private enum End {
        case empty, nonsense
        case number(Int64)
    }

    /// A number too large for Int64 becomes the largest one, which no file reaches.
    private static func number(_ text: Substring.UTF8View) -> End {
        if text.isEmpty { return .empty }
        guard text.allSatisfy(\.isASCIIDigit) else { return .nonsense }
        return .number(Int64(String(text) ?? "") ?? .max)
    }
}
