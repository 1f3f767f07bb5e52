internal import Archive
internal import Favorites
internal import MirrorTree
internal import NASA
internal import Settings

extension Session {
    /// The mirror, taken for writing, with what the settings say about favorites.
    func openArchive() async throws -> Archive {
        do {
            return try await Archive.open(configuration.mirror, favorites: favoritesRules())
        } catch RootError.othersMirror(let path, let owner, _) {
            throw othersMirror(path, owner)
        }
    }

    func othersMirror(_ path: String, _ owner: String) -> RootError {
        let words = ["sudo", "-u", owner, "apod-mirror"] + surroundings.words
        return .othersMirror(path: path, owner: owner, line: words.map(\.shellWord).joined(separator: " "))
    }

    func favoritesRules() throws -> FavoritesRules {
        FavoritesRules(
            aliases: configuration.aliases, shareGroup: try configuration.shareGroup.map(Self.group),
            spareBytes: Int64(configuration.minFreeBytes), today: { [nasa] in nasa.today },
            mayForget: { [nasa] in !nasa.isInDoubt })
    }

    private static func group(_ name: String) throws -> UInt32 {
        guard let group = ShareGroup.named(name) else { throw UnknownGroup(name: name) }
        return group.number
    }
}

struct UnknownGroup: ExitCoded, CustomStringConvertible {
    var name: String

    var exitCode: ExitCode { .configuration }

    var description: String {
        "This system has no group \(name), which share_group names. Make it (addgroup \(name.shellWord)) or name another."
    }
}
