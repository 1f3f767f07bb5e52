import Foundation
import Glibc

/// The daemon as a service manager keeps it: started again when it ended and nobody had told it to.
///
/// One task at a time works with it.
final class ChaosDaemon {
    let manager: NotifySocket
    private let launch: ([String: String]) throws -> Child
    private var child: Child?
    private var resting = ContinuousClock.now
    private(set) var isWanted = false
    private(set) var problems: [String] = []
    private var said = ""

    /// - Parameter launch: starts one with these variables.
    init(_ place: ChaosPlace, launch: @escaping ([String: String]) throws -> Child) throws {
        manager = try NotifySocket()
        self.launch = launch
        try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: false)
        place.give(runtime)
        chmod(manager.path, 0o777)
    }

    deinit { child?.send(SIGKILL) }

    private var runtime: String { manager.folder + "/runtime" }

    /// All that it has told, through all its lives.
    var log: String { said + (child?.errors.text ?? "") }

    var isAlive: Bool { child.map { !$0.hasEnded } ?? false }

    /// Alive, and it has said so in this life.
    var isReady: Bool { isAlive && readiness > before }
    private var readiness: Int { manager.words.count { $0 == "READY=1" } }
    private var before = 0

    func start() throws {
        isWanted = true
        if child == nil { try begin() }
    }

    private func begin() throws {
        before = readiness
        child = try launch(["NOTIFY_SOCKET": manager.path, "RUNTIME_DIRECTORY": runtime])
    }

    /// Ends it as a service manager does, who kills what does not end.
    func stop() async throws {
        isWanted = false
        guard let child else { return }
        child.send(SIGTERM)
        if try await !child.ends(within: .seconds(90)) {
            problems.append("the daemon did not end within 90 s after SIGTERM")
            child.send(SIGKILL)
        }
        // One that has only just begun does not know signals yet.
        await bury(child, mayEndWith: [0, 128 + SIGTERM])
    }

    func kill() async {
        guard let child else { return }
        child.send(SIGKILL)
        await bury(child, mayEndWith: [128 + SIGKILL])
    }

    func killWatch(by signal: CInt) {
        if let watch = child?.watch { Glibc.kill(watch, signal) }
    }

    /// One that has only just begun would end by it.
    func wish() {
        if isReady { child?.send(SIGUSR1) }
    }

    /// Starts it again when it ended and is wanted, a moment later.
    func tend() async throws {
        if let child, child.hasEnded {
            await bury(child, mayEndWith: [])
            resting = .now + .milliseconds(200)
        }
        if isWanted, child == nil, ContinuousClock.now >= resting { try begin() }
    }

    /// A root that is away or closed, a full disk and a command at work may end it, too; nothing else.
    private func bury(_ child: Child, mayEndWith codes: [Int32]) async {
        let ended = await child.end()
        said += ended.errors
        self.child = nil
        if !(codes + [73, 74, 75]).contains(ended.code) {
            problems.append("the daemon ended with \(ended.code): \(ended.errors.suffix(600))")
        }
    }
}

extension Child {
    /// Waits so long at most; whether it has ended by then.
    func ends(within patience: Duration) async throws -> Bool {
        let limit = ContinuousClock.now + patience
        while !hasEnded, ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(2)) }
        return hasEnded
    }
}
