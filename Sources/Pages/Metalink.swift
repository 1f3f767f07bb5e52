public import Days

/// The pieces of a Metalink 4 document (RFC 5854): files with their size, SHA-256 and all their addresses, for programs that
/// fetch from several places and check what came.
public enum Metalink {
    public static let opening = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <metalink xmlns="urn:ietf:params:xml:ns:metalink">

        """.utf8)

    public static let closing = Array("</metalink>\n".utf8)

    /// The file is one piece of itself: where a piece is wrong, aria2c asks another address, and where the whole file is, none.
    ///
    /// - Parameters:
    ///   - path: Where the file goes below the folder that all are fetched to.
    ///   - addresses: The first is asked first.
    public static func file(_ path: String, bytes: Int64, sha256: String, addresses: [String]) -> [UInt8] {
        var text: HTML = """
            <file name="\(name(path))">
            <size>\(Int(bytes))</size>
            <hash type="sha-256">\(sha256)</hash>
            <pieces length="\(Int(bytes))" type="sha-256"><hash>\(sha256)</hash></pieces>

            """
        for (number, address) in addresses.enumerated() {
            text += "<url priority=\"\(number + 1)\">\(address)</url>\n"
        }
        text += "</file>\n"
        return text.bytes
    }

    /// A day that is left out, since what is recorded of it cannot be read.
    public static func unread(_ day: Day) -> [UInt8] {
        Array("<!-- What the mirror has recorded of \(day) cannot be read; apod-mirror verify tells more. -->\n".utf8)
    }

    /// The name as aria2c can write it: of an ampersand it makes `&#38;`, in whatever way the document spells it.
    private static func name(_ path: String) -> String {
        path.replacing("&", with: "+")
    }
}
