/// The users whose folders and files are believed below a folder. A file there that another user owns is refused with
/// an error that names it: its owner could change it at any moment.
public struct Owners: Hashable, Sendable {
    public let users: Set<UInt32>

    public init(_ users: Set<UInt32>) {
        self.users = users
    }

    public func include(_ status: FileStatus) -> Bool {
        users.contains(status.owner)
    }
}

extension Owners {
    func check(_ status: FileStatus, at path: String) throws(FolderError) {
        if !include(status) { throw .foreign(path: path, owner: status.owner) }
    }
}
