internal import Days
internal import Settings

/// Has a user's desktop follow the day's picture, or ends that.
struct WallpaperSetup {
    let systemctl: Systemctl
    let output: Output

    private static let service = "apod-mirror-wallpaper.service"
    private static let unit = "apod-mirror-wallpaper.path"
    private var dropIn: SetupFile { SetupFile(path: "\(systemctl.scope.unitFolder)/\(Self.unit).d/mirror.conf") }

    /// - Parameter wish: `nil` for what holds already.
    func run(_ wish: Bool?, _ mirror: UnitPath) throws {
        switch wish {
        case false?: try remove()
        case true?: try follow(mirror, isWished: true)
        case nil: if try dropIn.isThere() { try follow(mirror, isWished: false) }
        }
    }

    private func follow(_ mirror: UnitPath, isWished: Bool) throws {
        let text =
            [ServicePlan.dropInMarker, "[Path]", "PathChanged=", "PathChanged=\(Self.escaped(mirror))/Today.json"]
            .joined(separator: "\n") + "\n"
        let hasChanged = try dropIn.differs(from: text)
        if hasChanged {
            try dropIn.write(text, "picture that the desktop follows", output)
            try systemctl.run("daemon-reload")
            try systemctl.attempt("stop", Self.unit)
        }
        try systemctl.run("enable", "--now", Self.unit)
        // The service runs once at first: today's picture is mostly there already.
        if hasChanged || isWished { try systemctl.attempt("start", Self.service) }
        output.line("The desktop follows the day's picture.")
    }

    func remove() throws {
        guard try dropIn.isThere() else { return }
        try systemctl.attempt("disable", "--now", Self.unit)
        try dropIn.removeDropIn()
        try systemctl.run("daemon-reload")
        output.line("The desktop is left alone.")
    }

    /// A path for a setting that takes just one: spaces and quotation marks are themselves.
    private static func escaped(_ path: UnitPath) -> String { path.text.replacing("%", with: "%%") }
}
