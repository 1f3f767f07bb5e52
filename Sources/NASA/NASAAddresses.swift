package import Belief
public import Days

/// NASA's two addresses of one picture: the untouched upload, and renditions of any size made from it.
public enum PictureAddress {
    fileprivate static let renditions = "/dynamicimage/assets/"
    fileprivate static let uploads = "/content/dam/"

    /// The width of a picture for galleries and small screens.
    static let previewWidth = 1_024

    /// The upload behind a rendition; an address of any other kind is its own original. A query is removed, since NASA
    /// adds a size to uploads, too, and then answers with a rendition.
    public static func original(of address: WebAddress) -> String {
        if let source = source(of: address) { return original(of: source) }
        guard address.path.contains(words: renditions) || address.path.contains(words: uploads) else {
            return address.text
        }
        return address.withoutQuery.replacing(renditions, by: uploads) ?? address.withoutQuery
    }

    /// Whether the address is known for a rendition's by its path.
    public static func isRendition(_ address: WebAddress) -> Bool {
        address.path.contains(words: renditions) || source(of: address) != nil
    }

    /// The file that one of the two publishing systems made a rendition of, in its own way: `a.jpg` of
    /// `a.jpg/jcr:content/renditions/cq5dam.web.1280.1280.jpeg`, and of `wp-content/uploads/a-1024x683.jpg` or
    /// `a-scaled.jpg` there. `nil` for any other address.
    private static func source(of address: WebAddress) -> WebAddress? {
        let text = address.withoutQuery
        for folder in ["/jcr:content/renditions/", "/jcr%3Acontent/renditions/", "/_jcr_content/renditions/"] {
            if let offset = text.offset(of: folder) {
                return WebAddress(String(decoding: text.utf8.prefix(offset), as: UTF8.self))
            }
        }
        guard address.path.contains(words: "/wp-content/uploads/"), let dot = text.lastIndex(of: "."),
            let dash = text[..<dot].lastIndex(of: "-")
        else { return nil }
        let sides = text[text.index(after: dash)..<dot].split(separator: "x", omittingEmptySubsequences: false)
        let isSize = sides.count == 2 && sides.allSatisfy { (2...5).contains($0.utf8.count) && Int($0) != nil }
        return isSize || sides == ["scaled"] ? WebAddress(String(text[..<dash] + text[dot...])) : nil
    }

    /// The address of a rendition at most that wide, in proportion; `nil` where the server makes none. A rendition
    /// whose address names a smaller width is never enlarged.
    public static func rendition(of address: WebAddress, width: Int) -> String? {
        if let source = source(of: address) { return rendition(of: source, width: width) }
        guard address.path.contains(words: renditions) else {
            return address.withoutQuery.replacing(uploads, by: renditions).map { "\($0)?w=\(width)&fit=clip" }
        }
        let items = address.tail.drop { $0 == "?" }.prefix { $0 != "#" }.split(separator: "&")
        let ownWidth = items.first { $0.hasPrefix("w=") }.flatMap { Int($0.dropFirst(2)) }
        if let ownWidth, (1...width).contains(ownWidth) { return address.text }
        let others = items.filter { !$0.hasPrefix("w=") && !$0.hasPrefix("h=") }.map(String.init)
        let query = ["w=\(width)"] + (others.isEmpty ? ["fit=clip"] : others)
        return "\(address.withoutQuery)?\(query.joined(separator: "&"))"
    }

    /// Whether the address is of what NASA shows where it has no picture.
    public static func isOfNoPicture(_ address: WebAddress) -> Bool { isPlaceholder(address) || isLogo(address) }

    public static func isPlaceholder(_ address: WebAddress) -> Bool {
        address.path.lowercased().contains(words: "news-thumbnail")
    }

    public static func isLogo(_ address: WebAddress) -> Bool {
        address.path.lowercased().contains(words: "nasa-logo")
    }
}

extension HostPart {
    package init(_ address: String) {
        let (parsed, parts) = (WebAddress(address), [PictureAddress.renditions, PictureAddress.uploads])
        self.init(
            server: parsed?.authority ?? "", part: parts.first { parsed?.path.contains(words: $0) == true } ?? "")
    }
}

extension Media {
    /// The address of the picture at most that wide; `nil` when its server makes no renditions.
    public func rendition(width: Int) -> String? {
        guard case .picture(let original, let rendition, _) = self, let source = rendition ?? original else {
            return nil
        }
        return WebAddress(source).flatMap { PictureAddress.rendition(of: $0, width: width) }
    }
}

extension String {
    /// Replaces the first occurrence; `nil` when there is none.
    fileprivate func replacing(_ old: String, by new: String) -> String? {
        guard let offset = offset(of: old) else { return nil }
        return String(decoding: utf8.prefix(offset), as: UTF8.self) + new
            + String(decoding: utf8.dropFirst(offset + old.utf8.count), as: UTF8.self)
    }
}

/// NASA's page of a day, at any of the addresses it has had.
public enum PageAddress {
    /// The old hosts, and apod.com, which APOD's own texts link to since it moved.
    private static let apodHosts: Set = ["apod.nasa.gov", "antwrp.gsfc.nasa.gov", "apod.com", "www.apod.com"]

    /// The day of a page of NASA's; `nil` for any other page, also one of another server.
    public static func day(of address: WebAddress) -> Day? {
        var folders = address.path.split(separator: "/")
        let name = folders.popLast() ?? ""
        // The old hosts number their pages otherwise than the new one.
        let isPage =
            apodHosts.contains(address.host)
            ? name.hasPrefix("ap")
            : address.host == "science.nasa.gov"
                && folders.contains { ["apod", "apod-basic", "image-article"].contains($0) }
        guard isPage else { return nil }
        return day(ofPath: address.path)
    }

    /// The address of a link in a story. Old stories link to other days by `apYYMMDD.html`, beside which they lay; a page
    /// that has moved lies elsewhere.
    static func link(_ link: String, on page: WebAddress?) -> WebAddress? {
        let name = link.trimmingSpace.split(separator: "/").last ?? ""
        let file = name.prefix { $0 != "?" && $0 != "#" }
        let isRelative = !link.contains(words: ":") && !link.trimmingSpace.hasPrefix("/")
        let isPage = file.hasPrefix("ap") && file.hasSuffix(".html")
        if isRelative, isPage, Day(sixDigits: file.dropFirst(2).dropLast(5)) != nil {
            return WebAddress("https://apod.nasa.gov/apod/\(name)")
        }
        return WebAddress(link, relativeTo: page)
    }

    /// The day that a path names by itself, whatever its server: `/apod/ap010712.html`, `/apod/010712`, an entry of
    /// apod-basic, or `apod-2024-july-4-name` in any folder.
    static func day(ofPath path: String) -> Day? {
        var names = path.split(separator: "/")
        if names.last == "html" { names.removeLast() }
        guard var name = names.popLast() else { return nil }
        if name.hasPrefix("apod-") { return articleDay(name) }
        for suffix in [".html", ".htm"] where name.hasSuffix(suffix) { name = name.dropLast(suffix.count) }
        if name.hasPrefix("ap") { return Day(sixDigits: name.dropFirst(2)) }
        // Six digits are a date only in a folder where nothing else is numbered.
        return ["apod", "apod-basic"].contains(names.last) ? Day(sixDigits: name) : nil
    }

    /// The day of `apod-2024-july-4-name`.
    private static func articleDay(_ name: Substring) -> Day? {
        let words = name.split(separator: "-", maxSplits: 4)
        guard words.count >= 4, words[0] == "apod", let year = Int(words[1]), let day = Int(words[3]),
            let month = Title.months.firstIndex(of: words[2].lowercased())
        else { return nil }
        return Day(year: year, month: month + 1, day: day)
    }
}
