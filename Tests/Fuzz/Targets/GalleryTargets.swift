import Days
import JSON
import Markup
import Pictures

@testable import MirrorTree
@testable import NASA
@testable import Pages
@testable import Refresh

extension FuzzTarget {
    /// The page that stands for a day. Once as a page that is found; and once as a title, an alternative text, an explanation and
    /// an address for one, a line each, and the poster's bytes behind them.
    static let posters = FuzzTarget("posters") { bytes in
        if let found = VideoPage.poster(in: bytes) {
            let types = PictureFormat.allCases.filter { !$0.isVideo }.map(\.mediaType)
            try promise("a poster is a picture", types.contains(found.type))
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 4, omittingEmptySubsequences: false)
        guard lines.count == 5, let day = Day("2026-11-20") else { return }
        let texts = lines.prefix(4).map { String(decoding: $0, as: UTF8.self) }
        let entry = NASA.Entry(
            day: day, title: texts[0], explanation: texts[2], explanationHTML: Fragment(texts[2]).safeHTML(),
            alt: texts[1], publishedMediaType: "video", media: .elsewhere(texts[3], poster: nil))
        let poster = VideoPage.Poster(type: "image/jpeg", bytes: Array(lines[4]))
        let metadata = Metadata(entry, source: "", base: "", fetched: Timestamp(seconds: 0))
        let page = VideoPage.render(metadata, address: texts[3], poster: poster)
        let found = VideoPage.poster(in: page)
        try promise("a poster is found where it was put", found?.type == poster.type)
        try promise("a poster is read as it was written", found?.bytes == poster.bytes)
        let without = VideoPage.render(metadata, address: texts[3], poster: nil)
        try promise("where none was put none is found", VideoPage.poster(in: without) == nil)
    }

    /// A year's `gallery.js`.
    static let years = FuzzTarget("years") { bytes in
        let lines = YearScript.lines(in: bytes) { _ in true }
        let script = YearScript(year: "2026", days: [], known: lines).bytes
        try promise(
            "a script is plain text that ends no other", script.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "\n") })
        try promise("lines are read as they were written", YearScript.lines(in: script) { _ in true } == lines)
        // Behind the list stands the version that made it.
        let list = script.prefix(through: script.lastIndex(of: UInt8(ascii: "]")) ?? 0).drop { $0 != UInt8(ascii: "[") }
        guard case .array(let days)? = JSONValue(Array(list)) else {
            throw BrokenPromise(description: "a script is one list")
        }
        let named = days.compactMap { $0["d"]?.text.flatMap { Day($0) } }
        try promise("each line is one day", named == lines.keys.sorted(by: >))
        try promise("only days that are asked for are taken", YearScript.lines(in: bytes) { _ in false }.isEmpty)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "<")
    }

    /// The note that a day gets no thumbnail, and what a thumbnail's first bytes say of its picture.
    static let marks = FuzzTarget("marks") { bytes in
        if let hash = PerceptualHash(in: bytes) {
            try promise(
                "a hash is read as it was written", PerceptualHash(in: hash.written(into: [0xFF, 0xD8])) == hash)
        }
        guard let mark = try? JSONFile.decode(ThumbnailMark.self, from: bytes) else { return }
        try checkWritten(mark)
        let now = Timestamp(seconds: 1_800_000_000)
        for cause in [ThumbnailMark.Cause.unreadable, .interrupted, .nothingToShow] {
            let next = ThumbnailMark.next(
                after: mark, sha256: mark.sha256, reason: mark.reason, cause: cause, now: now)
            try checkWritten(next)
            try promise("only what cannot be read is for good", next.isForGood == (cause == .unreadable))
            let picture = Metadata.Picture(
                file: "2026-11-20.jpg", kind: .original, bytes: 1, sha256: mark.sha256, fetched: mark.tried)
            _ = mark.holds(for: picture, at: now)
            let isWaiting = next.holds(for: picture, at: now) || next.isForGood
            try promise("a picture that failed just now is not tried", isWaiting)
        }
    }

    private static func checkWritten(_ mark: ThumbnailMark) throws {
        let written = try JSONFile.encode(mark)
        try promise(
            "a mark is read as it was written", (try? JSONFile.decode(ThumbnailMark.self, from: written)) == mark)
    }
}
