internal import Credits
public import Days
internal import JSON
internal import Markup
internal import Sky

/// The data of a year's days for the script of the first page: data only, one line a day, the newest first.
///
/// Keys are one letter each: the day, its title, its story (`x`), the links in it (`h`: position, length, and a day
/// or an address as target, with 1 behind it for a day that is not here) and its exponents and indices (`q`: position,
/// length, and 1 for what is raised or 0 for what is lowered), the days it is `m`entioned in, the most
/// similar days (`n`), those with the same picture (`e`), the objects it names (`o`), the one that its picture is of
/// (`b`: name, right ascension and declination in ten-thousandths of a degree, constellation), credit, copyright (`r`), what
/// these say of its use (`g`: `n`ASA's own, Creative `c`ommons or `r`ights claimed, the words that decided where they
/// are not the whole credit, name and address of the license; left out where it is the copyright, and where nothing is
/// said), alt text, NASA's page, its kind (`k`: `i`mage, `v`ideo, `h`tml page, `n`othing yet), its file, size
/// (`z`), the thumbnails there are (`s`: 1, 2, 4, 8 and 16 for 320, 960, 640, 2,048 and 3,840 pixels), `u` for a picture that
/// browsers cannot show, `w`hy there is none yet, and the error itself (`y`).
public struct YearScript {
    let year: String
    private let lines: [Day: [UInt8]]

    /// - Parameter known: the lines of other days, as ``lines(in:of:)`` found them.
    public init(year: String, days: some Sequence<GalleryDay>, known: [Day: [UInt8]] = [:]) {
        self.year = year
        lines = known.merging(days.map { ($0.day, Self.line($0)) }) { $1 }
    }

    public var bytes: [UInt8] {
        let inOrder = lines.sorted { $0.key > $1.key }.map(\.value)
        return head + Array(inOrder.joined(separator: Array(",\n".utf8))) + Self.end
    }

    /// The lines of these days in a file written before, as far as they are whole: a bit that the disk damaged must not
    /// be written again with every new day.
    public static func lines(in bytes: [UInt8], of days: (Day) -> Bool) -> [Day: [UInt8]] {
        var lines: [Day: [UInt8]] = [:]
        let beginning = Array(start.utf8)
        var place = 0
        while place < bytes.count {
            let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            defer { place = end + 1 }
            let name = (place + beginning.count)..<(place + beginning.count + 10)
            guard end > name.upperBound, bytes[place..<name.lowerBound].elementsEqual(beginning),
                bytes[name.upperBound] == UInt8(ascii: "\""), let day = Day(bytes[name]), days(day)
            else { continue }
            // The last line also ends the list, so each line is cut behind the end of its object.
            let line = bytes[place..<end].lastIndex(of: UInt8(ascii: "}")).map { Array(bytes[place...$0]) }
            if let line, isWhole(line) { lines[day] = line }
        }
        return lines
    }

    /// Whether a line is exactly one object, in the characters that ``JSONPiece`` writes.
    private static func isWhole(_ line: [UInt8]) -> Bool {
        guard line.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "<") }) else { return false }
        guard case .object? = JSONValue(line) else { return false }
        return true
    }

    private var head: [UInt8] { Array("apodYear(\"\(year)\",[\n".utf8) }
    private static let end = Array("],\"\(GalleryAssets.fingerprint)\")\n".utf8)
    private static let start = "{\"d\":\""

    private static func line(_ day: GalleryDay) -> [UInt8] {
        var json = JSONPiece()
        json.object { json in
            json.card(day)
            write(day.story, to: &json)
            let lists = [
                ("m", day.mentions.map(\.description)), ("n", day.similar.map(\.description)),
                ("e", day.repeats.map(\.description)), ("o", day.objects.map(\.name)),
            ]
            for (key, texts) in lists where !texts.isEmpty {
                json.list(key) { json in for text in texts { json.exactly(nil, text) } }
            }
            write(day.subjects.first { $0.facts != nil }, to: &json)
            json.text("c", day.credit)
            json.text("r", day.copyright)
            write(day.reuse, of: day, to: &json)
            json.text("p", day.webPage)
        }
        return json.bytes
    }

    private static func write(_ reuse: Reuse, of day: GalleryDay, to json: inout JSONPiece) {
        let letter: String
        switch reuse.answer {
        case .nasa: letter = "n"
        case .creativeCommons: letter = "c"
        case .copyright where reuse.words != day.copyright: letter = "r"
        case .copyright, .notSaid: return
        }
        json.list("g") { json in
            json.exactly(nil, letter)
            let isWholeCredit = reuse.words == day.credit ?? day.copyright
            if isWholeCredit, reuse.license == nil { return }
            json.text(nil, isWholeCredit ? "" : reuse.words)
            json.text(nil, reuse.license?.name)
            json.text(nil, reuse.license?.address)
        }
    }

    private static func write(_ subject: SkyObject?, to json: inout JSONPiece) {
        guard let subject, let facts = subject.facts else { return }
        json.list("b") { json in
            json.exactly(nil, subject.name)
            facts.place.write(nil, to: &json)
            json.exactly(nil, facts.constellation.name)
        }
    }

    /// Positions count UTF-16 units of the printable text, as the script does.
    private static func write(_ story: Story, to json: inout JSONPiece) {
        if story.text.isEmpty { return }
        if story.links.isEmpty, story.scripts.isEmpty { return json.text("x", story.text) }
        var text = ""
        var links: [(place: Range<Int>, target: Story.Target)] = []
        var scripts: [(place: Range<Int>, script: Script)] = []
        var position = 0
        for (runs, target) in story.pieces {
            let start = position
            for run in runs {
                let shown = printable(run.text)
                let place = position..<(position + shown.utf16.count)
                if let script = run.script, !place.isEmpty { scripts.append((place, script)) }
                text += shown
                position = place.upperBound
            }
            if let target, position > start { links.append((start..<position, target)) }
        }
        json.exactly("x", text)
        if !story.links.isEmpty {
            json.list("h") { json in
                for (place, target) in links {
                    json.list { json in
                        json.place(place)
                        switch target {
                        case .day(let day): json.exactly(nil, day.description)
                        case .absent(let day):
                            json.exactly(nil, Story.page(of: day))
                            json.number(nil, 1)
                        case .web(let address): json.text(nil, address)
                        }
                    }
                }
            }
        }
        if !scripts.isEmpty {
            json.list("q") { json in
                for (place, script) in scripts {
                    json.list { json in
                        json.place(place)
                        json.number(nil, script == .raised ? 1 : 0)
                    }
                }
            }
        }
    }
}

extension JSONPiece {
    /// Writes what a day's card shows: the day itself, its title, alt text, kind, file and thumbnails.
    mutating func card(_ day: GalleryDay) {
        exactly("d", day.day.description)
        text("t", day.title)
        text("a", day.alt)
        content(day.content)
        let bits: [(ThumbnailSize, Int)] = [(.small, 1), (.large, 2), (.card, 4), (.screen, 8), (.wide, 16)]
        let sizes = bits.reduce(0) { $0 + (day.thumbnails.contains($1.0) ? $1.1 : 0) }
        if sizes > 0 { number("s", sizes) }
    }

    private mutating func content(_ content: GalleryDay.Content) {
        switch content {
        case .picture(let picture):
            exactly("k", "i")
            exactly("f", picture.file)
            if let width = picture.width, let height = picture.height {
                list("z") {
                    $0.number(nil, width)
                    $0.number(nil, height)
                }
            }
            if !picture.isForBrowsers { number("u", 1) }
        case .video(let file):
            exactly("k", "v")
            exactly("f", file)
        case .page(let file):
            exactly("k", "h")
            exactly("f", file)
        case .pending(let waiting):
            exactly("k", "n")
            exactly("w", waiting.inWords)
            text("y", waiting.reason)
        }
    }

    /// Writes a position and a length.
    fileprivate mutating func place(_ place: Range<Int>) {
        number(nil, place.lowerBound)
        number(nil, place.count)
    }

    /// Writes a text for people, made printable.
    mutating func text(_ key: String? = nil, _ text: String?) {
        guard let text else { return }
        exactly(key, printable(text))
    }
}
