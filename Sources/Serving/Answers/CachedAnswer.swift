internal import Folder
internal import HTTP
internal import MirrorTree
internal import Synchronization

/// An answer that many clients share, ready for those that have its body already and for those that do not.
struct CachedAnswer: Sendable {
    private let whole: HTTPAnswer
    /// The answer with 304, without the body.
    private let known: HTTPAnswer
    private let freshness: Freshness
    /// The file that is its body; `nil` where its body is a text.
    let source: Source?

    /// A file as it was when an answer was made of it.
    final class Source: Sendable {
        let path: FilePath
        let status: FileStatus
        /// When the file was found unchanged last, by the clock that the kernel stamps files with.
        private let confirmed = Atomic<Int64>(0)

        init(path: FilePath, status: FileStatus) {
            (self.path, self.status) = (path, status)
        }

        /// Whether the file's bytes are what they were. A second name, as a favorite's, is no change.
        func isSame(as now: FileStatus?) -> Bool {
            now.map { ($0.identity, $0.bytes, $0.written) == (status.identity, status.bytes, status.written) } ?? false
        }

        /// Whether the file on disk is still the same. The disk is asked once in a tick of the kernel's clock, some
        /// milliseconds, however many clients ask.
        func isUnchanged(in tree: Tree) -> Bool {
            let now = FileStatus.clock
            if confirmed.load(ordering: .relaxed) == now { return true }
            guard isSame(as: (try? tree.root.status(path)) ?? nil) else { return false }
            confirmed.store(now, ordering: .relaxed)
            return true
        }
    }

    /// `nil` where the system has no memory left.
    ///
    /// - Parameter coding: the Content-Encoding of the body. The answer with 304 names none, since the client may have the
    ///   plain body under the same tag.
    init?(
        _ body: HTTPAnswer.Body, of source: Source? = nil, headers: [(name: String, value: String)],
        coding: String? = nil, freshness: Freshness
    ) {
        self.source = source
        let headers = headers + freshness.headers
        guard let known = HTTPAnswer(304, headers: headers, body: .bytes([])),
            let whole = HTTPAnswer(
                200, headers: headers + [coding.map { (name: "Content-Encoding", value: $0) }].compactMap(\.self),
                body: body, isForMany: true)
        else { return nil }
        (self.known, self.whole, self.freshness) = (known, whole, freshness)
    }

    func answer(to request: HTTPRequest) -> HTTPAnswer {
        freshness.isKnown(to: request) ? known : whole
    }
}
