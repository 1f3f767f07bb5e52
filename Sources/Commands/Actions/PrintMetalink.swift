internal import Days
internal import MirrorTree
internal import Service
internal import Settings
internal import Words

extension Session {
    /// Prints a list of a period's pictures, with their sums and addresses, for programs that download many.
    func metalink(of period: Period, servedAt mirrors: [String]) throws -> ExitCode {
        let tree = try Tree.open(configuration.mirror)
        let metalink = tree.metalink(of: period, try tree.listing(), servedAt: mirrors)
        if metalink.pictures > 0 { output.text(String(decoding: metalink.text, as: UTF8.self)) }
        if let first = metalink.unread.first {
            let more = metalink.unread.count > 1 ? " and \(Quantity.plural(metalink.unread.count - 1, "more day"))" : ""
            output.complain(
                "apod-mirror: The JSON of \(first)\(more) in \(shown(configuration.mirror)) cannot be read, so the list "
                    + "is without. To have it made anew: apod-mirror verify --repair\(sameOptions)")
        } else if metalink.pictures == 0 {
            let what = period == .all ? "" : " of \(period)"
            output.complain("apod-mirror: \(shown(configuration.mirror)) holds no picture\(what), so there is no list.")
        }
        return metalink.unread.isEmpty && metalink.pictures > 0 ? .fine : .notAllWell
    }
}
