extension FaultBook.Strike {
    /// The entries as this fault leaves them, in either API's shape.
    func applied(to entries: [JSON], origin: String) -> [JSON] {
        let shared = entries.first { isConcerned($0) }
        return entries.flatMap { entry -> [JSON] in
            guard isConcerned(entry) else { return [entry] }
            if fault == .twoRecords { return [entry, second(entry)] }
            var changed = entry
            apply(to: &changed, origin: origin, shared: shared)
            return [changed]
        }
    }

    private func isConcerned(_ entry: JSON) -> Bool { date(of: entry).map(concerns) ?? false }

    private func date(of entry: JSON) -> CalendarDay? {
        guard case .text(let date)? = entry["date"] else { return nil }
        return CalendarDay(date)
    }

    private func apply(to entry: inout JSON, origin: String, shared: JSON?) {
        switch fault {
        case .logo:
            entry["title"] = .text("NASA Science")
            entry["explanation"] = .text("")
            entry["media_type"] = .text("image")
            setMedia(of: &entry, origin + MediaAddress.logo)
        case .outageEntry:
            entry["title"] = .text("503 Service Unavailable")
            entry["explanation"] = .text("No server is available to handle this request.")
            entry["media_type"] = .text("other")
            for name in ["url", "hdurl", "copyright", "thumbnail_url"] { entry[name] = nil }
        case .wrongCentury:
            guard case .text(let date)? = entry["date"] else { return }
            entry["date"] = .text((date.hasPrefix("20") ? "19" : "20") + date.dropFirst(2))
        case .overlong:
            entry["title"] = .text(String(repeating: "Long Title ", count: 910).prefix(10_000).description)
            entry["explanation"] = .text(String(repeating: "A very long explanation. ", count: 41_944))
        case .hostileText:
            entry["title"] = .text("../../../etc/\u{1B}[31mred\u{07}\u{00}\r\n/..\\..\\<b>evil</b>")
            let path = "/content/dam/../../../../etc/cron.d/\u{01}x\r\nX-Evil: 1/../..%2f..%2fpasswd.jpg"
            setMedia(of: &entry, origin + path)
        case .bidiControls:
            entry["title"] = .text("\u{202E}gpj.exe\u{2066}\u{200F} Galaxy\u{2069}\u{FEFF}")
        case .halfCharacters:
            let (title, story) = (entry["title"]?.text, entry["explanation"]?.text)
            entry["title"] = title.map { .written($0.dropLast() + "\\ud83c\"") }
            entry["explanation"] = story.map {
                .written($0.replacing(" ", with: " \\udf0c \\ud83c\\u0041 ", maxReplacements: 1))
            }
            entry["x"] = .written("0,\"\\ud83c\":0")
        case .titleInObject:
            entry["title"] = entry["title"].map { .members(["rendered": $0]) }
        case .unknownMediaType:
            entry["media_type"] = .text("hologram")
        case .sharedMedia:
            for name in isBasic(entry) ? ["hdurl"] : ["url", "hdurl"] { entry[name] = shared?[name] ?? entry[name] }
        case .placeholder:
            setMedia(of: &entry, origin + MediaAddress.placeholder + MediaAddress.sizeQuery(1024, 576))
            showNothing(in: &entry)
        case .noAddress(let shape):
            entry["hdurl"] =
                switch shape {
                case .false: .truth(false)
                case .number: .number(17)
                case .text(let text): .text(text)
                }
            if !isBasic(entry) { entry["url"] = nil }
            showNothing(in: &entry)
        default:
            return
        }
    }

    private func second(_ entry: JSON) -> JSON {
        var second = entry
        if case .text(let title)? = entry["title"] { second["title"] = .text(title + " (again)") }
        if case .number(let id)? = entry["post_id"] { second["post_id"] = .number(id + 500_000) }
        return second
    }

    /// The page of a day without its picture has a gap there (2024-06-03).
    private func showNothing(in entry: inout JSON) {
        if isBasic(entry) { entry["basic_html"] = .text("<center>\n\n</center><center><b> A title </b></center>") }
    }

    /// In the new shape `url` is the article's page.
    private func setMedia(of entry: inout JSON, _ address: String) {
        entry["hdurl"] = .text(address)
        if !isBasic(entry) { entry["url"] = .text(address) }
    }

    private func isBasic(_ entry: JSON) -> Bool { entry["permalink"] != nil }
}
