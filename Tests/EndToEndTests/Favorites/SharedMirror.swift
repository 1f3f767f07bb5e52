import Foundation

/// A mirror whose owner shares it with a group, and a guest of that group: two users of their own, whom no system need know
/// by name.
enum SharedMirror {
    static let owner = ["setpriv", "--reuid=64001", "--regid=64001", "--groups=64100"]
    static let guest = ["setpriv", "--reuid=64002", "--regid=64002", "--groups=64100"]
    static let guestsNumber = 64_002
    static let sharing = ["APOD_MIRROR_SHARE_GROUP": "64100"]

    /// One whose keeper runs as its owner, and trusts the folder.
    static func kept() async throws -> KeptMirror {
        let mirror = try await KeptMirror()
        try await mirror.shell("chown -R 64001:64001 ..")
        try mirror.startKeeper(as: owner, adding: sharing)
        try await eventually("a folder that is shared") {
            if mirror.keeper?.hasEnded == true { throw HarnessError(mirror.keeper?.errors.text ?? "") }
            let facts = try FileManager.default.attributesOfItem(
                atPath: mirror.program.root + "/favorites")
            return facts[.posixPermissions] as? Int == 0o2775
        }
        // That was a change of the marker, too.
        try await mirror.awaitTrust()
        return mirror
    }

    /// What a guest does, with the umask that systems give people with groups of their own.
    static func guest(_ script: String, _ mirror: KeptMirror, umask: String = "002") async throws -> Child.Ended {
        try await mirror.program.tool(
            "env",
            ["ROOT=" + mirror.program.root] + KnownDay.variables.map { "\($0)=\($1)" } + guest
                + ["sh", "-c", "umask \(umask); " + script], in: mirror.program.root)
    }
}
