package import Days
internal import Folder
package import MirrorTree
internal import Store

extension Tree {
    /// The fault of a favorite's second copy, compared byte for byte; `nil` without a fault or without a picture yet.
    package func checkVault(_ day: Day) throws -> String? {
        switch try vaultState(of: day) {
        case .missing:
            guard let stored = try? metadata(day), stored.mirror.picture != nil, stored.mirror.state != .hidden else {
                return nil
            }
            return "\(day) is a favorite, and has no second copy in \(root.path)/\(Vault.path)."
        case .damaged(let path):
            return "\(path), a favorite's second copy, is missing, of another size or cannot be read."
        case .whole:
            guard let folder = try root.folder(Vault.path), let kept = Vault(folder: folder).keptDay(day) else {
                return nil
            }
            if kept.openPicture(in: folder)?.hasSum(kept.picture.sha256) == true { return nil }
            return "\(folder.path)/\(kept.file), a favorite's second copy, is not what was stored: its sum differs."
        }
    }
}
