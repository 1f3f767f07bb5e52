/// What stands between strangers' bytes and Gumbo.
///
/// Gumbo frees its tree recursively (a few ten thousand nested tags overflow a thread's stack), rebuilds unclosed
/// formatting again and again (4,000 tags make 750 MB) and compares a tag's attributes each with each. So a fragment
/// keeps its first 1,000 tags and none longer than 4 kB; further ones lose the tag and keep their text. A page
/// of NASA's has about 150. Comments, and elements whose content is not text for a reader, go entirely, which also
/// keeps the parser in the one state where `TagReader` and it agree on where a tag ends.
enum Taming {
    static let mostTags = 1_000
    static let longestTag = 4_096

    private static let unread: Set<String> = [
        "script", "style", "title", "textarea", "xmp", "noembed", "noframes", "iframe", "plaintext",
    ]

    static func tamed(_ html: String) -> [UInt8] {
        let bytes = withoutControls(html)
        var reader = TagReader(bytes)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var tags = 0
        while let token = reader.next() {
            switch token {
            case .text(let range):
                result += bytes[range]
            case .startTag(let range, let name):
                let isKept = tags < mostTags && range.count <= longestTag
                let isUnread = unread.contains(name)
                if isKept, !isUnread || name == "iframe" {
                    tags += 1
                    result += bytes[range]
                }
                if isUnread {
                    reader.skip(toEndOf: name)
                    if isKept, name == "iframe" { result += Array("</iframe>".utf8) }
                }
            case .endTag(let range, let name):
                if range.count <= longestTag, !unread.contains(name) { result += bytes[range] }
            case .markup:
                break
            }
        }
        return result
    }

    /// Gumbo would show each control character as U+FFFD.
    private static func withoutControls(_ html: String) -> [UInt8] {
        guard html.unicodeScalars.contains(where: \.isControl) else { return Array(html.utf8) }
        return Array(String(String.UnicodeScalarView(html.unicodeScalars.filter { !$0.isControl })).utf8)
    }
}
