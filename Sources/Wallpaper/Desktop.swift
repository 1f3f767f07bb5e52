internal import Days
internal import Folder
internal import Pages

/// A desktop whose picture can be set, by a command of its own. Pure: what is to be run is said here, and run elsewhere.
package enum Desktop: String, CaseIterable, Codable, Sendable {
    case gnome = "GNOME"
    case cinnamon = "Cinnamon"
    case plasma = "KDE Plasma"
    case xfce = "Xfce"
    case sway = "sway"
    case hyprland = "Hyprland"

    /// Which one runs, by what desktops say of themselves; `nil` where none of them does.
    package static func running(in environment: [String: String]) -> Desktop? {
        let names = (environment["XDG_CURRENT_DESKTOP"] ?? "").lowercased().split(separator: ":")
        for name in names {
            switch name {
            // These show what GNOME's settings name.
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

    /// What sets it.
    package var program: String {
        switch self {
        case .gnome, .cinnamon: "gsettings"
        case .plasma: "plasma-apply-wallpaperimage"
        case .xfce: "xfconf-query"
        case .sway: "swaymsg"
        case .hyprland: "hyprctl"
        }
    }

    /// Something that the desktop keeps by a name, and tells again; the others only take orders.
    package struct Setting: Codable, Equatable, Sendable {
        var name: String
        var value: String
    }

    /// What lists the names that depend on how many screens there are; `nil` where they are known.
    var listing: [String]? { self == .xfce ? ["--channel", "xfce4-desktop", "--list"] : nil }

    /// What shows a picture.
    ///
    /// - Parameter listed: what ``listing`` printed.
    package func settings(showing path: String, listed: String = "") -> [Setting] {
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

    /// The words that ask for a setting.
    func reading(_ name: String) -> [String] {
        self == .xfce ? ["--channel", "xfce4-desktop", "--property", name] : ["get", schema, name]
    }

    /// The words that make it. One without a value goes back to what the desktop came with.
    func writing(_ setting: Setting) -> [String] {
        guard self == .xfce else {
            return setting.value.isEmpty
                ? ["reset", schema, setting.name] : ["set", schema, setting.name, setting.value]
        }
        let words = ["--channel", "xfce4-desktop", "--property", setting.name]
        return words + (setting.value.isEmpty ? ["--reset"] : ["--create", "--type", "string", "--set", setting.value])
    }

    /// Whether it only takes orders, and keeps nothing that could be asked for.
    package var onlyTakesOrders: Bool { [.plasma, .sway, .hyprland].contains(self) }

    /// Whether it takes a path for what it is. sway reads an order as a shell does, signs that separate or start commands
    /// with it; Plasma writes it into a script, between quotation marks.
    package func takes(_ path: String) -> Bool {
        switch self {
        case .gnome, .cinnamon, .xfce, .hyprland: true
        case .plasma: !path.contains("'") && !path.contains("\\")
        case .sway: path.utf8.allSatisfy { $0.isASCIIAlphanumeric || "/._-+@:".utf8.contains($0) }
        }
    }

    /// The words of one that only takes orders, an order each.
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
