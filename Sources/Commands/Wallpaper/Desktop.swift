internal import Days
internal import Folder
internal import Pages

/// A desktop whose picture can be set, by a command of its own. It is pure: ``DesktopProgram`` runs the commands.
enum Desktop: String, CaseIterable, Codable, Sendable {
    case gnome = "GNOME"
    case cinnamon = "Cinnamon"
    case plasma = "KDE Plasma"
    case xfce = "Xfce"
    case sway = "sway"
    case hyprland = "Hyprland"

    /// The desktop that runs, by the environment variables that desktops set; `nil` where none of these does.
    static func running(in environment: [String: String]) -> Desktop? {
        let names = (environment["XDG_CURRENT_DESKTOP"] ?? "").lowercased().split(separator: ":")
        for name in names {
            switch name {
            // These desktops show what GNOME's settings name.
            case "gnome", "unity", "budgie", "pantheon": return .gnome
            case "x-cinnamon", "cinnamon": return .cinnamon
            case "kde": return .plasma
            case "xfce": return .xfce
            case "sway": return .sway
            case "hyprland": return .hyprland
            default: continue
            }
        }
        if environment["SWAYSOCK"] != nil { return .sway }
        return environment["HYPRLAND_INSTANCE_SIGNATURE"] != nil ? .hyprland : nil
    }

    /// The program that sets the picture.
    var program: String {
        switch self {
        case .gnome, .cinnamon: "gsettings"
        case .plasma: "plasma-apply-wallpaperimage"
        case .xfce: "xfconf-query"
        case .sway: "swaymsg"
        case .hyprland: "hyprctl"
        }
    }

    /// A value that the desktop keeps by a name and tells again. Some desktops have none, and only take orders.
    struct Setting: Codable, Equatable, Sendable {
        var name: String
        var value: String
    }

    /// The arguments that list the settings whose names depend on the number of screens; `nil` where they are known.
    var listing: [String]? { self == .xfce ? ["--channel", "xfce4-desktop", "--list"] : nil }

    /// The settings that show a picture.
    ///
    /// - Parameter listed: what ``listing`` printed.
    func settings(showing path: String, listed: String = "") -> [Setting] {
        let uri = "file://" + RelativeAddress.of(FilePath(path))
        switch self {
        case .gnome:
            return ["picture-uri", "picture-uri-dark"].map { Setting(name: $0, value: uri) }
                + [Setting(name: "picture-options", value: "zoom")]
        case .cinnamon:
            return [Setting(name: "picture-uri", value: uri), Setting(name: "picture-options", value: "zoom")]
        case .xfce:
            let names = listed.split(separator: "\n").map(String.init).filter { $0.hasSuffix("/last-image") }
            let all = names.isEmpty ? ["/backdrop/screen0/monitor0/workspace0/last-image"] : names
            return all.map { Setting(name: $0, value: path) }
        case .plasma, .sway, .hyprland: return []
        }
    }

    /// The arguments that read a setting.
    func reading(_ name: String) -> [String] {
        self == .xfce ? ["--channel", "xfce4-desktop", "--property", name] : ["get", schema, name]
    }

    /// The arguments that write a setting. A setting without a value goes back to what the desktop came with.
    func writing(_ setting: Setting) -> [String] {
        guard self == .xfce else {
            return setting.value.isEmpty
                ? ["reset", schema, setting.name] : ["set", schema, setting.name, setting.value]
        }
        let words = ["--channel", "xfce4-desktop", "--property", setting.name]
        return words + (setting.value.isEmpty ? ["--reset"] : ["--create", "--type", "string", "--set", setting.value])
    }

    /// Whether the desktop only takes orders, and keeps no setting that could be read.
    var onlyTakesOrders: Bool { [.plasma, .sway, .hyprland].contains(self) }

    /// Whether the desktop takes a path for what it is. sway reads an order as a shell does, with characters that
    /// separate or start commands; Plasma writes the path into a script, between quotation marks.
    func takes(_ path: String) -> Bool {
        switch self {
        case .gnome, .cinnamon, .xfce, .hyprland: true
        case .plasma: !path.contains("'") && !path.contains("\\")
        case .sway: path.utf8.allSatisfy { $0.isASCIIAlphanumeric || "/._-+@:".utf8.contains($0) }
        }
    }

    /// The arguments of each order, for a desktop that only takes orders.
    func orders(showing path: String) -> [[String]] {
        switch self {
        case .gnome, .cinnamon, .xfce: []
        case .plasma: [[path]]
        case .sway: [["output", "*", "bg", path, "fill"]]
        case .hyprland: [["hyprpaper", "preload", path], ["hyprpaper", "wallpaper", ",\(path)"]]
        }
    }

    private var schema: String {
        self == .cinnamon ? "org.cinnamon.desktop.background" : "org.gnome.desktop.background"
    }
}
