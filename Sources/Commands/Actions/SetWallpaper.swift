internal import Settings

/// Has the desktop show a picture of the mirror, or leaves it alone.
enum SetWallpaper: SessionAction {
    /// - Parameter unlessPaused: Whether an earlier wish is followed in the background, which a pause stops.
    case show(WallpaperChoice, unlessPaused: Bool)
    case pause
    case undo
}

extension SetWallpaper {
    static let row = Command(
        name: "wallpaper", arguments: .picture, options: [.pause, .undo, .unlessPaused],
        help: "has the desktop show a picture",
        details: """
            today is the newest picture, and meant where nothing is named; random is any, favorites any of the favorites. \
            GNOME and Cinnamon, Xfce, KDE Plasma, sway and Hyprland (with hyprpaper) are told by their own commands. \
            --undo brings back what was shown before the first time, where the desktop tells what that was. To have it \
            follow the day's picture: apod-mirror setup --user --wallpaper.
            """,
        action: SetWallpaper.init)

    init(_ words: CommandWords) throws(UsageError) {
        let (way, word) = (try words.onlyOne(of: [.pause, .undo, .unlessPaused]), words.arguments.first)
        if let way, way != .unlessPaused {
            if let word { throw words.error("\(way.name) names no picture; “\(word)” is one too many.") }
            self = way == .pause ? .pause : .undo
            return
        }
        let choice: WallpaperChoice =
            switch word {
            case nil, "today": .newest
            case "random": .random
            case "favorites": .favorites
            default: try words.days().first.map { .day($0) } ?? .newest
            }
        self = .show(choice, unlessPaused: way == .unlessPaused)
    }

    func run(_ session: Session) throws -> ExitCode {
        guard let memory = WallpaperMemory(session.process) else { throw ConfigurationError.noHome }
        switch self {
        case .show(let choice, let unlessPaused): try show(choice, unlessPaused: unlessPaused, memory, session)
        case .pause:
            var notes = memory.notes
            notes.isPaused = true
            try memory.save(notes)
            session.output.line("The desktop is left alone until the next apod-mirror wallpaper.")
        case .undo: try undo(memory, session)
        }
        return .fine
    }

    private func show(_ choice: WallpaperChoice, unlessPaused: Bool, _ memory: WallpaperMemory, _ session: Session)
        throws
    {
        var notes = memory.notes
        if unlessPaused, notes.isPaused { return }
        let (day, path) = try session.tree().picture(for: choice)
        // In the background the desktop is never guessed.
        guard let program = try desktopProgram(session, orGuess: !unlessPaused) else { return }
        let desktop = program.desktop
        let settings = desktop.settings(showing: path, listed: program.listed())
        let (before, former) = (notes, try program.present(settings))
        // The note comes before the change, as the process may end at any moment.
        notes.willChange(desktop, from: former)
        notes.isPaused = false
        try memory.save(notes)
        do {
            try program.write(settings)
            if desktop.onlyTakesOrders {
                let plain = try memory.plainPath(to: path, of: day)
                guard desktop.takes(plain) else { throw WallpaperError.unfit(desktop: desktop.rawValue, path: plain) }
                try program.order(plain)
            }
        } catch {
            // Where one setting was refused, the others go back.
            try? program.write(former)
            try? memory.save(before)
            throw error
        }
        if let now = try? program.present(settings) {
            notes.didChange(desktop, to: now)
            try memory.save(notes)
        }
        if !session.isQuiet { session.output.line("\(desktop.rawValue) shows \(day): \(session.shown(path))") }
    }

    private func undo(_ memory: WallpaperMemory, _ session: Session) throws {
        var notes = memory.notes
        if notes.hasNothingToUndo { throw WallpaperError.nothingToUndo }
        guard let program = try desktopProgram(session, orGuess: true), let former = notes.former(of: program.desktop)
        else {
            throw WallpaperError.nothingToUndo
        }
        let desktop = program.desktop
        // An undo also pauses: the user does not want tomorrow's picture either.
        notes.isPaused = true
        try memory.save(notes)
        if former.isEmpty { throw WallpaperError.cannotUndo(desktop.rawValue) }
        let undone = notes.undone(desktop, now: try program.present(former))
        try program.write(undone)
        notes.forget(desktop)
        try memory.save(notes)
        if session.isQuiet { return }
        session.output.line(
            !undone.isEmpty
                ? "\(desktop.rawValue) shows what it showed before."
                : "\(desktop.rawValue) shows a picture that was chosen since; it is left as it is.")
    }

    /// The program of the desktop that runs. If no variable names the desktop, the only one that is installed, or `nil`
    /// where guessing is not allowed.
    private func desktopProgram(_ session: Session, orGuess mayGuess: Bool) throws -> DesktopProgram? {
        if let named = Desktop.running(in: session.process.environment) {
            guard let program = DesktopProgram(named, session.process) else { throw WallpaperError.noDesktop }
            return program
        }
        guard mayGuess else { return nil }
        let found = Desktop.allCases.compactMap { DesktopProgram($0, session.process) }
        guard let program = found.first else { throw WallpaperError.noDesktop }
        // GNOME and Cinnamon share a program.
        let others = found.filter { $0.desktop.program != program.desktop.program }.map(\.desktop.program)
        if !others.isEmpty { throw WallpaperError.severalDesktops([program.desktop.program] + others) }
        return program
    }
}
