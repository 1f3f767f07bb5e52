package import Archive
internal import Folder
internal import Glibc
package import MirrorTree

/// The process that makes favorites of links while a command runs: this one, under the mirror's lock, or another.
package enum FavoritesAccess: Sendable {
    case here(Archive)
    case elsewhere(Tree)

    /// Takes the mirror's lock for this process, unless another has it or the mirror is another user's.
    package static func open(_ path: String, taking: () async throws -> Archive) async throws -> FavoritesAccess {
        do {
            return .here(try await taking())
        } catch RootError.locked {
            let tree = try Tree.open(path)
            if geteuid() == 0, let owner = try RootClaim.otherOwner(of: tree.root) {
                throw RootError.othersMirror(path: path, owner: owner, line: "")
            }
            return .elsewhere(tree)
        } catch RootError.othersMirror where geteuid() != 0 {
            // A user who shares a mirror may make links in favorites/, and no more; root could write anywhere, and is
            // refused.
            return .elsewhere(try Tree.open(path))
        } catch let error as FolderError where error.isNotWritable {
            // A user who shares a mirror may write into favorites/ only.
            return .elsewhere(try Tree.open(path))
        }
    }
}
