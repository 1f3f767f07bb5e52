internal import Days
internal import Folder
internal import JSON
internal import Settings

/// The state between two calls: what each desktop showed before, and whether it is to be left alone.
struct WallpaperNotes: Codable, Equatable, Sendable {
    /// The settings of each desktop before one of the mirror's pictures, by its name, since a user may have several desktops.
    private var former: [String: [Desktop.Setting]] = [:]
    /// The settings as each desktop told them after the last call; one that has others by now shows what its user chose
    /// since. There are none of a call that was cut short, nor in notes of 0.1.0.
    private var written: [String: [Desktop.Setting]]?
    var isPaused = false

    init() {}

    var hasNothingToUndo: Bool { former.isEmpty }

    /// Notes what a desktop shows before it is changed. Of a setting that this program changed before, and nobody since, the
    /// first value is kept.
    mutating func willChange(_ desktop: Desktop, from now: [Desktop.Setting]) {
        let known = former[desktop.rawValue] ?? []
        let gone = known.filter { setting in !now.contains { $0.name == setting.name } }
        former[desktop.rawValue] =
            now.map { setting in
                known.first { $0.name == setting.name && isOurs(setting, of: desktop) } ?? setting
            } + gone
        written?[desktop.rawValue] = nil
    }

    mutating func didChange(_ desktop: Desktop, to now: [Desktop.Setting]) {
        written = (written ?? [:]).merging([desktop.rawValue: now]) { $1 }
    }

    /// The settings of a desktop before the mirror's pictures; `nil` where none were noted.
    func former(of desktop: Desktop) -> [Desktop.Setting]? { former[desktop.rawValue] }

    /// The settings that give back what a desktop showed before: those that nobody changed since.
    ///
    /// - Parameter now: The present values.
    func undone(_ desktop: Desktop, now: [Desktop.Setting]) -> [Desktop.Setting] {
        (former[desktop.rawValue] ?? []).filter { setting in
            now.contains { $0.name == setting.name && isOurs($0, of: desktop) }
        }
    }

    private func isOurs(_ now: Desktop.Setting, of desktop: Desktop) -> Bool {
        guard let last = written?[desktop.rawValue] else { return true }
        return last.contains(now)
    }

    mutating func forget(_ desktop: Desktop) {
        former[desktop.rawValue] = nil
        written?[desktop.rawValue] = nil
    }
}

/// `~/.local/state/apod-mirror/wallpaper.json`
struct WallpaperMemory {
    private let path: String
    private static let name: FilePath = "wallpaper.json"

    /// `nil` where the user has no home.
    init?(_ process: ProcessEnvironment) {
        let own = process.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let state = own ?? process.home.map({ $0 + "/.local/state" }) else { return nil }
        path = state + "/apod-mirror"
    }

    /// The notes, empty where they cannot be read: at worst an undo brings back less.
    var notes: WallpaperNotes {
        let bytes = (try? Folder.open(path)?.read(Self.name)) ?? nil
        return bytes.flatMap { try? JSONFile.decode(WallpaperNotes.self, from: $0) } ?? WallpaperNotes()
    }

    /// Links to a picture by a path without its title, since some desktops read the path as part of a command.
    func plainPath(to picture: String, of day: Day) throws -> String {
        let folder = try Folder.make(path + "/wallpaper")
        let suffix = picture.split(separator: ".").last.map { ".\($0)" } ?? ""
        let name = FilePath("\(day)\(suffix)")
        for entry in try folder.entries() where entry.kind == .symlink { try folder.remove(entry.name) }
        _ = try folder.symlink(FilePath(picture), as: name)
        return "\(folder.path)/\(name)"
    }

    func resume() throws {
        var notes = notes
        guard notes.isPaused else { return }
        notes.isPaused = false
        try save(notes)
    }

    func save(_ notes: WallpaperNotes) throws {
        let folder = try Folder.make(path)
        try Saver(through: folder).save(try JSONFile.encode(notes), as: Self.name, in: folder)
    }
}
