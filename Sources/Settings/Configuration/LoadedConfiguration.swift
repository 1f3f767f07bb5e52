internal import Days

/// The settings with the places they came from.
package struct LoadedConfiguration: Sendable {
    package var configuration: Configuration
    /// The origins by key; a setting without one is built in.
    private(set) var origins: [String: Origin] = [:]
    /// The file that a setting would be written into.
    var file: String?
    let home: String?

    package func origin(of setting: Setting) -> Origin {
        origins[setting.key] ?? .builtIn
    }

    mutating func set(
        _ setting: Setting, to value: JSON5Value, from origin: Origin, paths: AbsolutePath
    ) throws(ConfigurationError) {
        do {
            try setting.set(value, paths: paths, in: &configuration)
        } catch {
            throw .badValue(value, of: setting, from: origin, error)
        }
        origins[setting.key] = origin
    }

    /// Says how another source, given as the setting `source` names it, comes to be asked.
    package var sourceRemedy: @Sendable (_ source: String) -> String {
        let origin = origins["source"] ?? .builtIn
        return { [file] source in
            let line = "source: \"\(source)\""
            return switch origin {
            case .file(let file, let number): "write \(line) in line \(number) of \(file)"
            case .environment: "set \(Setting.variablePrefix)SOURCE to \(source)"
            case .commandLine: "use --source \(source.shellWord)"
            case .builtIn: "write \(line) into \(file ?? "the settings")"
            }
        }
    }

    /// Refuses a `keep` that is shorter than `history`.
    func check() throws(ConfigurationError) {
        guard configuration.keep.isShorter(than: configuration.history) else { return }
        throw .keepTooShort(configuration.keep, from: origins["keep"] ?? .builtIn, configuration.history)
    }

    /// Every setting, its value and where it came from, a line each in aligned columns.
    package func listing() -> [String] {
        let rows = Setting.all.map { setting in
            let value = printable(setting.value(in: configuration))
            let shown = value.isEmpty ? "none" : Quantity.path(value, home: home)
            return [setting.key, shown, printable(origin(of: setting).description(of: setting, home: home))]
        }
        let widths = (0..<2).map { column in rows.map { $0[column].width }.max() ?? 0 }
        return rows.map { row in
            row[0].padded(to: widths[0]) + "  " + row[1].padded(to: widths[1]) + "  " + row[2]
        }
    }
}

/// The place that a setting's value came from.
package enum Origin: Equatable, Sendable {
    case builtIn
    case file(String, line: Int)
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
        case .file(let file, let line): "\(file), line \(line): \(setting.key)"
        case .environment: "the environment variable \(setting.variable)"
        case .commandLine: setting.option
        }
    }
}
