public import Days
internal import Words

/// NASA's page of a day, at any of the addresses it has had.
public enum PageAddress {
    /// The two old hosts, and apod.com, which APOD's own texts link to since it moved.
    private static let apodHosts: Set = ["apod.nasa.gov", "antwrp.gsfc.nasa.gov", "apod.com", "www.apod.com"]
    private static let newHost = "science.nasa.gov"

    /// The day of `apod/apYYMMDD.html`, `science.nasa.gov/apod/YYMMDD`, `science.nasa.gov/image-article/` with
    /// `apod-2024-july-4-name`, or an entry of apod-basic; `nil` for any other page.
    public static func day(of address: WebAddress) -> Day? {
        let host = address.host
        guard apodHosts.contains(host) || host == newHost else { return nil }
        var names = address.path.split(separator: "/")
        if host == newHost, names.contains("apod-basic"), names.last == "html" { names.removeLast() }
        guard var name = names.popLast() else { return nil }
        if host == newHost, names.last == "image-article" { return articleDay(name) }
        for suffix in [".html", ".htm"] where name.hasSuffix(suffix) { name = name.dropLast(suffix.count) }
        // Six digits are a date only in a folder where nothing else is numbered.
        let isDated = host == newHost && ["apod", "apod-basic"].contains(names.last)
        if name.hasPrefix("ap") { name = name.dropFirst(2) } else if !isDated { return nil }
        guard host != newHost || names.contains(where: { $0 == "apod" || $0 == "apod-basic" }) else { return nil }
        return Day(sixDigits: name)
    }

    /// The day of `apod-2024-july-4-name`.
    private static func articleDay(_ name: Substring) -> Day? {
        let words = name.split(separator: "-", maxSplits: 4)
        guard words.count >= 4, words[0] == "apod", let year = Int(words[1]), let day = Int(words[3]),
            let month = Quantity.months.firstIndex(where: { $0.lowercased() == words[2].lowercased() })
        else { return nil }
        return Day(year: year, month: month + 1, day: day)
    }
}
