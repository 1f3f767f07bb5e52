internal import Settings

/// The `/etc/apod-mirror/config.json5` that a package installs: every setting with its default, all commented out.
enum SettingsTemplate {
    static var text: String {
        var lines = [
            "// Settings of apod-mirror for everybody on this machine; apod-mirror.json5(5) explains them.",
            "// What stands here are the defaults. To change one, remove the slashes in front of it.",
            "{",
        ]
        for setting in Setting.all {
            let help = "\(setting.help.capitalised). Allowed: \(setting.allowed)."
            lines += help.wrapped(to: 100).map { "    // " + $0 }
            lines += ["    //\(setting.key): \(literal(of: setting)),", ""]
        }
        lines[lines.count - 1] = "}"
        return lines.joined(separator: "\n") + "\n"
    }

    /// The default as JSON5.
    private static func literal(of setting: Setting) -> String {
        switch setting.builtIn {
        case _ where setting.key == "mirror": #""~/Pictures/APOD""#
        case "": "\"\""
        case "yes": "true"
        case "no": "false"
        case let text: setting.takesNumber ? text : "\"\(text)\""
        }
    }
}

extension Setting {
    /// Whether a number is allowed and nothing else.
    fileprivate var takesNumber: Bool { placeholder == "NUMBER" }
}
