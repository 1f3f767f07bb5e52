package import Days
package import Folder
package import MirrorTree

extension Tree {
    package static let stories = own.appending("stories")

    /// The story web as of the last page written; `nil` where the file is missing or invalid.
    package func rememberedStories() throws -> StoryWeb? {
        try root.read(Self.stories).flatMap { StoryWeb($0) }
    }

    /// The facts of the stories in these months, `nil` for a day that is not shown. Months that cannot be read are left
    /// out.
    package func stories(in months: Set<String>, _ listing: Listing) -> [Day: StoryWeb.Facts?] {
        var stories: [Day: StoryWeb.Facts?] = [:]
        for month in months where listing.closed[month] == nil && listing.closed[String(month.prefix(4))] == nil {
            for day in Day.span(ofMonth: month) {
                let isKnown = listing.days[day]?.hasMetadata ?? false
                let metadata = isKnown ? (try? metadata(day)).flatMap { $0 } : nil
                stories[day] = .some(metadata.flatMap { $0.mirror.state == .hidden ? nil : StoryWeb.Facts($0) })
            }
        }
        return stories
    }
}
