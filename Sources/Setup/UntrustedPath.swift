internal import Folder
internal import Settings
internal import Words

/// The reason why root does nothing by a path.
enum UntrustedPath: ExitCoded, Equatable {
    /// A link that others than root could have made.
    case link(String)
    /// Something else than a folder.
    case noFolder(String)
    /// Other users could put something else in the mirror's place in that folder.
    case stranger(String, FolderTrust.Stranger, user: String?)
    /// Other users could change what is made in that folder, as its default access list says.
    case inherited(String, FolderTrust.Stranger)
    /// A file of root's settings that others may write.
    case file(String)
    /// A folder of root's settings in which others may write.
    case settings(String)

    var exitCode: ExitCode { .root }
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
        case .stranger(let path, .writer(let writer), _):
            "\(Self.words(writer)) may write in \(path) and could put anything in the mirror's place. Choose another "
                + "folder with --mirror DIR, or: \(Self.remedy(writer)) \(path.shellWord)"
        case .inherited(let path, let stranger):
            "\(Self.words(stranger)) may write to whatever is made in \(path), by its default access list. Choose another "
                + "folder with --mirror DIR, or: setfacl --remove-default \(path.shellWord)"
        case .file(let path):
            "\(path) is to be a file that nobody but root can change, since root goes by what it says: "
                + "chown root: \(path.shellWord) && chmod go-w \(path.shellWord)"
        case .settings(let path):
            "\(path) is to be a folder in which nobody but root can write, since root's settings lie there: "
                + "chown root: \(path.shellWord) && setfacl --remove-default \(path.shellWord) && "
                + "chmod go-w \(path.shellWord)"
        }
    }

    private static func words(_ stranger: FolderTrust.Stranger) -> String {
        switch stranger {
        case .owner(let owner): Person.name(ofUser: owner)
        case .writer(let writer): words(writer)
        }
    }

    private static func words(_ writer: WriteAccess.Writer) -> String {
        switch writer {
        case .user(let user): Person.name(ofUser: user)
        case .group(let group): "The members of \(ShareGroup.name(of: group))"
        case .everybody: "Everybody"
        }
    }

    /// The command that takes the right away: a mode takes from a whole access list what it takes from its group.
    private static func remedy(_ writer: WriteAccess.Writer) -> String {
        switch writer {
        case .user, .group: "chmod g-w"
        case .everybody: "chmod go-w"
        }
    }
}
