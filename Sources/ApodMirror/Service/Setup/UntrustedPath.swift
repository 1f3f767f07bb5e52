internal import Words

/// Why root does nothing by a path.
enum UntrustedPath: Error, Equatable {
    /// A link that others than root could have made.
    case link(String)
    /// Something else than a folder.
    case noFolder(String)
    /// In that folder others could put something else in the mirror's place.
    case stranger(String, FolderTrust.Stranger, user: String?)
    /// A file of root's settings that others may write.
    case file(String)
}

extension UntrustedPath: CustomStringConvertible {
    var description: String { printable(sentence) }

    private var sentence: String {
        switch self {
        case .link(let path):
            "\(path) is a link, and root follows none that somebody else could have made. Name the folder that it leads "
                + "to with --mirror DIR."
        case .noFolder(let path):
            "\(path) is not a folder. Put one in its place, or choose another with --mirror DIR."
        case .stranger(let path, .owner(let owner), let user):
            "\(path) belongs to \(Person.name(ofUser: owner)), who could put anything in the mirror's place. Choose a "
                + "folder with --mirror DIR that only root\(user.map { " and \($0)" } ?? "") can change."
        case .stranger(let path, .group(let group), _):
            "The members of \(ShareGroup.name(of: group)) may write in \(path), so they could put anything in the "
                + "mirror's place. Choose another folder with --mirror DIR, or: chmod g-w \(path.shellWord)"
        case .stranger(let path, .everybody, _):
            "Everybody may write in \(path) and could put anything in the mirror's place. Choose another folder with "
                + "--mirror DIR, or: chmod go-w \(path.shellWord)"
        case .file(let path):
            "\(path) is to be a file that nobody but root can change, since root goes by what it says: "
                + "chown root: \(path.shellWord) && chmod go-w \(path.shellWord)"
        }
    }
}
