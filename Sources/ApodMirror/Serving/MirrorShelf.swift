internal import Days
internal import Folder
internal import Pages

/// The mirror as it is served: only ever read, and let go of while nobody asks, so that its disk can be unmounted.
///
/// Many threads ask at once. What the names in the tree say is looked at once a second at most.
final class MirrorShelf: Sendable {
    private let root: String
    private let state = Monitor(State())

    private struct State {
        var shown: Shown?
        /// By the clock of changes.
        var looked: Int64 = 0
        var kept: [Question: KeptPage] = [:]

        var isFresh: Bool { abs(FileStatus.clock - looked) < 1_000_000_000 }
    }

    /// The tree, and what lay in it when it was looked at last.
    struct Shown: Sendable {
        let tree: Tree
        var listing: Listing
    }

    /// One day with its file.
    struct ServedDay: Sendable {
        let metadata: Metadata
        let file: String?
        let thumbnails: Set<ThumbnailSize>
        /// Of its metadata.
        let source: KeptPage.Source

        /// Seconds since 1970.
        var changed: Int { Int(source.status.changed / 1_000_000_000) }
    }

    init(root: String) { self.root = root }

    /// `nil` while there is no mirror.
    var shown: Shown? {
        state.withLock { state in
            if let shown = state.shown, state.isFresh { return shown }
            state.kept = [:]
            let before = state.shown?.listing
            do {
                // Opened anew: another disk may be mounted there by now.
                let tree = try Tree.open(root)
                let known = before ?? tree.rememberedListing?.listing ?? Listing()
                state.shown = Shown(tree: tree, listing: try tree.listing(after: known))
            } catch {
                state.shown = nil
            }
            state.looked = FileStatus.clock
            return state.shown
        }
    }

    /// Nothing stays open.
    func letGo() {
        state.withLock { state in
            state.shown = nil
            state.kept = [:]
        }
    }

    /// `nil` also for what was made of a file that is another by now.
    func kept(_ question: Question) -> KeptPage? {
        let (page, tree) = state.withLock { $0.isFresh ? ($0.kept[question], $0.shown?.tree) : (nil, nil) }
        guard let page, let tree else { return nil }
        guard let source = page.source else { return page }
        let status = (try? tree.root.status(source.path)) ?? nil
        return status == source.status ? page : nil
    }

    func keep(_ page: KeptPage, for question: Question) {
        state.withLock { state in
            if state.shown != nil, state.kept.count < Self.mostKept { state.kept[question] = page }
        }
    }

    /// `nil` for a day that NASA has not told of, or that its owner hid. Throws where nothing can be said of it: that is not
    /// the same, and whoever asks is not to take it for a day without a picture.
    func day(_ day: Day, in shown: Shown) throws -> ServedDay? {
        guard let (file, status) = try shown.tree.root.opened(Tree.metadataPath(day)) else { return nil }
        let metadata = try Metadata(try file.read(Int(min(status.bytes, 1 << 22)), at: 0))
        guard metadata.date == day, metadata.mirror.state != .hidden else { return nil }
        let picture = shown.listing.days[day]?.file(by: metadata)
        let thumbnails = picture == nil ? [] : shown.tree.thumbnails(day)
        return ServedDay(
            metadata: metadata, file: picture, thumbnails: thumbnails,
            source: KeptPage.Source(path: Tree.metadataPath(day), status: status))
    }
}

extension Tree {
    /// The sizes that lie there.
    fileprivate func thumbnails(_ day: Day) -> Set<ThumbnailSize> {
        guard let folder = try? root.folder(ThumbnailSize.folder(day.year)) else { return [] }
        return ThumbnailSize.ofHeavy.union(ThumbnailSize.always).filter { size in
            (try? folder.status(size.path(day).name))??.kind == .file
        }
    }
}
