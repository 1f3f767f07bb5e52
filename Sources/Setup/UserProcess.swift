package import Days
internal import Folder
internal import Glibc
package import MirrorTree
internal import Settings

/// The one step of `setup` that is done with the rights of the person whose mirror it is: making the mirror's folder,
/// where the person could lead root anywhere by a link.
///
/// The process is this program once more, started by root and closed to the person's other processes before it becomes
/// the person's: none of them can trace it or take anything from it, and it has neither a terminal nor an open file.
/// Its exit code chooses a sentence and decides nothing, since the person may end the process at any time.
package struct UserProcess {
    let account: UserAccount

    enum End: Int32 {
        case made
        /// There are files in the folder that are not a mirror's.
        case foreign
        case notWritable
        case full
        case failed
    }

    private static let command = "service-root"

    /// Seconds: long enough for a disk that has to start turning.
    private static let patience: Int32 = 60

    /// Has the mirror's root made where there is none.
    func makeRoot(_ mirror: UnitPath, start: Day) throws -> End {
        let number: Int32
        do {
            number = try Spawn.start(
                "/proc/self/exe", [Self.command, account.name, "\(start)", mirror.text],
                environment: [
                    "PATH": Systemctl.path, "LC_ALL": "C.UTF-8", "HOME": account.home, "USER": account.name,
                    "LOGNAME": account.name,
                ],
                streams: [nil, nil, nil])
        } catch {
            throw SetupError.failed(command: "apod-mirror", reason: String(cString: strerror(error.code)) + ".")
        }
        return End(rawValue: Spawn.end(of: number, within: Self.patience)) ?? .failed
    }

    /// Runs the step in the process itself; `nil` when the words of the command line are not root's for it.
    package static func run(_ words: [String]) -> Int32? {
        guard geteuid() == 0, words.count == 4, words[0] == command, let account = UserAccount.named(words[1]),
            let start = Day(words[2])
        else { return nil }
        guard RootsRights.giveUp(to: account.name, user: account.user, group: account.group) else {
            return End.failed.rawValue
        }
        return end(of: { try ServiceRoot(path: words[3]).make(start: start) }).rawValue
    }

    private static func end(of step: () throws -> RootCreation.Outcome) -> End {
        do {
            _ = try step()
            return .made
        } catch RootError.foreign {
            return .foreign
        } catch is NotTheirs {
            return .notWritable
        } catch let error as FolderError {
            return error.isDiskFull ? .full : error.isNotWritable ? .notWritable : .failed
        } catch {
            return .failed
        }
    }
}

// MARK: - The step that the process does

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
        throw NotTheirs(folder: folder.path, mirror: path, user: UserAccount.name(ofUser: getuid()))
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
