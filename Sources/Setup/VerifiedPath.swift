internal import Days
internal import Folder
internal import Settings

/// A path as root has walked it itself: from one open handle to the next, through no link that anybody else could have
/// made, past folders in which only root and one person can change a name.
///
/// Root uses such a walk for all that it does below a folder where other users may write, and trusts no path as it is
/// written.
struct VerifiedPath {
    /// The last folder on the way that is there.
    let folder: Folder
    /// The path of the whole, without links.
    let real: UnitPath
    /// The names at the path's end that are not there yet.
    let missing: ArraySlice<FilePath>
    /// Whether only root can change a name on the way, the last folder with all in it included.
    let isRootsAlone: Bool

    var isThere: Bool { missing.isEmpty }

    /// - Parameter account: the user who may own what root does not; `nil` for none.
    init(_ path: UnitPath, for account: UserAccount?) throws {
        var path = path
        // The kernel, too, follows 40 links one after another.
        for _ in 0..<40 {
            var walk = Walk(account: account)
            switch try walk.run(path) {
            case .end(let verified):
                self = verified
                return
            case .link(let other): path = other
            }
        }
        throw UntrustedPath.link(path.text)
    }

    fileprivate init(folder: Folder, real: UnitPath, missing: ArraySlice<FilePath>, isRootsAlone: Bool) {
        self.folder = folder
        self.real = real
        self.missing = missing
        self.isRootsAlone = isRootsAlone
    }
}

/// A walk up to the end of a path, or to a link of root's.
private struct Walk {
    enum Stop {
        case end(VerifiedPath)
        /// The whole path with the link's target in the link's place.
        case link(UnitPath)
    }

    let trust: FolderTrust
    let user: String?
    private var isRootsAlone = true

    init(account: UserAccount?) {
        trust = FolderTrust(account)
        user = account?.name
    }

    mutating func run(_ path: UnitPath) throws -> Stop {
        let names = path.names
        guard var folder = try Folder.open("/") else { throw UntrustedPath.noFolder("/") }
        try judge(folder, isLast: names.isEmpty)
        for (place, name) in names.enumerated() {
            let rest = names[(place + 1)...]
            guard let status = try folder.status(name) else {
                try judge(inside: folder)
                return .end(
                    VerifiedPath(
                        folder: folder, real: path, missing: names[place...], isRootsAlone: isRootsAlone))
            }
            if status.kind == .symlink {
                return .link(try target(of: name, owner: status.owner, in: folder, rest))
            }
            folder = try open(name, in: folder)
            try judge(folder, isLast: rest.isEmpty)
        }
        try judge(inside: folder)
        return .end(VerifiedPath(folder: folder, real: path, missing: [], isRootsAlone: isRootsAlone))
    }

    /// Opens a folder, and never through a link, also where one came there since.
    private func open(_ name: FilePath, in folder: Folder) throws -> Folder {
        let path = folder.shown(name)
        do {
            guard let next = try folder.folder(name) else { throw UntrustedPath.noFolder(path) }
            return next
        } catch FolderError.symlink {
            throw UntrustedPath.link(path)
        } catch FolderError.notFolder {
            throw UntrustedPath.noFolder(path)
        }
    }

    private mutating func judge(_ folder: Folder, isLast: Bool) throws {
        let access = try folder.writeAccess()
        if let stranger = trust.stranger(access, isLast: isLast) {
            throw UntrustedPath.stranger(folder.path, stranger, user: user)
        }
        if FolderTrust().stranger(access, isLast: true) != nil { isRootsAlone = false }
    }

    /// Throws where another user could change what is made in the last folder.
    private func judge(inside folder: Folder) throws {
        guard let stranger = trust.stranger(inside: try folder.writeAccessInside()) else { return }
        throw UntrustedPath.inherited(folder.path, stranger)
    }

    /// Follows a link that only root can have made, since a machine's folders may lie so.
    private func target(
        of name: FilePath, owner: UInt32, in folder: Folder, _ rest: ArraySlice<FilePath>
    ) throws -> UnitPath {
        let path = folder.shown(name)
        guard isRootsAlone, owner == 0, let target = try folder.linkTarget(name) else { throw UntrustedPath.link(path) }
        let start = target.bytes.first == UInt8(ascii: "/") ? target : FilePath(folder.path).appending(target)
        let whole = rest.reduce(start) { $0.appending($1) }
        return try UnitPath(String(decoding: whole.bytes, as: UTF8.self))
    }
}

// MARK: - Refusals

/// The reason why root does nothing by a path.
enum UntrustedPath: ExitCoded, Equatable {
    /// A link that others than root could have made.
    case link(String)
    /// Something else than a folder.
    case noFolder(String)
    /// Other users could put something else in the mirror's place in that folder.
    case stranger(String, FolderTrust.UntrustedUser, user: String?)
    /// Other users could change what is made in that folder, as its default access list says.
    case inherited(String, FolderTrust.UntrustedUser)
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
            "\(path) is a link, and root follows none that another user could have made. Name the folder that it leads "
                + "to with --mirror DIR."
        case .noFolder(let path):
            "\(path) is not a folder. Put one in its place, or choose another with --mirror DIR."
        case .stranger(let path, .owner(let owner), let user):
            "\(path) belongs to \(UserAccount.name(ofUser: owner)), who could put anything in the mirror's place. Choose a "
                + "folder with --mirror DIR that only root\(user.map { " and \($0)" } ?? "") can change."
        case .stranger(let path, .writer(let writer), _):
            "\(Self.words(writer)) may write in \(path) and could put anything in the mirror's place. Choose another "
                + "folder with --mirror DIR, or: \(Self.remedy(writer)) \(path.shellWord)"
        case .inherited(let path, let stranger):
            "\(Self.words(stranger)) may write to whatever is made in \(path), by its default access list. Choose another "
                + "folder with --mirror DIR, or: setfacl --remove-default \(path.shellWord)"
        case .file(let path):
            "\(path) is to be a file that only root can change, since root trusts what it says: "
                + "chown root: \(path.shellWord) && chmod go-w \(path.shellWord)"
        case .settings(let path):
            "\(path) is to be a folder in which only root can write, since root's settings lie there: "
                + "chown root: \(path.shellWord) && setfacl --remove-default \(path.shellWord) && "
                + "chmod go-w \(path.shellWord)"
        }
    }

    private static func words(_ stranger: FolderTrust.UntrustedUser) -> String {
        switch stranger {
        case .owner(let owner): UserAccount.name(ofUser: owner)
        case .writer(let writer): words(writer)
        }
    }

    private static func words(_ writer: WriteAccess.Writer) -> String {
        switch writer {
        case .user(let user): UserAccount.name(ofUser: user)
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
