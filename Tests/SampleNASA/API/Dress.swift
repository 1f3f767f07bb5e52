/// How a day's words were put into HTML when its page was moved: three times, three ways.
///
/// Each shape is one that was recorded; the day it is from stands beside it.
enum Dress {
    /// 2015-06-03 and 2015-10-19: inline elements are set apart by spaces, the notices stand under bold labels, and
    /// uploads are named with a size.
    case early
    /// As described in 2026-09.
    case middle
    /// Since 2026-09-16: no label says whether rights are claimed.
    case late

    init(of day: CalendarDay) {
        switch day.text {
        case ..<"2016-01-01": self = .early
        case ..<"2026-09-01": self = .middle
        default: self = .late
        }
    }

    func story(_ text: String, _ links: [String: String]) -> String {
        // What are blank lines on a page are runs of spaces in the archive.
        let paragraphs = text.split(separator: "   ").map { $0.drop { $0 == " " } }
        let plain = paragraphs.enumerated().map { index, paragraph in
            let words = HTMLText.linked(String(paragraph), links, isSetApart: self == .early)
            guard index > 0, let colon = paragraph.firstIndex(of: ":"), paragraph[..<colon].count < 60,
                !paragraph[..<colon].contains(where: { ".?!;".contains($0) })
            else { return (index > 0 ? " " : "") + words }
            let label = HTMLText.escaped(String(paragraph[...colon]))
            return "<br /><br /><b> \(label) </b>" + words.dropFirst(label.count)
        }
        return plain.joined()
    }

    func notices(tomorrow: String) -> String {
        let link = "<a href=\"https://science.nasa.gov/apod/\(tomorrow)\">open space</a>"
        return switch self {
        // 2015-06-03
        case .early:
            "<br /><br /><b> Retrospective: </b> <a href=\"http://asterisk.apod.com/\" target=\"_blank\">All Previous "
                + "APODs</a> <br />"
        case .middle:
            "<br><br><strong>APOD's main NASA site is moving</strong> to <a href=\"https://science.nasa.gov/apod\">"
                + "science.nasa.gov/apod</a>. Please update your bookmarks.<br><br><strong>Tomorrow's picture: </strong>"
                + link
        // 2026-10-02
        case .late:
            "<br><br><strong>APOD's email for image submissions has changed.</strong> Please see: "
                + "<a href=\"https://science.nasa.gov/apod/submit/\">APOD Submissions</a><br><strong>Tomorrow's "
                + "picture:</strong> " + link
        }
    }

    func creditLabel(claimsRights: Bool) -> String {
        self == .late ? "" : "<b> Image Credit\(claimsRights ? " &amp; Copyright" : ""): </b>"
    }

    func address(_ folder: String, _ file: String) -> String {
        self == .early ? MediaAddress.original(folder, file) : MediaAddress.rendition(folder, file)
    }
}
