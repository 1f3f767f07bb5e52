internal import Credits
internal import Days
internal import MirrorTree
internal import Service
internal import Settings

/// Lists the makers whose names have all the words, or the pictures of the only one.
struct ListMakers: SessionAction {
    var words: [String] = []
    var json = false

    static let row = Command(
        name: "credits", arguments: .optionalWords, options: [.json], help: "who made how many pictures, and which",
        details: """
            Lists all that credits name as makers of pictures, or those whose names have all the words; where only one \
            is meant, that one's pictures. A name with and without accents is one, and so are NASA's, ESA's and other \
            institutes' names and their abbreviations.
            """,
        action: { ListMakers(words: $0.arguments, json: $0.has(.json)) })

    func run(_ session: Session) throws -> ExitCode {
        let tree = try session.tree()
        var credits: [(day: Day, credit: String)] = []
        var pictures: [Day: (title: String, file: String)] = [:]
        for day in try tree.listing().presentDays {
            guard let metadata = try? tree.metadata(day), metadata.mirror.state != .hidden,
                let file = metadata.mirror.picture?.file, let credit = metadata.mirror.credit ?? metadata.copyright
            else { continue }
            credits.append((day, credit))
            pictures[day] = (metadata.title, file)
        }
        let index = MakerIndex(credits)
        let makers = words.isEmpty ? index.makers : index.makers(named: words)
        if json { session.output.text(try JSONText.lines(makers.map { MakerRow(maker: $0) })) }
        if makers.isEmpty {
            session.output.complain(
                words.isEmpty ? "No picture has a credit." : "No credit names \(words.joined(separator: " ")).")
            return .notAllWell
        }
        if json { return .fine }
        session.output.lines(MakersTable(makers: makers).lines)
        if makers.count == 1, let maker = makers.first, !words.isEmpty {
            if !maker.otherNames.isEmpty {
                session.output.line("Also written: \(printable(maker.otherNames.joined(separator: "; ")))")
            }
            session.output.line()
            for day in maker.days.reversed() {
                guard let picture = pictures[day] else { continue }
                session.output.line("\(day)  \(printable(picture.title))")
                session.output.line("            \(session.shown(tree.path(of: picture.file, day: day)))")
            }
        }
        return .fine
    }
}

/// The makers of pictures for a person: a line each, with the number of their days, the first and the last. Pure.
struct MakersTable {
    let makers: [Maker]

    /// The width beyond which a name makes no other line longer.
    private static let mostName = 40

    var lines: [String] {
        let counts = makers.map { Quantity.count($0.days.count) }
        let names = makers.map { printable($0.name) }
        let countWidth = counts.map(\.width).max() ?? 0
        let nameWidth = min(names.map(\.width).max() ?? 0, Self.mostName)
        return makers.indices.map { index in
            let days = makers[index].days
            let number = counts[index].padded(to: countWidth, alignedRight: true)
            let span = [days.first, days.count > 1 ? days.last : nil].compactMap { $0?.description }
            return "\(number)  \(names[index].padded(to: nameWidth))  \(span.joined(separator: " to "))"
        }
    }
}

/// A maker as `credits --json` tells it.
private struct MakerRow: Encodable {
    let maker: Maker

    enum CodingKeys: String, CodingKey {
        case name, count, days
        case otherNames = "other_names"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(maker.name, forKey: .name)
        try container.encode(maker.days.count, forKey: .count)
        try container.encode(maker.days, forKey: .days)
        try container.encode(maker.otherNames, forKey: .otherNames)
    }
}
