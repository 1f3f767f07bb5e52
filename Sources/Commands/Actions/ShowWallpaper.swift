internal import Days
internal import Folder
internal import MirrorTree
internal import Settings

/// A wish about the desktop's picture.
enum WallpaperTask: Equatable, Sendable {
    /// - Parameter unlessPaused: Whether an earlier wish is followed in the background, which a pause stops.
    case show(WallpaperChoice, unlessPaused: Bool)
    case pause
    case undo
}

extension Session {
    /// Has the desktop show a picture of the mirror.
    func wallpaper(_ task: WallpaperTask) throws -> ExitCode {
        guard let memory = WallpaperMemory(process) else { throw ConfigurationError.noHome }
        switch task {
        case .show(let choice, let unlessPaused): try show(choice, unlessPaused: unlessPaused, memory)
        case .pause:
            var notes = memory.notes
            notes.isPaused = true
            try memory.save(notes)
            output.line("The desktop is left alone until the next apod-mirror wallpaper.")
        case .undo: try undo(memory)
        }
        return .fine
    }

    private func show(_ choice: WallpaperChoice, unlessPaused: Bool, _ memory: WallpaperMemory) throws {
        var notes = memory.notes
        if unlessPaused, notes.isPaused { return }
        let (day, path) = try Tree.open(configuration.mirror).picture(for: choice)
        // In the background the desktop is never guessed.
        guard let program = try desktopProgram(orGuess: !unlessPaused) else { return }
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
        if !isQuiet { output.line("\(desktop.rawValue) shows \(day): \(shown(path))") }
    }

    private func undo(_ memory: WallpaperMemory) throws {
        var notes = memory.notes
        if notes.hasNothingToUndo { throw WallpaperError.nothingToUndo }
        guard let program = try desktopProgram(orGuess: true), let former = notes.former(of: program.desktop) else {
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
        if isQuiet { return }
        output.line(
            !undone.isEmpty
                ? "\(desktop.rawValue) shows what it showed before."
                : "\(desktop.rawValue) shows a picture that was chosen since; it is left as it is.")
    }

    /// The program of the desktop that runs. If no variable names the desktop, the only one that is installed, or `nil`
    /// where guessing is not allowed.
    private func desktopProgram(orGuess mayGuess: Bool) throws -> DesktopProgram? {
        if let named = Desktop.running(in: process.environment) {
            guard let program = DesktopProgram(named, process) else { throw WallpaperError.noDesktop }
            return program
        }
        guard mayGuess else { return nil }
        let found = Desktop.allCases.compactMap { DesktopProgram($0, process) }
        guard let program = found.first else { throw WallpaperError.noDesktop }
        // GNOME and Cinnamon share a program.
        let others = found.filter { $0.desktop.program != program.desktop.program }.map(\.desktop.program)
        if !others.isEmpty { throw WallpaperError.severalDesktops([program.desktop.program] + others) }
        return program
    }
}
