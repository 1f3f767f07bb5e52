internal import Days
internal import Folder
internal import NASA

/// The place to which the address in a shortcut leads.
enum ShortcutAddress: Equatable, Sendable {
    /// A path as this machine may know it.
    case path(FilePath)
    /// A path on another host, or in a network mount of another machine.
    case foreignPath(FilePath)
    /// NASA's page of a day.
    case page(Day)
    case elsewhere

    private static let networks: Set = [
        "smb", "cifs", "afp", "nfs", "sftp", "ssh", "fish", "ftp", "ftps", "dav", "davs", "webdav", "webdavs",
    ]

    init(_ raw: [UInt8]) {
        // Backslashes are read as browsers read them: Windows writes `file:///Z:\2026\…` and `\\nas\apod\…`.
        let bytes = raw.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }[...]
        guard bytes.count <= 4_096 * 3 else {
            self = .elsewhere
            return
        }
        if bytes.first == UInt8(ascii: "/") {
            self = .path(FilePath(bytes: Array(bytes)))
            return
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            self = .elsewhere
            return
        }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let rest = bytes[(colon + 1)...]
        switch scheme {
        case "file": self = Self.path(in: rest).map { .path($0) } ?? .elsewhere
        case "http", "https":
            let page = WebAddress(String(decoding: raw, as: UTF8.self)).flatMap(PageAddress.day(of:))
            self = page.map { .page($0) } ?? .elsewhere
        case _ where Self.networks.contains(scheme):
            self = Self.path(in: rest).map { .foreignPath($0) } ?? .elsewhere
        // A scheme of one letter is a drive of Windows.
        case _ where scheme.utf8.count == 1: self = .foreignPath(FilePath(bytes: Array(rest)))
        default: self = .elsewhere
        }
    }

    /// The path behind an optional `//host`, decoded once. A NUL stays in the path, for ``LinkReading`` to refuse.
    private static func path(in rest: ArraySlice<UInt8>) -> FilePath? {
        var rest = rest
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") }
        }
        guard rest.first == UInt8(ascii: "/") else { return nil }
        return FilePath(bytes: PercentEncoding.decoded(rest))
    }
}

extension LinkReading {
    /// The meaning of the shortcut at `path` below `favorites/`.
    func meaning(of shortcut: ShortcutFile, at path: FilePath) -> Meaning {
        guard case .address(let bytes) = shortcut else { return .named }
        return switch ShortcutAddress(bytes) {
        case .path(let target): meaning(ofLinkAt: path, to: target)
        case .foreignPath(let target): meaning(ofForeignPath: target)
        case .page(let day): .day(day)
        case .elsewhere: .refused(.outside)
        }
    }
}
