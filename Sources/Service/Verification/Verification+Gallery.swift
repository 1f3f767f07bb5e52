internal import Days
internal import Folder
internal import Gallery
internal import MirrorTree
internal import Pages
internal import Pictures
internal import Store

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
    func thumbnails() async throws -> [Finding] {
        guard hasThumbnails else { return [] }
        do {
            let folder = ThumbnailFolder(tree.root)
            return missingThumbnails(
                try await whatStays { Set(try folder.missing(tree.listing(), at: .now, tidying: false)) })
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return [Finding(kind: .thumbnail, reason: "\(error)")]
        }
    }

    private func missingThumbnails(_ missing: Set<Day>) -> [Finding] {
        guard let newest = missing.max() else { return [] }
        let isOne = missing.count == 1
        let days = isOne ? "\(newest)" : "\(Quantity.plural(missing.count, "day")), the newest \(newest),"
        return [
            Finding(
                kind: .thumbnail, day: isOne ? newest : nil,
                reason: "Thumbnails of \(days) are missing from \(tree.root.path)/\(ThumbnailSize.folder).")
        ]
    }

    func pages() async throws -> [Finding] {
        if try tree.listing().days.isEmpty { return [] }
        let writer = GalleryWriter(tree)
        let wrong = try await whatStays {
            Set(try await writer.wrongPages(tree.listing(), tree.favoritesRecord()?.favorites ?? [:]))
        }
        return wrong.map { "\($0)" }.sorted().map {
            Finding(kind: .page, reason: "\(tree.root.path)/\($0), a part of the gallery, is missing or out of date.")
        }
    }

    /// What is wrong at each of several looks, the first of which is made at once. A daemon that runs may be about to mend
    /// it, which takes a slow machine seconds; what goes wrong meanwhile is not waited for.
    private func whatStays<Wrong>(_ look: () async throws -> Set<Wrong>) async throws -> Set<Wrong> {
        let start = ContinuousClock.now
        var wrong = try await look()
        while !wrong.isEmpty, ContinuousClock.now - start < ((try? tree.isTaken) == true ? .seconds(20) : .seconds(3)) {
            try await Pause().wait(for: .milliseconds(500))
            wrong.formIntersection(try await look())
        }
        return wrong
    }
}
