package import Archive
internal import Days
internal import Folder
internal import Glibc
package import Settings

/// Messages to systemd in its notify protocol (sd_notify(3)); none is sent where no manager listens.
package struct ServiceManager: Sendable {
    enum Fact: Equatable, Sendable {
        case ready
        case stopping
        case alive
        /// The line that `systemctl status` shows.
        case status(String)

        var text: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            case .status(let sentence): "STATUS=\(printable(sentence))"
            }
        }
    }

    /// The socket's path, or with `@` in front a name of Linux's own.
    private let address: String?

    package init(environment: [String: String]) {
        address = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    }

    /// A manager that does not listen is no reason to stop mirroring.
    func tell(_ facts: Fact...) {
        guard let address else { return }
        LocalSocket.send(Array(facts.map(\.text).joined(separator: "\n").utf8), to: address)
    }
}

// MARK: - Watchdog

/// Tells systemd that all loops make progress, and keeps silent when one does not: then systemd ends the process and
/// starts it anew.
package struct Watchdog: Sendable {
    let manager: ServiceManager
    let heartbeat: Heartbeat
    let log: Log
    /// The time within which systemd wants to hear from this process.
    let interval: Duration

    /// `nil` where systemd wants no such messages.
    package init?(_ manager: ServiceManager, _ heartbeat: Heartbeat, _ log: Log, environment: [String: String]) {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), microseconds > 0 else {
            return nil
        }
        if let process = environment["WATCHDOG_PID"], process != "\(getpid())" { return nil }
        self.manager = manager
        self.heartbeat = heartbeat
        self.log = log
        interval = .microseconds(microseconds)
    }

    /// - Parameter check: Another check, made while the process is awake.
    func run(beside check: @Sendable () -> Void) async throws {
        while true {
            try await Pause().wait(for: interval / 2)
            check()
            if let (name, time) = heartbeat.stuck(longerThan: interval) {
                log.error("\(name) has come no further for \(Quantity.duration(time)); systemd is to start me again.")
            } else {
                manager.tell(.alive)
            }
        }
    }
}
