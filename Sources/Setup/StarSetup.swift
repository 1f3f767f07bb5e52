internal import Settings

/// Lets the gallery's page have favorites made and ended, or ends that: by a process of its own, which has the daemon do it.
/// What answers strangers has no way to the daemon.
struct StarSetup {
    let scope: ServiceScope
    let systemctl: Systemctl
    let output: Output

    private var dropIn: SetupFile { SetupFile(path: scope.starServiceDropIn) }

    func isOn() throws -> Bool { try dropIn.isThere() }

    func take(_ plan: ServePlan) throws {
        let hasChanged = try dropIn.differs(from: plan.starDropIn)
        if hasChanged {
            try dropIn.write(plan.starDropIn, "sandbox of what takes stars", output)
            try systemctl.run("daemon-reload")
            try systemctl.attempt("stop", scope.starSocket, scope.starService)
        }
        try systemctl.run("enable", "--now", scope.starSocket)
    }

    func remove() throws {
        guard try isOn() else { return }
        try systemctl.attempt("disable", "--now", scope.starSocket)
        try systemctl.attempt("stop", scope.starService)
        try dropIn.removeDropIn()
        try systemctl.run("daemon-reload")
        output.line("\(scope.starSocket) is stopped; favorites are changed by web no more.")
    }
}

extension ServePlan {
    /// The drop-in that shows a mirror in a hidden home to the process that takes stars.
    var starDropIn: String { reading.joined(separator: "\n") + "\n" }
}

extension ServiceScope {
    var starSocket: String { unit("apod-mirror-star", "socket") }
    var starService: String { unit("apod-mirror-star", "service") }

    var starServiceDropIn: String { "\(unitFolder)/\(starService).d/mirror.conf" }
}
