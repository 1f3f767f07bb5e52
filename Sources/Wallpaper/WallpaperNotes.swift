package import Days
internal import Folder
internal import JSON
package import Settings

/// What is to be known between two calls: what the desktop showed before, and whether it is to be left alone.
package struct WallpaperNotes: Codable, Equatable, Sendable {
    /// What each desktop showed before the first call, by its name: who has several keeps each one's own.
    package var former: [String: [Desktop.Setting]] = [:]
    package var isPaused = false
}

/// `~/.local/state/apod-mirror/wallpaper.json`
package struct WallpaperMemory {
    private let path: String
    private static let name: FilePath = "wallpaper.json"

    /// `nil` where nobody has a home.
    package init?(_ surroundings: Surroundings) {
        let own = surroundings.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let state = own ?? surroundings.home.map({ $0 + "/.local/state" }) else { return nil }
        path = state + "/apod-mirror"
    }

    /// What cannot be read is as good as none: at worst an undo brings back less.
    package var notes: WallpaperNotes {
        let bytes = (try? Folder.open(path)?.read(Self.name)) ?? nil
        return bytes.flatMap { try? JSONFile.decode(WallpaperNotes.self, from: $0) } ?? WallpaperNotes()
    }

    /// A path to a picture that holds nothing of its title: what some desktops are told is a command.
    package func plainPath(to picture: String, of day: Day) throws -> String {
        let folder = try Folder.make(path + "/wallpaper")
        let suffix = picture.split(separator: ".").last.map { ".\($0)" } ?? ""
        let name = FilePath("\(day)\(suffix)")
        for entry in try folder.entries() where entry.kind == .symlink { try folder.remove(entry.name) }
        _ = try folder.symlink(FilePath(picture), as: name)
        return "\(folder.path)/\(name)"
    }

    package func resume() throws {
        var notes = notes
        guard notes.isPaused else { return }
        notes.isPaused = false
        try save(notes)
    }

    package func save(_ notes: WallpaperNotes) throws {
        let folder = try Folder.make(path)
        try Saver(through: folder).save(try JSONFile.encode(notes), as: Self.name, in: folder)
    }
}
