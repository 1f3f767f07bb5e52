internal import Words

/// The place that a setting's value came from.
package enum Origin: Equatable, Sendable {
    case builtIn
    case file(String, line: Int?)
    case environment
    case commandLine
}

extension Origin {
    /// The origin for a list of settings.
    func description(of setting: Setting, home: String?) -> String {
        switch self {
        case .builtIn: "built in"
        case .file(let file, _): Quantity.path(file, home: home)
        case .environment: setting.variable
        case .commandLine: "command line"
        }
    }

    /// The setting as its origin writes it, to begin a sentence: `FILE, line 3: keep`, `APOD_MIRROR_KEEP`, `--keep`.
    func name(of setting: Setting) -> String {
        switch self {
        case .builtIn: setting.key
        case .file(let file, let line?): "\(file), line \(line): \(setting.key)"
        case .file(let file, nil): "\(file): \(setting.key)"
        case .environment: "the environment variable \(setting.variable)"
        case .commandLine: setting.option
        }
    }
}
