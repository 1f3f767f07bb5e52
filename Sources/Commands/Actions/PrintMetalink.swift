internal import Days
internal import MirrorTree
internal import Pages
internal import Settings

/// Prints a list of a period's pictures, with their sums and addresses, for programs that download many.
struct PrintMetalink: SessionAction {
    var period = Period.all
    /// The addresses of mirrors that serve these days.
    var mirrors: [String] = []
}

extension PrintMetalink {
    static let row = Command(
        name: "metalink", arguments: .optionalPeriod, options: [.servedAt],
        help: "lists pictures for programs that download many",
        details: """
            Prints a Metalink 4 document: every picture and video, of all days or of these, with its size, its SHA-256 and its \
            addresses, first those of the mirrors that --at names, then NASA's. aria2c fetches by it and checks what came. \
            apod-mirror serve has the same at /all.meta4, /2026.meta4 and /2026-11.meta4. No picture is read.
            """,
        action: PrintMetalink.init)

    init(_ words: CommandWords) throws(UsageError) {
        period = try words.period()
        for text in words.all(.servedAt) { mirrors.append(try words.server(text)) }
    }

    func run(_ session: Session) throws -> ExitCode {
        let output = session.output
        let tree = try session.tree()
        let listing = try tree.listing()
        var (files, troubles): ([UInt8], [String]) = ([], [])
        if let closed = listing.closedFolder(in: period) {
            troubles.append("\(closed) cannot be listed, so the list is without its days.")
        }
        for day in listing.presentDays where period.days.contains(day) {
            guard let metadata = try? tree.metadata(day) else {
                troubles.append(
                    "The JSON of \(day) cannot be read, so the list is without it. To have it made anew: "
                        + "apod-mirror verify --repair\(session.sameOptions)")
                continue
            }
            files +=
                listing.days[day]?.file(by: metadata).flatMap { metadata.metalink(of: $0, servedAt: mirrors) } ?? []
        }
        if files.isEmpty, troubles.isEmpty {
            let what = period == .all ? "" : " of \(period)"
            troubles.append("\(session.place) holds no picture\(what), so there is no list.")
        }
        if !files.isEmpty {
            output.text(String(decoding: Metalink.opening + files + Metalink.closing, as: UTF8.self))
        }
        for trouble in troubles { output.complain("apod-mirror: " + trouble) }
        return troubles.isEmpty ? .fine : .notAllWell
    }
}
