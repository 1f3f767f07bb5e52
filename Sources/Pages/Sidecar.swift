public import Days
internal import Hashing

/// A picture's metadata in XMP, for programs that manage photographs: they read `NAME.jpg.xmp` beside `NAME.jpg`.
///
/// The last line holds the hash of all lines above it, so no other record is needed: a file whose hash is right is as
/// it was written, and any other was changed by a user or a program.
public struct Sidecar: Equatable, Sendable {
    public static let suffix = "xmp"

    public var day: Day
    public var title: String
    public var story: String
    public var creator: String?
    /// The holder of the reserved rights.
    public var rights: String?
    /// The picture's use, as its credit tells it; `nil` where that says nothing.
    public var usageTerms: String?
    /// The address of the picture's license.
    public var license: String?
    /// A description of the picture, for readers who do not see it.
    public var alt: String?
    public var keywords: [String]
    /// The rating, from one to five stars; `nil` for a picture that nobody rated.
    public var rating: Int?
    /// NASA's own page of the day.
    public var page: String?

    public init(
        day: Day, title: String, story: String, creator: String?, rights: String?, usageTerms: String? = nil,
        license: String? = nil, alt: String?, keywords: [String], rating: Int? = nil, page: String?
    ) {
        self.day = day
        self.title = title
        self.story = story
        self.creator = creator
        self.rights = rights
        self.usageTerms = usageTerms
        self.license = license
        self.alt = alt
        self.keywords = keywords
        self.rating = rating
        self.page = page
    }

    public var bytes: [UInt8] {
        let body: HTML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
             xmlns:dc="http://purl.org/dc/elements/1.1/"
             xmlns:exif="http://ns.adobe.com/exif/1.0/"
             xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
             xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
             exif:DateTimeOriginal="\("\(day)")T12:00:00"
             photoshop:DateCreated="\("\(day)")"\(HTML.attribute("photoshop:Source", page))\(stars)\(reuseNamespaces)>
            \(Self.text("dc:title", title))\(Self.text("dc:description", story))\(Self.list("dc:creator", "Seq", creator))\
            \(Self.text("dc:rights", rights))\(Self.text("xmpRights:UsageTerms", usageTerms))\(licenseLink)\
            \(Self.text("Iptc4xmpCore:AltTextAccessibility", alt))\
            \(Self.list("dc:subject", "Bag", keywords))</rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>

            """
        return body.bytes + Self.lastLine(body.bytes)
    }

    /// Only a rated picture's file names the namespace, so that those of others stay as they are.
    private var stars: HTML? {
        rating.map { " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"\($0)\"" }
    }

    /// The namespaces of what the credit says of the picture's use.
    private var reuseNamespaces: HTML {
        var names = HTML()
        if usageTerms != nil { names += " xmlns:xmpRights=\"http://ns.adobe.com/xap/1.0/rights/\"" }
        if license != nil { names += " xmlns:cc=\"http://creativecommons.org/ns#\"" }
        return names
    }

    private var licenseLink: HTML? {
        license.map { "<cc:license rdf:resource=\"\($0)\"/>\n" }
    }

    /// Whether a file is unchanged since it was written here, and so may be replaced or removed.
    public static func isAsWritten(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > lineLength else { return false }
        return Array(bytes.suffix(lineLength)) == lastLine(Array(bytes.dropLast(lineLength)))
    }

    private static func lastLine(_ body: [UInt8]) -> [UInt8] {
        Array("<!-- apod-mirror leaves this file alone once it is changed. SHA-256 \(SHA256.hash(body)) -->\n".utf8)
    }

    private static let lineLength = lastLine([]).count

    /// A property with one language alternative, the default.
    private static func text(_ name: HTML, _ text: String?) -> HTML {
        guard let text, !text.isEmpty else { return "" }
        return "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></\(name)>\n"
    }

    private static func list(_ name: HTML, _ kind: HTML, _ texts: [String]) -> HTML {
        guard !texts.isEmpty else { return "" }
        let items = texts.reduce(into: HTML()) { $0 += "<rdf:li>\($1)</rdf:li>" }
        return "<\(name)><rdf:\(kind)>\(items)</rdf:\(kind)></\(name)>\n"
    }

    private static func list(_ name: HTML, _ kind: HTML, _ text: String?) -> HTML {
        list(name, kind, [text].compactMap(\.self))
    }
}
