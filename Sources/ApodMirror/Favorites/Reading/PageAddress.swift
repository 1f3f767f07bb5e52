internal import Days
internal import NASA

/// NASA's page of a day, at any of the addresses it has had.
enum PageAddress {
    /// The two old hosts, and the one that APOD's own texts link to since they moved.
    private static let apodHosts: Set = ["apod.nasa.gov", "antwrp.gsfc.nasa.gov", "apod.com", "www.apod.com"]
    private static let newHost = "science.nasa.gov"

    /// The day of `apod/apYYMMDD.html`, `science.nasa.gov/apod/YYMMDD` or an entry of apod-basic; `nil` for any other
    /// page.
    static func day(of address: WebAddress) -> Day? {
        let host = address.host
        guard apodHosts.contains(host) || host == newHost else { return nil }
        var names = address.path.split(separator: "/")
        if host == newHost, names.contains("apod-basic"), names.last == "html" { names.removeLast() }
        guard var name = names.popLast() else { return nil }
        for suffix in [".html", ".htm"] where name.hasSuffix(suffix) { name = name.dropLast(suffix.count) }
        // Six digits are a date only where nothing else is numbered.
        let isDated = host == newHost && ["apod", "apod-basic"].contains(names.last)
        if name.hasPrefix("ap") { name = name.dropFirst(2) } else if !isDated { return nil }
        guard host != newHost || names.contains(where: { $0 == "apod" || $0 == "apod-basic" }) else { return nil }
        return Day(sixDigits: name)
    }
}
