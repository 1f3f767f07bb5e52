import Foundation
import Glibc
import SampleNASA

/// A mirror of the ``KnownDay`` days whose favorites are kept by `favorites watch`, or by nobody for a while.
final class KeptMirror {
    let program: Program
    private(set) var keeper: Child?

    init() async throws {
        program = try Program(ServedDays.last(KnownDay.served))
        KnownDay.publish(at: program.server)
        let history = ["--create", "--history", "\(KnownDay.history)"]
        // One of the days waits for its picture.
        for (words, code) in [(["sync"] + history, Int32(1)), (["hide", KnownDay.hidden.date], 0)] {
            let ended = try await program.start(words).end()
            guard ended.code == code else { throw HarnessError("\(words): \(ended.errors)") }
        }
    }

    deinit { keeper?.send(SIGKILL) }

    /// - Parameter wrapper: words of a program that starts it, such as one that gives it another user.
    func startKeeper(as wrapper: [String] = [], adding variables: [String: String] = [:]) throws {
        let words = wrapper + [Program.binary, "favorites", "watch"]
        keeper = try Child("/usr/bin/env", words, environment: program.environment.merging(variables) { $1 })
    }

    /// Awaits that the folder is trusted: that what is missing in it counts as removed.
    func awaitTrust() async throws {
        struct Kept: Decodable {
            struct Marker: Decodable { var ctime: Int }
            var sha256: String
            var marker: Marker?
        }
        try await eventually("trust in the folder") {
            if let keeper, keeper.hasEnded { throw HarnessError("the keeper ended: \(keeper.errors.text)") }
            let bytes = try Data(contentsOf: URL(filePath: program.root + "/.apod-mirror/favorites.json"))
            let kept = try JSONDecoder().decode(Kept.self, from: bytes)
            let marker = program.root + "/favorites/.apod-mirror"
            var status = stat()
            guard stat(marker, &status) == 0 else { return false }
            return kept.marker?.ctime == status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
                && (try? String(contentsOfFile: marker, encoding: .utf8)) == kept.sha256 + "\n"
        }
    }

    /// Ends it as a person would; what it told.
    func stopKeeper() async throws -> [String] {
        guard let keeper else { return [] }
        self.keeper = nil
        keeper.send(SIGTERM)
        let ended = await keeper.end()
        guard ended.code == 0 else { throw HarnessError("the keeper ended with \(ended.code): \(ended.lastWords)") }
        return ended.errors.split(separator: "\n").map(String.init)
    }

    /// Does something by a shell's script, in the root.
    @discardableResult
    func shell(_ script: String) async throws -> String {
        // The trash of a home that lies on the mirror's own disk.
        let data = [
            "XDG_DATA_HOME": program.folder + "/home/.local/share", "ROOT": program.root,
            "OUTSIDE": program.folder + "/outside",
        ]
        let variables = program.environment.merging(KnownDay.variables) { $1 }.merging(data) { $1 }
        let ended = try await Child(
            "/usr/bin/env", ["--chdir", program.root, "sh", "-euc", script], environment: variables
        ).end()
        guard ended.code == 0 else { throw HarnessError("\(script): \(ended.errors)\(ended.output)") }
        return ended.output
    }

    /// Awaits what must become true; the difference is told when it does not.
    func expect(_ state: FavoritesState) async throws {
        var found: FavoritesState?
        do {
            try await eventually("what the gesture means") {
                if let keeper, keeper.hasEnded { throw HarnessError("the keeper ended: \(keeper.errors.text)") }
                found = try? FavoritesState(root: program.root)
                return found == state
            }
        } catch {
            let told = keeper?.errors.text ?? ""
            let what = found.map { "\($0)" } ?? "nothing that can be read"
            throw HarnessError("\(error)\nEXPECTED \(state)\nFOUND \(what)\nTOLD \(told)")
        }
    }
}
