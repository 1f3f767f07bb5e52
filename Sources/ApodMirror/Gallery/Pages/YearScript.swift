/// What the script of the first page knows of a year's days: data only, one line a day, the newest first.
///
/// Keys are one letter each: the day, its title, its story (`x`), credit, copyright (`r`), alt text, NASA's page, its
/// albums (`l`), its kind (`i`mage, `v`ideo, `h`tml page, `n`othing yet), its file, size (`z`), the thumbnails that are
/// there (`s`, 1 and 2), `u` for a picture that browsers do not know, `w`hy there is nothing yet.
struct YearScript {
    let year: String
    let days: [GalleryDay]

    var bytes: [UInt8] {
        var json = JSONPiece()
        json.list { json in
            for day in days.sorted(by: { $0.day > $1.day }) { Self.write(day, to: &json) }
        }
        return Array("apodYear(\"\(year)\",".utf8) + json.bytes + Array(")\n".utf8)
    }

    private static func write(_ day: GalleryDay, to json: inout JSONPiece) {
        json.newLine()
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
