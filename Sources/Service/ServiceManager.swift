internal import Folder
internal import Words

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
