package import HTTP
internal import Settings

/// Lets a mirror answer, or ends that. Running units are touched only where something has to change.
struct ServeSetup {
    let systemctl: Systemctl
    let output: Output

    private var scope: ServiceScope { systemctl.scope }

    /// Set up by versions before 1.1 for a process of its own that took stars.
    private var former: FormerStarUnits { FormerStarUnits(systemctl: systemctl) }

    /// Whether favorites may be changed by web by now.
    private func takesStars() throws -> Bool {
        try contents(ofFile: scope.serveServiceDropIn)?.split(separator: "\n").contains {
            $0.hasSuffix(ServePlan.takingStars)
        } ?? false
    }

    /// - Parameters:
    ///   - wish: `nil` for what holds already.
    ///   - takesStars: Whether favorites may be changed by web; `nil` for what holds already.
    func run(_ wish: ServePlan.Wish?, takesStars: Bool?, _ mirror: ServicePlan) throws {
        guard wish != .off, let address = try address(wish) else { return try remove() }
        try answer(ServePlan(mirror: mirror, address: address, takesStars: try takesStars ?? self.takesStars()))
    }

    /// Refuses stars of a mirror that does not answer, or where only this machine reaches it: no star counts there. What
    /// an earlier setup made so may stay.
    func check(_ wish: ServePlan.Wish?, takesStars: Bool?) throws {
        switch (takesStars, wish) {
        case (false?, _), (nil, nil), (nil, .off?): return
        case (true?, .off?): throw SetupError.starsUnserved
        case (nil, .at?): guard try self.takesStars() else { return }
        case (true?, _): break
        }
        guard let address = try address(wish) else { throw SetupError.starsUnserved }
        if address.isLoopback { throw address.unreached }
    }

    private func address(_ wish: ServePlan.Wish?) throws -> SocketAddress? {
        if case .at(let address) = wish { return address }
        return try address()
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
        try former.remove()
        let tookStars = try takesStars()
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
        if plan.takesStars {
            output.line(
                plan.address.isLoopback
                    ? plan.address.unreached.description
                    : "Whoever sees the gallery by this machine's name or address at home may change favorites.")
        } else if tookStars {
            output.line("Favorites are changed by web no more.")
        }
    }

    func remove() throws {
        try former.remove()
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

extension SocketAddress {
    fileprivate var unreached: SetupError { .starsUnreached(address: description, port: port) }
}

// MARK: - The drop-ins

/// The drop-ins that let a mirror answer: of the socket, and of the service that the socket starts. Pure.
package struct ServePlan: Equatable, Sendable {
    let mirror: ServicePlan
    let address: SocketAddress
    /// Whether favorites may be changed by web.
    var takesStars = false

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

    /// The drop-in that shows a mirror in a hidden home to the service, and ends the service with the mirror's disk. Where
    /// stars are taken, the service is told so, and sees the daemon's socket for them: the unit hides it.
    var serviceDropIn: String {
        var lines = reading
        if takesStars {
            if !lines.contains("[Service]") { lines += ["", "[Service]"] }
            lines += ["ExecStart=", Self.takingStars]
            lines +=
                mirror.scope.isSystem
                ? ["InaccessiblePaths=", "InaccessiblePaths=-/run/apod-mirror"]
                : ["BindReadOnlyPaths=-%t/apod-mirror-star"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The line by which the service takes stars.
    static let takingStars = "ExecStart=/usr/bin/apod-mirror serve --favorites-by-web"

    /// The lines that show a mirror in a hidden home to the service, and end the service with the mirror's disk.
    private var reading: [String] {
        let hidden = mirror.places.filter(ServicePlan.isHidden)
        let bound = hidden.isEmpty ? [] : ["", "[Service]"] + mirror.binding(hidden, "BindReadOnlyPaths")
        return mirror.dropInHead + bound
    }

    /// The address that a drop-in written earlier names.
    static func address(inDropIn text: String) -> SocketAddress? {
        let prefix = "ListenStream="
        return text.split(separator: "\n").last { $0.hasPrefix(prefix) && $0.count > prefix.count }
            .flatMap { SocketAddress(String($0.dropFirst(prefix.count))) }
    }
}

extension ServiceScope {
    var serveSocket: String { unit("apod-mirror-serve", "socket") }
    var serveService: String { unit("apod-mirror-serve", "service") }

    var serveSocketDropIn: String { "\(unitFolder)/\(serveSocket).d/mirror.conf" }
    var serveServiceDropIn: String { "\(unitFolder)/\(serveService).d/mirror.conf" }
}

/// The units of a process of its own that took stars before version 1.1. The daemon takes them now.
struct FormerStarUnits {
    let systemctl: Systemctl

    /// Stops them, and removes what `setup` of such a version wrote.
    func remove() throws {
        let scope = systemctl.scope
        let (socket, service) = (scope.unit("apod-mirror-star", "socket"), scope.unit("apod-mirror-star", "service"))
        let dropIn = SetupFile(path: "\(scope.unitFolder)/\(service).d/mirror.conf")
        guard try dropIn.isThere() else { return }
        try systemctl.attempt("stop", socket, service)
        try dropIn.removeDropIn()
        try SetupFile(path: "\(scope.unitFolder)/sockets.target.wants/\(socket)").removeDropIn()
        try systemctl.run("daemon-reload")
    }
}
