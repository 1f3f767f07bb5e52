package import Days
internal import Folder
internal import JSON
package import Settings

/// The state between two calls: what each desktop showed before, and whether it is to be left alone.
package struct WallpaperNotes: Codable, Equatable, Sendable {
    /// The settings of each desktop before the first call, by its name, since a user may have several desktops.
    package var former: [String: [Desktop.Setting]] = [:]
    package var isPaused = false
}

/// `~/.local/state/apod-mirror/wallpaper.json`
package struct WallpaperMemory {
    private let path: String
    private static let name: FilePath = "wallpaper.json"

    /// `nil` where the user has no home.
    package init?(_ process: ProcessEnvironment) {
        let own = process.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let state = own ?? process.home.map({ $0 + "/.local/state" }) else { return nil }
        path = state + "/apod-mirror"
    }

    /// The notes, empty where they cannot be read: at worst an undo brings back less.
    package var notes: WallpaperNotes {
        let bytes = (try? Folder.open(path)?.read(Self.name)) ?? nil
        return bytes.flatMap { try? JSONFile.decode(WallpaperNotes.self, from: $0) } ?? WallpaperNotes()
    }

    /// Links to a picture by a path without its title, since some desktops read the path as part of a command.
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
