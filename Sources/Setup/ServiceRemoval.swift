package import Settings

/// Takes a service away again and leaves everything that is the owner's.
package struct ServiceRemoval {
    package let systemctl: Systemctl
    package let output: Output

    private var scope: ServiceScope { systemctl.scope }

    package init(systemctl: Systemctl, output: Output) {
        self.systemctl = systemctl
        self.output = output
    }

    package func run() throws {
        try ServeSetup(systemctl: systemctl, output: output).remove()
        if !scope.isSystem { try WallpaperSetup(systemctl: systemctl, output: output).remove() }
        try systemctl.attempt("stop", scope.unit)
        try systemctl.attempt("disable", scope.unit)
        try removeRootUnit()
        let mirror = try removeSettings()
        try SetupFile(path: scope.dropInFile).removeDropIn()
        _ = try WantsLinks(scope: scope).set(nil, fragment: "")
        try systemctl.run("daemon-reload")
        try systemctl.attempt("reset-failed", scope.unit)
        output.line("\(scope.unit) is stopped and removed.")
        let place = mirror.map { " in \($0)" } ?? ""
        output.line("Pictures and favorites stay where they are\(place).")
    }

    /// Removes the unit that mounts the mirror, with its mount.
    func removeRootUnit() throws {
        guard let unit = scope.rootUnit, let file = scope.rootUnitFile.map(SetupFile.init), try file.isThere() else {
            return
        }
        try systemctl.attempt("stop", unit)
        try file.remove()
    }

    /// Removes the settings unless they were edited; returns the mirror that they name.
    private func removeSettings() throws -> String? {
        guard let text = try contents(ofFile: scope.settingsFile) else { return nil }
        let settings = (try? ConfigurationFile(path: scope.settingsFile, text: text)).flatMap { ServiceSettings($0) }
        if settings?.text == text {
            try SetupFile(path: scope.settingsFile).remove()
        } else {
            output.line("\(scope.settingsFile) was edited, so it stays.")
        }
        return settings?.mirror.text
    }
}
