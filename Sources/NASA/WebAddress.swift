internal import Days

/// An http or https address, repaired the way a browser would: NASA's own hold spaces, lack schemes or climb folders.
public struct WebAddress: Equatable, Sendable {
    private var scheme: String
    /// Host and port, in lower case.
    private(set) var authority: String
    public private(set) var path: String
    /// The rest of the address, from the `?` or `#` on.
    private(set) var tail: String

    /// Returns `nil` for anything that does not lead to a web server; `base` resolves a relative address.
    public init?(_ raw: String, relativeTo base: WebAddress? = nil) {
        let bytes = Array(raw.trimmingSpace.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D })
        guard !bytes.isEmpty, bytes.count <= 4_096 else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        var rest: Substring
        let beforeColon = text.utf8.prefix(while: \.isOfScheme)
        let colon = beforeColon.endIndex
        if !beforeColon.isEmpty, colon < text.endIndex, text.utf8[colon] == UInt8(ascii: ":") {
            scheme = Substring(beforeColon).lowercased()
            rest = Substring(text.utf8[text.utf8.index(after: colon)...])
            guard ["http", "https"].contains(scheme), rest.hasPrefix("//") else { return nil }
        } else if text.hasPrefix("//") {
            scheme = "https"
            rest = text[...]
        } else {
            guard let base else { return nil }
            self = base
            resolve(text)
            return
        }
        rest = rest.dropFirst(2)
        let host = rest.utf8.prefix { !$0.endsHost }
        authority = Substring(host).lowercased()
        // A user's name before the host, or a character that no host has, is a disguise.
        guard !authority.isEmpty, authority.utf8.allSatisfy(\.isOfHost) else { return nil }
        (path, tail) = ("/", "")
        setPath(rest[host.endIndex...])
    }

    public var text: String {
        "\(scheme)://\(authority)\(path)\(tail)"
    }

    /// The address up to the `?` or `#`.
    var withoutQuery: String { "\(scheme)://\(authority)\(path)" }

    public var host: String {
        authority.hasPrefix("[") ? authority : String(authority.prefix { $0 != ":" })
    }

    /// The suffix of the path's last name, in lower case and without the dot; empty without one.
    var suffix: String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    private mutating func resolve(_ relative: String) {
        switch relative.utf8.first {
        case UInt8(ascii: "/"): setPath(relative[...])
        case UInt8(ascii: "?"): setPath((path + relative)[...])
        case UInt8(ascii: "#"): setPath((path + tail.prefix { $0 != "#" } + relative)[...])
        default: setPath((path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex) + relative))
        }
    }

    private mutating func setPath(_ text: Substring) {
        let raw = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        var folders: [Substring] = []
        let parts = raw.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
            .map { Substring($0) }
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part {
            case ".":
                if isLast { folders.append("") }
            case "..":
                _ = folders.popLast()
                if isLast { folders.append("") }
            default:
                folders.append(part)
            }
        }
        path = ("/" + folders.joined(separator: "/")).percentEncoded
        tail = String(text[raw.endIndex...]).percentEncoded
    }
}

extension String {
    /// Encodes only characters that no address may hold, so that NASA's own encoding stays as it is.
    fileprivate var percentEncoded: String {
        guard !utf8.allSatisfy(\.isOfAddress) else { return self }
        return PercentEncoding.text(utf8, keeping: \.isOfAddress)
    }
}

extension UInt8 {
    fileprivate var isOfScheme: Bool {
        (0x61...0x7A).contains(self | 0x20) || (0x30...0x39).contains(self) || "+-.".utf8.contains(self)
    }

    fileprivate var endsHost: Bool { "/?#".utf8.contains(self) }

    fileprivate var isOfAddress: Bool {
        (0x21...0x7E).contains(self) && !"\"<>\\^`{|}".utf8.contains(self)
    }

    fileprivate var isOfHost: Bool {
        (0x61...0x7A).contains(self) || (0x30...0x39).contains(self) || ".-_:[]".utf8.contains(self)
    }
}
