/// A Metalink 4 document (RFC 5854): files with their size, SHA-256 and all their addresses, for programs that fetch from
/// several places and check what came.
public struct Metalink: Sendable {
    private var text: HTML = """
        <?xml version="1.0" encoding="UTF-8"?>
        <metalink xmlns="urn:ietf:params:xml:ns:metalink">

        """

    public init() {}

    /// - Parameters:
    ///   - path: Where the file goes below the folder that all are fetched to.
    ///   - addresses: The first is asked first.
    public mutating func add(_ path: String, bytes: Int64, sha256: String, addresses: [String]) {
        text += """
            <file name="\(Self.name(path))">
            <size>\(Int(bytes))</size>
            <hash type="sha-256">\(sha256)</hash>

            """
        for (number, address) in addresses.enumerated() {
            text += "<url priority=\"\(number + 1)\">\(address)</url>\n"
        }
        text += "</file>\n"
    }

    public var bytes: [UInt8] { (text.bytes + "</metalink>\n".utf8) }

    /// aria2c writes an ampersand in a name as `&#38;`, in whatever way the document spells it.
    private static func name(_ path: String) -> String {
        path.replacing("&", with: "+")
    }
}
