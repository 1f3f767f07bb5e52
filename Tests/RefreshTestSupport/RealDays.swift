import Foundation
import SampleNASA
import TestSupport
import Testing

/// The archive, and what our cleaning promises to make of its words: told here once more, by other means.
enum RealDays {
    /// Thirty years are too long for a sanitizer.
    static let areThere =
        RealFiles.archive != nil && !Abilities.isForSanitizer

    /// In memory where that can be: what is proved here is that all of it lands, not that the disk is fast.
    static var room: String {
        let memory = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : nil
        let place = memory ?? FileManager.default.temporaryDirectory.path
        return place + "/apod-mirror-replay-" + UUID().uuidString
    }

    static func load() throws -> [SampleDay] {
        try SampleDay.archive(json: RealFiles.unpacked(try #require(RealFiles.archive))).sorted { $0.date < $1.date }
    }

    /// The published title in one line, perhaps without the credit that the page's layout glued to its end.
    static func isTitle(_ title: String, of day: SampleDay) -> Bool {
        let published = WordsApart.oneLine(day.title)
        guard !title.isEmpty, published.hasPrefix(title) else { return false }
        let rest = published.dropFirst(title.count)
        return rest.isEmpty || rest.contains(/Credit|Copyright|Courtesy|License|Illustration|Image|Drawing|Processing/)
    }

    /// Whether it is the published text without what the page put around it: in the first weeks date and credit before
    /// the label, and behind it what begins with a few words and a colon, speaks of APOD itself, or is a headline without a
    /// full stop. Spaces are not looked at here.
    static func isStory(_ story: String, of day: SampleDay) -> Bool {
        let story = WordsApart.squeezed(story)
        let published = WordsApart.squeezed(day.explanation)
        guard story != published else { return true }
        let label = published.firstRange(of: "Explanation:")
        return ([published[...]] + (label.map { [published[$0.upperBound...]] } ?? [])).contains { text in
            guard text.hasPrefix(story) else { return false }
            let rest = text.dropFirst(story.count)
            let archive = /^Wekeepanarchive(of(previous)?|file\.)AstronomyPicture/
            return rest.isEmpty || rest.contains(archive) || rest.contains(/^[^.;]{1,70}:|APOD|^<|^.{1,80}[^.?!:)"']$/)
        }
    }
}
