package import HTTP
internal import Settings

/// Lets a mirror answer, or ends that. Running units are touched only where something has to change.
struct ServeSetup {
    let scope: ServiceScope
    let systemctl: Systemctl
    let output: Output

    /// - Parameter wish: `nil` for what holds already.
    func run(_ wish: ServePlan.Wish?, _ mirror: ServicePlan) throws {
        switch wish {
        case .off: try remove()
        case .at(let address): try answer(ServePlan(mirror: mirror, address: address))
        case nil:
            guard let address = try address() else { return }
            try answer(ServePlan(mirror: mirror, address: address))
        }
    }

    /// The address where the mirror answers; `nil` where it does not.
    private func address() throws -> SocketAddress? {
        try contents(ofFile: scope.serveSocketDropIn).flatMap(ServePlan.address)
    }

    private func answer(_ plan: ServePlan) throws {
        let files = [
            (file: SetupFile(path: scope.serveSocketDropIn), text: plan.socketDropIn, what: "socket"),
            (
                file: SetupFile(path: scope.serveServiceDropIn), text: plan.serviceDropIn,
                what: "sandbox of what answers"
            ),
        ]
        var hasChanged = false
        for (file, text, what) in files where try file.differs(from: text) {
            try file.write(text, what, output)
            hasChanged = true
        }
        if hasChanged {
            try systemctl.run("daemon-reload")
            try systemctl.attempt("stop", scope.serveSocket, scope.serveService)
        }
        try systemctl.run("enable", "--now", scope.serveSocket)
        output.line("The mirror answers at http://\(plan.address)/ and http://\(plan.address)\(APIPaths.shown)")
    }

    func remove() throws {
        guard try SetupFile(path: scope.serveSocketDropIn).isThere() else { return }
        try systemctl.attempt("disable", "--now", scope.serveSocket)
        try systemctl.attempt("stop", scope.serveService)
        for file in [scope.serveSocketDropIn, scope.serveServiceDropIn] {
            try SetupFile(path: file).removeDropIn()
        }
        try systemctl.run("daemon-reload")
        output.line("\(scope.serveSocket) is stopped; the mirror answers no more.")
    }
}

// MARK: - The drop-ins

/// The drop-ins that let a mirror answer: of the socket, and of the service that the socket starts. Pure.
package struct ServePlan: Equatable, Sendable {
    let mirror: ServicePlan
    let address: SocketAddress

    /// The address where a mirror answers unless another is named; the units say the same.
    package static let usual = SocketAddress(host: "127.0.0.1", port: 8_095)

    package enum Wish: Equatable, Sendable {
        case at(SocketAddress)
        case off
    }

    var socketDropIn: String {
        [ServicePlan.dropInMarker, "[Socket]", "ListenStream=", "ListenStream=\(address)"].joined(separator: "\n")
            + "\n"
    }

    /// The drop-in that shows a mirror in a hidden home to the service, and ends the service with the mirror's disk.
    var serviceDropIn: String {
        var lines = mirror.dropInHead
        let hidden = mirror.places.filter(ServicePlan.isHidden)
        if !hidden.isEmpty { lines += ["", "[Service]"] + mirror.binding(hidden, "BindReadOnlyPaths") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The address that a drop-in written earlier names.
    static func address(inDropIn text: String) -> SocketAddress? {
        let prefix = "ListenStream="
        return text.split(separator: "\n").last { $0.hasPrefix(prefix) && $0.count > prefix.count }
            .flatMap { SocketAddress(String($0.dropFirst(prefix.count))) }
    }
}

extension ServiceScope {
    var serveSocket: String { serveUnit("socket") }
    var serveService: String { serveUnit("service") }

    private func serveUnit(_ kind: String) -> String {
        switch self {
        case .system(let user): "apod-mirror-serve@\(user).\(kind)"
        case .user: "apod-mirror-serve.\(kind)"
        }
    }

    var serveSocketDropIn: String { "\(unitFolder)/\(serveSocket).d/mirror.conf" }
    var serveServiceDropIn: String { "\(unitFolder)/\(serveService).d/mirror.conf" }
}
