internal import Days
internal import Folder

/// Has the desktop show a picture of the mirror.
struct WallpaperAction: Action {
    enum Task: Equatable, Sendable {
        /// - Parameter unlessPaused: not a person's wish of this moment, but an earlier one that is followed.
        case show(WallpaperChoice, unlessPaused: Bool)
        case pause
        case undo
    }

    var task: Task

    func run(_ call: Call) throws -> ExitCode {
        try call.session().wallpaper(task)
    }
}

extension Session {
    fileprivate func wallpaper(_ task: WallpaperAction.Task) throws -> ExitCode {
        guard let memory = WallpaperMemory(surroundings) else { throw ConfigurationError.noHome }
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
        let program = try desktopProgram()
        let settings = program.desktop.settings(showing: path, listed: program.listed())
        // Before anything is changed; what is ours by now is not what was there before.
        if notes.former?.desktop != program.desktop {
            notes.former = WallpaperNotes.Former(desktop: program.desktop, settings: program.former(of: settings))
        }
        notes.isPaused = false
        try memory.save(notes)
        try program.write(settings)
        try program.order(path)
        if !isQuiet { output.line("\(program.desktop.rawValue) shows \(day): \(shown(path))") }
    }

    private func undo(_ memory: WallpaperMemory) throws {
        var notes = memory.notes
        guard let former = notes.former else { throw WallpaperError.nothingToUndo }
        // Whoever has it undone does not want tomorrow's either.
        notes.isPaused = true
        guard !former.settings.isEmpty else {
            try memory.save(notes)
            throw WallpaperError.cannotUndo(former.desktop.rawValue)
        }
        guard let program = DesktopProgram(former.desktop, surroundings) else { throw WallpaperError.noDesktop }
        try program.write(former.settings)
        notes.former = nil
        try memory.save(notes)
        output.line("\(former.desktop.rawValue) shows what it showed before.")
    }

    /// That of the desktop that runs; where none says so, the first whose command is there.
    private func desktopProgram() throws -> DesktopProgram {
        let named = Desktop.running(in: surroundings.environment)
        let candidates = named.map { [$0] } ?? Desktop.allCases
        guard let program = candidates.lazy.compactMap({ DesktopProgram($0, surroundings) }).first else {
            throw WallpaperError.noDesktop
        }
        return program
    }
}
