package import Days
internal import Folder
internal import Glibc
package import MirrorTree
internal import Settings

/// The root of a mirror that a service is to keep, made and checked by the user whose service it is.
package struct ServiceRoot {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Makes the root where there is none, and makes sure that this user may write in it.
    package func make(start: Day) throws -> RootCreation.Outcome {
        try check(try Folder.open(path))
        let outcome = try RootCreation.create(path, start: start)
        let root = try Folder.open(path)
        try check(try root?.folder(Tree.own))
        try check(try root?.folder("favorites"))
        return outcome
    }

    private func check(_ folder: Folder?) throws {
        guard let folder, !folder.isWritable else { return }
        throw NotTheirs(folder: folder.path, mirror: path, user: Person.name(ofUser: getuid()))
    }
}

/// A folder that this user may not write in.
struct NotTheirs: ExitCoded, CustomStringConvertible {
    var folder: String
    var mirror: String
    var user: String

    var exitCode: ExitCode { .root }

    var description: String {
        "\(user) may not write in \(folder). Name another folder with --mirror, or hand this one over: "
            + "sudo chown -R \(user.shellWord): \(mirror.shellWord)"
    }
}
