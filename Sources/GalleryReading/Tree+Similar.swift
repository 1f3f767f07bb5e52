package import Days
package import Folder
package import MirrorTree
internal import Sky

extension Tree {
    package static let similar = own.appending("similar")
    package static let words = own.appending("words")
    package static let looks = own.appending("looks")

    /// The similar days as of the last page written; none where the file is missing or invalid.
    package func rememberedSimilar() -> SimilarDays {
        ((try? root.read(Self.similar)) ?? nil).flatMap { SimilarDays($0) } ?? SimilarDays()
    }

    package func takeWords(_ similar: inout SimilarDays) -> Bool {
        ((try? root.read(Self.words)) ?? nil).map { similar.takeWords($0) } ?? false
    }

    /// The words of a day's title and story.
    package func terms(_ day: Day) -> Terms? {
        guard let metadata = (try? metadata(day)) ?? nil else { return nil }
        let objects = SkyObject.found(in: "\(metadata.title)\n\(metadata.explanation)")
        return Terms(title: metadata.title, story: metadata.explanation, objects: objects)
    }

    /// The perceptual hashes as of the last page written; `nil` where the file is missing or invalid.
    package func rememberedEncores() -> Encores? {
        ((try? root.read(Self.looks)) ?? nil).flatMap { Encores($0) }
    }
}
