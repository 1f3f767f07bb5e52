internal import HTTP
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
