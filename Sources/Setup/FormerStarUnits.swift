/// The units of a process of its own that took stars before version 1.1. The daemon takes them now.
struct FormerStarUnits {
    let scope: ServiceScope
    let systemctl: Systemctl

    /// Stops them, and removes what `setup` of such a version wrote.
    func remove() throws {
        let (socket, service) = (scope.unit("apod-mirror-star", "socket"), scope.unit("apod-mirror-star", "service"))
        let dropIn = SetupFile(path: "\(scope.unitFolder)/\(service).d/mirror.conf")
        guard try dropIn.isThere() else { return }
        try systemctl.attempt("stop", socket, service)
        try dropIn.removeDropIn()
        try SetupFile(path: "\(scope.unitFolder)/sockets.target.wants/\(socket)").removeDropIn()
        try systemctl.run("daemon-reload")
    }
}
