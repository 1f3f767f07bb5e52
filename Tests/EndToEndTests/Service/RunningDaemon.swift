import Foundation
import Glibc

/// The real daemon, run as a service manager runs it.
final class RunningDaemon: Sendable {
    let program: Program
    let manager: NotifySocket
    let child: Child

    /// Returns when it is ready.
    init(
        _ program: Program, adding variables: [String: String] = [:], through starter: [String] = []
    ) async throws {
        self.program = program
        let manager = try NotifySocket()
        self.manager = manager
        let runtime = manager.folder + "/runtime"
        try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
        let service = ["NOTIFY_SOCKET": manager.path, "RUNTIME_DIRECTORY": runtime]
        child = try program.start(["daemon"], adding: service.merging(variables) { $1 }, through: starter)
        let child = child
        try await eventually("READY=1") {
            if child.hasEnded { throw HarnessError("the daemon ended: \(child.errors.text)") }
            return manager.words.contains("READY=1")
        }
    }

    deinit {
        child.send(SIGKILL)
    }

    func end(_ signal: CInt = SIGTERM) async -> Child.Ended {
        child.send(signal)
        return await child.end()
    }

    func says(_ pattern: some RegexComponent) async throws {
        do {
            try await eventually("a status that fits") { manager.status.firstMatch(of: pattern) != nil }
        } catch {
            throw HarnessError("the status is “\(manager.status)”; the log: \(child.errors.text)")
        }
    }

    func json() async throws -> [String: Any] {
        let told = try await program.run("status", "--json")
        let value = try JSONSerialization.jsonObject(with: Data(told.output.utf8))
        guard let object = value as? [String: Any] else { throw HarnessError("status is no object: \(told.output)") }
        return object
    }
}
