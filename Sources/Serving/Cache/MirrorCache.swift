internal import Folder
internal import MirrorTree

/// The mirror's tree as it was listed last, with the answers and texts that were made of it. The tree is only read, and
/// closed while no client is connected, so that its disk can be unmounted.
///
/// Several threads use it at once. The names in the tree are listed once a second at most.
final class MirrorCache: Sendable {
    private let root: String
    private let state = Monitor(State())

    private struct State {
        var shown: Shown?
        var revision = 0
        /// When the tree was listed last, by the clock that the kernel stamps files with.
        var listed: Int64 = 0
        /// Answers with whole files, by path. The next listing of the tree empties this cache.
        var answers: [ServedPath: CachedAnswer] = [:]
        /// Answers with pages for clients that take gzip, by path, with the bytes that each holds in memory.
        var packed: [ServedPath: (answer: CachedAnswer, bytes: Int)] = [:]
        var texts = SharedTexts()
        var held: HeldState?

        var isFresh: Bool { abs(FileStatus.clock - listed) < 1_000_000_000 }
    }

    struct Shown: Sendable {
        let tree: Tree
        let listing: Listing
        /// The number of the listing.
        let revision: Int
    }

    init(root: String) {
        self.root = root
    }

    /// The mirror, listed anew if a second has passed; `nil` while there is none.
    var shown: Shown? {
        state.withLock { state in
            if let shown = state.shown, state.isFresh { return shown }
            state.answers = [:]
            state.revision += 1
            do {
                // The tree is opened anew, since another disk may be mounted there by now.
                let tree = try Tree.open(root)
                let known = state.shown?.listing ?? Listing()
                state.shown = Shown(tree: tree, listing: try tree.listing(after: known), revision: state.revision)
            } catch {
                state.shown = nil
            }
            state.listed = FileStatus.clock
            return state.shown
        }
    }

    /// Closes the tree and empties the cache.
    func letGo() {
        state.withLock { state in
            state.shown = nil
            state.answers = [:]
            state.packed = [:]
            state.texts = SharedTexts()
            state.held = nil
        }
    }

    // MARK: - Answers

    /// Requests for more files than this within a second are a flood, whose answers are not worth the memory.
    private static let mostAnswers = 64

    /// The scripts of thirty years take some five megabytes, and a month's page twenty thousand bytes.
    private static let mostPackedBytes = 8 << 20

    /// The answer with a whole file; `nil` where none is cached, or the file has changed since.
    ///
    /// - Parameter packed: whether the answer is for clients that take the page in gzip.
    func answer(_ path: ServedPath, packed: Bool) -> CachedAnswer? {
        let (answer, tree) = state.withLock { state in
            let answer = packed ? state.packed[path]?.answer : state.answers[path]
            return state.isFresh ? (answer, state.shown?.tree) : (nil, nil)
        }
        guard let answer, let tree, let source = answer.source, source.isUnchanged(in: tree) else { return nil }
        return answer
    }

    func remember(_ answer: CachedAnswer, for path: ServedPath) {
        state.withLock { state in
            if state.shown != nil, state.answers.count < Self.mostAnswers { state.answers[path] = answer }
        }
    }

    /// - Parameter bytes: those that the page takes in gzip; 0 where it goes as it lies there.
    func remember(packed answer: CachedAnswer, of bytes: Int, for path: ServedPath) {
        state.withLock { state in
            guard state.shown != nil else { return }
            state.packed[path] = (answer, bytes)
            let all = state.packed.values.reduce(0) { $0 + $1.bytes }
            if all > Self.mostPackedBytes { state.packed = [:] }
        }
    }

    // MARK: - Texts

    /// A text from the cache; it is made where no client has asked for it since it changed.
    ///
    /// - Parameter state: A fingerprint that tells whether the text is right after another listing; without one, the
    ///   text is made again for each listing.
    func text(
        _ key: SharedTexts.Key, in shown: Shown, state: (() -> String)? = nil, make: () throws -> AddressedText?
    ) rethrows -> AddressedText? {
        let known = self.state.withLock { $0.texts.text(key, revision: shown.revision) }
        if let known, known.source?.isUnchanged(in: shown.tree) ?? true { return known }
        let now = state?()
        if let now, let known = self.state.withLock({ $0.texts.text(key, state: now, revision: shown.revision) }) {
            return known
        }
        guard let made = try make() else { return nil }
        return self.state.withLock { state in
            // A text made of an earlier listing is right for the client that waits for it, and for no other.
            guard shown.revision == state.revision, state.shown != nil else { return made }
            return state.texts.share(made, as: key, revision: shown.revision, state: now)
        }
    }

    // MARK: - Sums

    /// The sums of all that the mirror holds, made again where a month changed.
    func held(in shown: Shown) -> HeldState {
        let former = state.withLock { $0.held }
        if let former, former.isRight(for: shown) { return former }
        let held = HeldState(of: shown)
        state.withLock { $0.held = held }
        return held
    }
}
