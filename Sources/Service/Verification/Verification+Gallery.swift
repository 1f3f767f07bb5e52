internal import Days
internal import Folder
internal import Gallery
internal import MirrorTree
internal import Pages
internal import Pictures
internal import Store
internal import Words

/// Checks of what people see: Today's picture, thumbnails and pages.
extension Verification {
    func todayFiles() throws -> [Finding] {
        guard let json = try tree.root.read("Today.json") else { return [] }
        func wrong(_ name: String, _ what: String) -> [Finding] {
            [Finding(kind: .today, reason: "\(tree.root.path)/\(name) \(what).")]
        }
        guard let shown = try? Metadata(json), let picture = shown.mirror.picture else {
            return wrong("Today.json", "cannot be read as a day's metadata")
        }
        guard let file = try tree.root.open("Today.jpg") else { return wrong("Today.jpg", "is missing") }
        // A picture that had to be made smaller, or a JPEG, has bytes of its own.
        let isWhole =
            picture.fitsToday ? file.hasSum(picture.sha256) : (try? PictureFacts(inspecting: file))?.format == .jpeg
        return isWhole ? [] : wrong("Today.jpg", "is not the picture that Today.json speaks of")
    }

    /// All missing thumbnails as one finding: where their folder went all are missing.
    func thumbnails(_ listing: Listing) async throws -> [Finding] {
        guard hasThumbnails else { return [] }
        var found = missingThumbnails(listing)
        for _ in 0..<6 where !found.isEmpty {
            // A daemon may be about to make them.
            try await Pause().wait(for: .milliseconds(500))
            found = missingThumbnails(try tree.listing())
        }
        return found
    }

    private func missingThumbnails(_ listing: Listing) -> [Finding] {
        reporting(.thumbnail) {
            let missing = try ThumbnailFolder(tree.root).missing(listing, at: .now, tidying: false).days
            guard let newest = missing.first else { return [] }
            let isOne = missing.count == 1
            let days = isOne ? "\(newest)" : "\(Quantity.plural(missing.count, "day")), the newest \(newest),"
            return [
                Finding(
                    kind: .thumbnail, day: isOne ? newest : nil,
                    reason: "Thumbnails of \(days) are missing from \(tree.root.path)/\(ThumbnailSize.folder).")
            ]
        }
    }

    func pages(_ listing: Listing, _ favorites: DayMap<Favorite>) async throws -> [Finding] {
        if listing.days.isEmpty { return [] }
        let writer = GalleryWriter(tree)
        var wrong = try await writer.wrongPages(listing, favorites)
        for _ in 0..<6 where !wrong.isEmpty {
            // A daemon may be about to write them.
            try await Pause().wait(for: .milliseconds(500))
            wrong = try await writer.wrongPages(tree.listing(), tree.favoritesRecord()?.favorites ?? [:])
        }
        return wrong.map {
            Finding(kind: .page, reason: "\(tree.root.path)/\($0), a part of the gallery, is missing or out of date.")
        }
    }
}
