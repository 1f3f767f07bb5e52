package import Folder
internal import MirrorTree
internal import Pages

/// The files of words that lie beside the pictures of a month, as far as they were written here and left as they were.
package enum SidecarFiles {
    /// The bytes of a file that are as they were written here; `nil` for any other file, also one that cannot be read.
    package static func ours(_ name: FilePath, in folder: Folder) -> [UInt8]? {
        guard let bytes = (try? folder.read(name)) ?? nil, Sidecar.isAsWritten(bytes) else { return nil }
        return bytes
    }

    /// Removes a sidecar of ours. It is moved out of sight and read once more before: a file that was changed since it
    /// was read goes back, and `false` is returned.
    package static func takeAway(_ name: FilePath, from folder: Folder, through incoming: Folder) throws -> Bool {
        let aside = FilePath("\(name).old")
        try folder.rename(name, to: aside, in: incoming)
        if ours(aside, in: incoming) != nil {
            try incoming.remove(aside)
            return true
        }
        _ = try incoming.move(aside, to: name, in: folder)
        return false
    }

    /// Removes sidecars that lost their picture; those that a user changed stay.
    ///
    /// - Parameter all: Whether sidecars that still have their picture go, too.
    package static func removeStale(in month: Folder, through incoming: Folder, all: Bool = false) throws {
        let names = try month.entries().filter { $0.kind == .file }.map(\.name)
        let pictures = Set(names)
        for name in names {
            guard let text = name.text, text.hasSuffix(".\(Sidecar.suffix)") else { continue }
            let picture = FilePath(String(text.dropLast(Sidecar.suffix.utf8.count + 1)))
            guard Listing.day(of: picture) != nil, all || !pictures.contains(picture), ours(name, in: month) != nil
            else { continue }
            _ = try takeAway(name, from: month, through: incoming)
        }
    }
}
