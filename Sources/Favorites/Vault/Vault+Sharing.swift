package import Days
package import Folder
internal import MirrorTree
internal import Words

extension Vault {
    /// The vault's name of a day's picture or JSON that is the month's very file; `nil` where both are of their own.
    func sharedFile(of day: Day, picture: FilePath, _ month: Folder?, _ metadata: Folder?) -> FilePath? {
        [(picture, month), (KeptDay.jsonName(day), metadata)].first { name, other in
            guard let other, let own = try? folder.status(name), own.hardLinks > 1 else { return false }
            return (try? other.status(name))?.identity == own.identity
        }?.0
    }

    /// The days that share a file with their month, and its name. A file with one hard link is its own.
    package func sharedFiles(_ root: Folder) throws -> [Day: FilePath] {
        var shared: [Day: FilePath] = [:]
        for entry in try folder.entries() where entry.kind == .file {
            guard let day = PictureName.day(of: entry.name), let own = try? folder.status(entry.name),
                own.hardLinks > 1
            else { continue }
            let month = Tree.monthPath(day)
            let place = entry.name == KeptDay.jsonName(day) ? month.appending("metadata") : month
            if (try? root.status(place.appending(entry.name)))?.identity == own.identity {
                shared[day] = entry.name
            }
        }
        return shared
    }

    /// - Parameter why: The end of the sentence, with its full stop.
    package static func sharing(_ count: Int, _ why: String) -> String {
        "The second copies of \(Quantity.plural(count, "favorite")) share their bytes with the pictures\(why)"
    }
}
