internal import Folder
internal import Glibc

/// Makes the mirror's root with the right owner.
///
/// Everything is done as that very user, by this program once more: root that makes a folder where a user may write
/// could be led anywhere by a link. Only where the folder above is root's alone, as `/srv` is, root makes the last
/// folder and hands it over.
struct RootPreparation {
    let person: Person

    /// What the person's settings say, read as the service will read them.
    func effectiveSettings() throws -> ServiceSettings {
        let lines = try runAsPerson(["service-root"]).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        guard lines.count >= 2 else {
            throw SetupError.asUser("The settings of \(person.name) cannot be read.", .inputOutput)
        }
        return ServiceSettings(mirror: lines[0], group: lines[1].isEmpty ? nil : lines[1])
    }

    /// Makes the root unless it is a mirror already.
    func prepare(_ mirror: String) throws -> RootCreation.Outcome {
        let made = try makeInRootsOwnFolder(mirror)
        do {
            let word = try runAsPerson(["service-root", "--create", "--mirror=\(mirror)"]).split(separator: "\n").first
                .map(String.init)
            return word.flatMap(RootCreation.Outcome.init) ?? .unchanged
        } catch {
            // What came to nothing leaves nothing.
            if made { rmdir(mirror) }
            throw error
        }
    }

    /// Whether there was a folder to make.
    private func makeInRootsOwnFolder(_ mirror: String) throws -> Bool {
        let path = FilePath(mirror)
        guard let above = path.parent?.text, let parent = try Folder.open(above.isEmpty ? "/" : above) else {
            try refuseMissingFolder(above: mirror)
            return false
        }
        guard Self.isRootsAlone(parent.path), try parent.status(path.name) == nil else { return false }
        let root = try parent.makeFolder(path.name)
        do {
            try root.handOver(user: person.user, group: person.group)
        } catch {
            parent.removeEmptyFolder(path.name)
            throw error
        }
        return true
    }

    /// Where the person cannot make the folders above, root makes no more than the last.
    private func refuseMissingFolder(above mirror: String) throws {
        let folders = Passage.folders(to: mirror).dropLast()
        guard let missing = folders.first(where: { RealPath.of($0) == nil }),
            let last = folders.last, let above = FilePath(missing).parent?.text,
            Self.isRootsAlone(above.isEmpty ? "/" : above)
        else { return }
        throw SetupError.noFolder(last)
    }

    /// Whether nobody but root can change a name on the way to the folder or in it: neither on the way as it is
    /// written nor on the one that links make of it.
    private static func isRootsAlone(_ path: String) -> Bool {
        guard let real = RealPath.of(path) else { return false }
        return (Passage.folders(to: path) + Passage.folders(to: real)).allSatisfy { folder in
            guard let status = try? Folder.open(folder)?.status() else { return false }
            return status.owner == 0 && status.mode & 0o022 == 0
        }
    }

    /// What `apod-mirror status` tells the person.
    func status(_ mirror: String) throws -> String {
        try endedAsPerson(["status", "--mirror=\(mirror)"]).output
    }

    private func runAsPerson(_ words: [String]) throws -> String {
        let ended = try endedAsPerson(words)
        guard ended.code == 0 else {
            let said = ended.errors.split(separator: "\n").first.map(String.init) ?? "It ended with \(ended.code)."
            let prefix = "apod-mirror: "
            let sentence = said.hasPrefix(prefix) ? String(said.dropFirst(prefix.count)) : said
            throw SetupError.asUser(sentence, ExitCode(rawValue: ended.code) ?? .inputOutput)
        }
        return ended.output
    }

    private func endedAsPerson(_ words: [String]) throws -> ChildProcess.Ended {
        let environment = [
            "PATH": Systemctl.path, "LC_ALL": "C.UTF-8", "HOME": person.home, "USER": person.name,
            "LOGNAME": person.name, "APOD_MIRROR_USER_CONFIG": "no",
        ]
        let rights = ["--reuid=\(person.user)", "--regid=\(person.group)", "--init-groups", "--no-new-privs", "--"]
        return try ChildProcess(
            program: "/usr/bin/setpriv", arguments: rights + [try ChildProcess.thisProgram()] + words,
            environment: environment
        ).run()
    }
}

extension RootCreation.Outcome {
    /// As the step that runs as the user tells it.
    init?(_ word: String) {
        switch word {
        case "made": self = .made
        case "restored": self = .restored
        case "unchanged": self = .unchanged
        default: return nil
        }
    }
}
