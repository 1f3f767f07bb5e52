package import Days
internal import Folder
internal import Glibc
package import MirrorTree
package import Settings

/// Makes the mirror's root with the right owner, and checks itself that the root is there.
///
/// Root makes the last folder and hands it over if the folder above is root's alone, as `/srv` is. Everywhere else the
/// person does it (``UserProcess``), since root that makes a folder where a user may write could be led anywhere.
package struct RootPreparation {
    package let account: UserAccount
    package let start: Day

    package init(account: UserAccount, start: Day) {
        self.account = account
        self.start = start
    }

    /// Makes the root unless it is a mirror already.
    package func prepare(_ mirror: UnitPath) throws -> PreparedRoot {
        let before = try VerifiedPath(mirror, for: account)
        let outcome = try outcome(in: before)
        let made = try makeInRootsOwnFolder(before, mirror)
        do {
            let end = try UserProcess(account: account).makeRoot(mirror, start: start)
            let after = try VerifiedPath(mirror, for: account)
            try check(after, mirror, end)
            return PreparedRoot(outcome: outcome, real: after.real)
        } catch {
            // The folder that root made is removed after a failure, if it is empty.
            if let made { before.folder.removeEmptyFolder(made) }
            throw error
        }
    }

    /// The outcome of making the root, told before it is made.
    private func outcome(in way: VerifiedPath) throws -> RootCreation.Outcome {
        guard way.isThere else { return .made }
        if try way.folder.status(Tree.identityFile) != nil { return .unchanged }
        return try way.folder.entries().allSatisfy { RootCreation.isHarmless($0.name) } ? .made : .restored
    }

    /// Makes the folder where root alone owns the way to it; returns its name, if it was made.
    private func makeInRootsOwnFolder(_ way: VerifiedPath, _ mirror: UnitPath) throws -> FilePath? {
        guard way.isRootsAlone, let name = way.missing.first else { return nil }
        // The person cannot make the folders above, and root makes no more than the last.
        guard way.missing.count == 1 else { throw SetupError.noFolder(FilePath(mirror.text).parent?.text ?? "/") }
        let root = try way.folder.makeFolder(name)
        do {
            try root.handOver(user: account.user, group: account.group)
        } catch {
            way.folder.removeEmptyFolder(name)
            throw error
        }
        return name
    }

    /// Throws unless a mirror of the person's is there, whatever the process said of making it.
    private func check(_ way: VerifiedPath, _ mirror: UnitPath, _ end: UserProcess.End) throws {
        if way.isThere, try way.folder.status(Tree.identityFile)?.kind == .file {
            let folders = [way.folder, try way.folder.folder(Tree.own), try way.folder.folder(Tree.favorites)]
            guard try folders.allSatisfy({ try $0.map(isTheirs) ?? true }) else {
                throw NotTheirs(folder: mirror.text, mirror: mirror.text, user: account.name)
            }
            return
        }
        switch end {
        case .foreign: throw RootError.foreign(path: mirror.text)
        case .notWritable where try way.isThere && !isTheirs(way.folder):
            throw NotTheirs(folder: mirror.text, mirror: mirror.text, user: account.name)
        case .full: throw SetupError.full(mirror.text)
        case .made, .notWritable, .failed: throw SetupError.notMade(mirror.text, user: account.name)
        }
    }

    /// Whether a folder is the person's; on disks without owners the mount says whose it is.
    private func isTheirs(_ folder: Folder) throws -> Bool {
        try folder.status().owner == account.user || !folder.hasOwners
    }
}

/// A root that is made, for a service to keep.
package struct PreparedRoot {
    package var outcome: RootCreation.Outcome
    /// The root's path without symbolic links, by which mounts are found.
    package var real: UnitPath

    package init(outcome: RootCreation.Outcome, real: UnitPath) {
        self.outcome = outcome
        self.real = real
    }
}
