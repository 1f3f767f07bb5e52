import Foundation
import Glibc
import TestSupport

/// A mirror whose favorites are changed by web: the real serve, and no daemon yet.
final class StarredMirror: Sendable {
    let program: Program
    let served: ServedMirror

    /// - Parameter days: how many the mirror has.
    convenience init(_ days: Int) async throws {
        let program = try Program(ServedDays.last(days))
        let made = try await program.run("sync", "--create", "--history", "\(days)")
        guard made.code == 0 else { throw HarnessError("sync: \(made.errors)") }
        try await self.init(program)
    }

    init(_ program: Program) async throws {
        self.program = program
        served = try await ServedMirror(program, adding: ["--favorites-by-web"])
    }

    /// What a daemon has written into the mirror's lock: where it listens.
    var lock: String {
        get throws { try String(contentsOfFile: program.root + "/.apod-mirror/lock", encoding: .utf8) }
    }

    /// The folder of the daemon's socket for stars.
    var place: String {
        get throws {
            guard let path = try lock.split(separator: "\n").last else { throw HarnessError("no daemon has run") }
            return String(path)
        }
    }

    /// The address by which the household calls this machine. Connections go to loopback all the same.
    var host: String { "192.168.1.5:\(served.port)" }

    /// The token in the page, as its script reads it.
    func token() async throws -> String {
        let page = try await served.get("/", as: host).text
        guard let token = page.firstMatch(of: #/<meta name="star" content="([^"]+)">/#) else {
            throw HarnessError("the page has no token")
        }
        return String(token.1)
    }

    /// The headers of a request that the page's script sends.
    func headers(_ token: String) -> [String] {
        ["Origin: http://\(host)", "Sec-Fetch-Site: same-origin", "X-Star: \(token)", "Content-Length: 0"]
    }

    /// Presses the star; what became of it, as the page is told: a word and a sentence.
    func press(_ day: String, isWanted: Bool) async throws -> (status: Int, star: String, words: String) {
        let answer = try await post(day, isWanted: isWanted, headers(token()))
        let told = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String]
        return (answer.status, told?["star"] ?? "", told?["words"] ?? "")
    }

    func post(_ day: String, isWanted: Bool, _ headers: [String]) async throws -> RawAnswer {
        try await served.get("/star?wish=\(isWanted ? "%2B" : "-")\(day)", "POST", as: host, headers: headers)
    }

    /// The days that are favorites by their entries in the folder.
    var linked: Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: program.root + "/favorites")) ?? []
        return Set(names.filter { !$0.hasPrefix(".") }.map { String($0.prefix(10)) })
    }

    /// The days that are favorites by the gallery's data, as serve sends them.
    func shown() async throws -> Set<String> {
        try await Set(ToldFavorites(served.get("/favorites.js", as: host).body).albums.keys)
    }
}
