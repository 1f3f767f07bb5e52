package import Folder
internal import MirrorTree

/// A folder below `favorites/`.
package struct Album: Hashable, Sendable {
    /// The path below `favorites/`; `nil` at the top.
    package let path: FilePath?

    package static let top = Album()

    private init() { path = nil }

    /// Reads `Moons` or `Moons/Big`, or what ``FilePath/recorded`` makes of a name that is no UTF-8.
    package init(_ text: String) throws(AlbumError) {
        try self.init(path: FilePath(recorded: text))
    }

    /// The album a recorded link lies in. A path that a user wrote into favorites.json need not be below the folder.
    init(of link: FilePath) throws(AlbumError) {
        self = try link.parent.map(Album.init(path:)) ?? .top
    }

    init(path: FilePath) throws(AlbumError) {
        let slash = UInt8(ascii: "/")
        if path.bytes.first == slash { throw .absolute(path) }
        let parts = path.bytes.split(separator: slash, omittingEmptySubsequences: false)
        var names = parts.map { FilePath(bytes: Array($0)) }
        // Shells complete a folder's name with a slash.
        if names.count > 1, names.last == "" { names.removeLast() }
        for name in names { try Self.check(name) }
        self.path = FilePath(names: names.map { $0.bytes[...] })
    }

    private static func check(_ name: FilePath) throws(AlbumError) {
        if name.bytes.isEmpty { throw .empty }
        if name == ".." { throw .outside }
        if name.bytes.first == UInt8(ascii: ".") { throw .hidden(name) }
        if name.bytes.contains(0) { throw .zero }
        if name.bytes.count > 255 { throw .tooLong(name) }
    }

    /// Whether something visible can have that name.
    static func takes(_ name: FilePath) -> Bool {
        (try? check(name)) != nil
    }

    /// The folder a link lies in; `nil` where there is none that can be an album, or the name can be no link's.
    static func folder(of link: FilePath, below top: Folder) throws(FolderError) -> Folder? {
        guard takes(link.name), let album = try? Album(of: link) else { return nil }
        guard let path = album.path else { return top }
        do {
            // Nothing is recorded below a mount, and a mount whose server is gone would never answer.
            return try top.folderOnThisMount(path)
        } catch .notFolder, .symlink, .outside {
            return nil
        }
    }
}

extension Album: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = text.isEmpty ? .top : try Album(text)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(path?.recorded ?? "")
    }
}

/// The reason why a name is no album's.
package enum AlbumError: Error, CustomStringConvertible {
    case empty
    case absolute(FilePath)
    case outside
    case hidden(FilePath)
    case zero
    case tooLong(FilePath)

    package var description: String {
        switch self {
        case .empty: "An album and each part of its name must have letters, such as Moons or Moons/Big."
        case .absolute(let path): "\(path) is a path from the root; an album lies in favorites/, such as Moons/Big."
        case .outside: "An album lies in favorites/; “..” would lead out of it."
        case .hidden(let name): "An album's name does not begin with a dot as “\(name)” does: such folders are hidden."
        case .zero: "An album's name cannot hold a NUL."
        case .tooLong(let name):
            "“\(name.description.prefix(20))…” is too long for a folder's name: \(name.bytes.count) bytes of at most 255."
        }
    }
}
