internal import Days
internal import MirrorTree
internal import Pages
internal import Service
internal import Settings

extension Session {
    /// Prints a list of a period's pictures, with their sums and addresses, for programs that download many.
    func metalink(of period: Period, servedAt mirrors: [String]) throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let listing = try tree.listing()
        var (files, troubles): ([UInt8], [String]) = ([], [])
        if let closed = listing.closedFolder(in: period) {
            troubles.append("\(closed) cannot be listed, so the list is without its days.")
        }
        for day in listing.presentDays where period.days.contains(day) {
            guard let metadata = try? tree.metadata(day) else {
                troubles.append(
                    "The JSON of \(day) cannot be read, so the list is without it. To have it made anew: "
                        + "apod-mirror verify --repair\(sameOptions)")
                continue
            }
            files +=
                listing.days[day]?.file(by: metadata).flatMap { metadata.metalink(of: $0, servedAt: mirrors) } ?? []
        }
        if files.isEmpty, troubles.isEmpty {
            let what = period == .all ? "" : " of \(period)"
            troubles.append("\(shown(configuration.mirror)) holds no picture\(what), so there is no list.")
        }
        if !files.isEmpty {
            output.text(String(decoding: Metalink.opening + files + Metalink.closing, as: UTF8.self))
        }
        for trouble in troubles { output.complain("apod-mirror: " + trouble) }
        return troubles.isEmpty ? .fine : .notAllWell
    }
}
