public import Days

/// What the script of the first page knows of a year's days: data only, one line a day, the newest first.
///
/// Keys are one letter each: the day, its title, its story (`x`), credit, copyright (`r`), alt text, NASA's page, its
/// albums (`l`), its kind (`i`mage, `v`ideo, `h`tml page, `n`othing yet), its file, size (`z`), the thumbnails that are
/// there (`s`, 1 and 2), `u` for a picture that browsers do not know, `w`hy there is nothing yet.
public struct YearScript {
    let year: String
    private let lines: [Day: [UInt8]]

    /// - Parameter known: lines of other days, as ``lines(in:of:)`` found them.
    public init(year: String, days: some Sequence<GalleryDay>, known: [Day: [UInt8]] = [:]) {
        self.year = year
        lines = known.merging(days.map { ($0.day, Self.line($0)) }) { $1 }
    }

    public var bytes: [UInt8] {
        let inOrder = lines.sorted { $0.key > $1.key }.map(\.value)
        return head + Array(inOrder.joined(separator: Array(",\n".utf8))) + Self.end
    }

    /// The lines of these days in what was written once.
    public static func lines(in bytes: [UInt8], of days: (Day) -> Bool) -> [Day: [UInt8]] {
        var lines: [Day: [UInt8]] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
            guard line.starts(with: start.utf8), let day = Day(line.dropFirst(start.utf8.count).prefix(10)), days(day)
            else { continue }
            // The last line ends the list, too; each ends its object.
            lines[day] = line.lastIndex(of: UInt8(ascii: "}")).map { Array(line[...$0]) }
        }
        return lines
    }

    private var head: [UInt8] { Array("apodYear(\"\(year)\",[\n".utf8) }
    private static let end = Array("])\n".utf8)
    private static let start = "{\"d\":\""

    private static func line(_ day: GalleryDay) -> [UInt8] {
        var json = JSONPiece()
        json.object { json in
            json.exactly("d", day.day.description)
            json.text("t", day.title)
            if !day.explanation.isEmpty { json.text("x", day.explanation) }
            json.text("c", day.credit)
            json.text("r", day.copyright)
            json.text("a", day.alt)
            json.text("p", day.webPage)
            if let albums = day.albums {
                json.list("l") { json in
                    for album in albums { json.exactly(nil, album) }
                }
            }
            write(day.content, to: &json)
            let sizes = (day.thumbnails.contains(.small) ? 1 : 0) + (day.thumbnails.contains(.large) ? 2 : 0)
            if sizes > 0 { json.number("s", sizes) }
        }
        return json.bytes
    }

    private static func write(_ content: GalleryDay.Content, to json: inout JSONPiece) {
        switch content {
        case .picture(let picture):
            json.exactly("k", "i")
            json.exactly("f", picture.file)
            if let width = picture.width, let height = picture.height {
                json.list("z") {
                    $0.number(nil, width)
                    $0.number(nil, height)
                }
            }
            if !picture.isForBrowsers { json.number("u", 1) }
        case .video(let file):
            json.exactly("k", "v")
            json.exactly("f", file)
        case .page(let file):
            json.exactly("k", "h")
            json.exactly("f", file)
        case .pending(let reason):
            json.exactly("k", "n")
            json.text("w", reason)
        }
    }
}
