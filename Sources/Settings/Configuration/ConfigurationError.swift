internal import Days

/// A fault of the settings, told in a sentence that names the place, the key and the allowed values.
package enum ConfigurationError {
    case missing(file: String)
    case unreadable(file: String, reason: String)
    /// `line` is the first that does not fit; `nil` where the text ends too early.
    case notJSON5(file: String, line: Int?)
    case notAnObject(file: String)
    case unknownKey(String, file: String, line: Int)
    case repeatedKey(String, file: String, lines: [Int])
    case unknownVariable(String)
    case badVariable(String, value: String, allowed: String)
    case badValue(JSON5Value, of: Setting, from: Origin, SettingProblem)
    case keepTooShort(Keep, from: Origin, History)
    /// There is no pictures folder to put the mirror into.
    case noHome
}

extension ConfigurationError: ExitCoded {
    package var exitCode: ExitCode {
        switch self {
        case .badValue(_, of: _, from: .commandLine, _), .keepTooShort(_, from: .commandLine, _): .usage
        default: .configuration
        }
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// A single line, safe for a terminal although it quotes a file.
    package var description: String {
        printable(sentence)
    }

    private var sentence: String {
        switch self {
        case .missing(let file): "There is no file \(file)."
        case .unreadable(let file, let reason): "\(file) cannot be read: \(reason)."
        case .notJSON5(let file, let line?): "\(file) is not valid JSON5: line \(line) is the first that does not fit."
        case .notJSON5(let file, nil): "\(file) is not valid JSON5."
        case .notAnObject(let file): "\(file) must hold settings between braces, such as { keep: \"forever\" }."
        case .unknownKey(let key, let file, let line):
            "\(file), line \(line): there is no setting \(key). "
                + suggestion(key, Setting.all.map(\.key), otherwise: "Settings are")
        case .repeatedKey(let key, let file, let lines):
            "\(file) sets \(key) more than once, in lines \(lines.map(String.init).joined(separator: " and "))."
        case .unknownVariable(let name):
            "There is no setting for the environment variable \(name). "
                + suggestion(name, Setting.all.map(\.variable), otherwise: "Variables are")
        case .badVariable(let name, let value, let allowed):
            "The environment variable \(name) is “\(value)”; allowed: \(allowed)."
        case .badValue(let value, of: let setting, from: let origin, .notAllowed):
            capitalised("\(origin.name(of: setting)) is \(value); allowed: \(setting.allowed).")
        case .badValue(let value, of: let setting, from: let origin, .because(let reason)):
            capitalised("\(origin.name(of: setting)) is \(value), which \(reason); allowed: \(setting.allowed).")
        case .keepTooShort(let keep, from: let origin, let history):
            capitalised("\(keepName(origin)) is \(keep), shorter than history, which is \(history)")
                + "; allowed: forever, or at least \(history.length ?? 1) days."
        case .noHome:
            "There is no home folder to find the pictures folder in; name the mirror's folder with --mirror DIR."
        }
    }

    private func suggestion(_ word: String, _ known: [String], otherwise: String) -> String {
        if let meant = nearestName(to: word, in: known) { return "Is \(meant) meant?" }
        return "\(otherwise) \(known.joined(separator: ", "))."
    }

    /// Names are compared in one case: variables are upper case, keys lower.
    private func nearestName(to word: String, in known: [String]) -> String? {
        let meant = nearest(to: word.replacing("-", with: "_"), in: known.map { $0.lowercased() })
        return known.first { $0.lowercased() == meant }
    }

    private func keepName(_ origin: Origin) -> String {
        Setting.all.first { $0.key == "keep" }.map(origin.name) ?? "keep"
    }

    private func capitalised(_ sentence: String) -> String {
        sentence.hasPrefix("the ") ? "T" + sentence.dropFirst() : sentence
    }
}
