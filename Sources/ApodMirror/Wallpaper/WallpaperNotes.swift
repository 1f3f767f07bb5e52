internal import Folder
internal import JSON

/// What is to be known between two calls: what the desktop showed before, and whether it is to be left alone.
struct WallpaperNotes: Codable, Equatable, Sendable {
    /// What the desktop showed before the first call.
    var former: Former?
    var isPaused = false

    struct Former: Codable, Equatable, Sendable {
        var desktop: Desktop
        var settings: [Desktop.Setting]
    }
}

/// `~/.local/state/apod-mirror/wallpaper.json`
struct WallpaperMemory {
    private let path: String
    private static let name: FilePath = "wallpaper.json"

    /// `nil` where nobody has a home.
    init?(_ surroundings: Surroundings) {
        let own = surroundings.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let state = own ?? surroundings.home.map({ $0 + "/.local/state" }) else { return nil }
        path = state + "/apod-mirror"
    }

    /// What cannot be read is as good as none: at worst an undo brings back less.
    var notes: WallpaperNotes {
        let bytes = (try? Folder.open(path)?.read(Self.name)) ?? nil
        return bytes.flatMap { try? JSONFile.decode(WallpaperNotes.self, from: $0) } ?? WallpaperNotes()
    }

    func save(_ notes: WallpaperNotes) throws {
        let folder = try Folder.make(path)
        try Saver(through: folder).save(try JSONFile.encode(notes), as: Self.name, in: folder)
    }
}
