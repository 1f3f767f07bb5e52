internal import Settings

/// The man page apod-mirror.json5(5).
enum SettingsPage {
    static var text: String {
        var page = Roff("apod-mirror.json5", section: 5, heading: "File Formats")
        page.name("apod-mirror.json5", "settings of apod-mirror")
        page.section("SYNOPSIS")
        page.synopsis(files.map(\.file))
        page.section("DESCRIPTION")
        page.paragraph(
            """
            Settings are JSON5: JSON that may have comments, trailing commas and keys without quotes. No file has to \
            exist. An unknown key or a bad value is an error that names the file and the line.
            """)
        page.paragraph("These places are read in this order, and the later wins:")
        for (file, meaning) in files { page.item(file, meaning) }
        page.item("APOD_MIRROR_KEY", "The environment, such as APOD_MIRROR_PICTURE_SIZE.")
        page.item("--key", "The command line, such as --picture-size. apod-mirror config tells what came from where.")
        page.section("SETTINGS")
        for setting in Setting.all {
            page.item(
                setting.key, setting.help.capitalised + ".",
                "Allowed: \(setting.allowed). Default: \(setting.builtIn.isEmpty ? "none" : setting.builtIn).")
        }
        page.section("EXAMPLE")
        page.example(
            """
            {
                mirror: "/srv/APOD",
                history: "year",           // the last 365 days, and whatever comes
                max_video_bytes: "1 GB",
            }
            """)
        page.section("SEE ALSO")
        page.paragraph("apod-mirror(1)")
        return page.text
    }

    private static let files = [
        (file: "/etc/apod-mirror/config.json5", meaning: "For everybody on this machine."),
        (
            file: "/etc/apod-mirror/USER.json5",
            meaning: "For this user alone; apod-mirror setup writes the mirror's folder into it."
        ),
        (
            file: "~/.config/apod-mirror/config.json5",
            meaning: "The user's own; the service apod-mirror@USER does not read it."
        ),
    ]
}

// MARK: - The file of settings

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
