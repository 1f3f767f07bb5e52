internal import Settings
internal import Wallpaper

extension Command {
    static let wallpaper = Command(
        name: "wallpaper", arguments: .picture, options: [.pause, .undo, .unlessPaused],
        help: "has the desktop show a picture",
        details: """
            today is the newest picture, and meant where nothing is named; random is any, favorites any of the favorites. \
            GNOME and Cinnamon, Xfce, KDE Plasma, sway and Hyprland (with hyprpaper) are told by their own commands. \
            --undo brings back what was shown before the first time, where the desktop tells what that was. To have it \
            follow the day's picture: apod-mirror setup --user --wallpaper.
            """,
        action: { words throws(UsageError) in
            let ways = [CommandOption.pause, .undo, .unlessPaused].filter(words.has)
            let isCommand = words.has(.pause) || words.has(.undo)
            if ways.count > 1 { throw words.error("\(ways[0].name) and \(ways[1].name) exclude each other.") }
            if isCommand, let word = words.arguments.first {
                throw words.error("\(ways[0].name) names no picture; “\(word)” is one too many.")
            }
            if words.has(.pause) { return WallpaperAction(task: .pause) }
            if words.has(.undo) { return WallpaperAction(task: .undo) }
            let choice: WallpaperChoice =
                switch words.arguments.first {
                case nil, "today": .newest
                case "random": .random
                case "favorites": .favorites
                default: try words.days().first.map { .day($0) } ?? .newest
                }
            return WallpaperAction(task: .show(choice, unlessPaused: words.has(.unlessPaused)))
        })
}
