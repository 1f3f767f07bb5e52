internal import Glibc

/// The surroundings of the process that settings depend on.
package struct ProcessEnvironment: Sendable {
    package var environment: [String: String]
    /// The folder of the machine's settings.
    package var etc = machineSettings
    /// `nil` where neither `HOME` nor the passwd entry names one.
    package var home: String?
    /// The user's name, for `USER.json5`.
    package var user: String?
    package var workingDirectory: String
    /// The words of the command line, for an error to repeat.
    package var words: [String] = []

    package init(
        environment: [String: String], etc: String = machineSettings, home: String? = nil, user: String? = nil,
        workingDirectory: String, words: [String] = []
    ) {
        self.environment = environment
        self.etc = etc
        self.home = home
        self.user = user
        self.workingDirectory = workingDirectory
        self.words = words
    }

    package static let machineSettings = "/etc/apod-mirror"

    package static func ofProcess() -> ProcessEnvironment {
        let environment = environmentOfProcess
        let entry = UserAccount.ofProcess()
        return ProcessEnvironment(
            environment: environment, home: home(environment: environment, passwd: entry?.home), user: entry?.name,
            workingDirectory: workingDirectoryOfProcess,
            words: Array(CommandLine.arguments.dropFirst()))
    }

    private static var environmentOfProcess: [String: String] {
        var (environment, next) = ([String: String](), environ)
        while let entry = next.pointee {
            let text = String(cString: entry).utf8
            if let end = text.firstIndex(of: UInt8(ascii: "=")) {
                environment[String(Substring(text[..<end]))] = String(Substring(text[end...].dropFirst()))
            }
            next += 1
        }
        return environment
    }

    /// Empty where the folder was removed.
    private static var workingDirectoryOfProcess: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    /// `HOME` when it is a path from `/`, else the passwd entry's.
    static func home(environment: [String: String], passwd: String?) -> String? {
        [environment["HOME"], passwd].lazy.compactMap { $0 }.first { $0.hasPrefix("/") }
            .map(AbsolutePath.normalised)
    }

    /// `$XDG_CONFIG_HOME`, else `~/.config`. A relative one is ignored, as its specification asks.
    package var configurationFolder: String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
        return home.map { $0 + "/.config" }
    }

    /// Whether this is the service that the machine runs for a user.
    package var isMachineService: Bool { environment[ConfigurationLoader.userFileVariable] == "no" }
}

// MARK: - The pictures folder

/// The user's pictures folder, from the text of `user-dirs.dirs`; `~/Pictures` where that names none.
///
/// The file is shell: `XDG_PICTURES_DIR="$HOME/Bilder"` or an absolute path. `$HOME/` alone means that the user has no
/// such folder.
package func picturesFolder(userDirs: String?, home: String) -> String {
    var folder: String?
    for line in (userDirs ?? "").split(whereSeparator: \.isNewline) {
        let line = line.drop { $0 == " " || $0 == "\t" }
        guard line.hasPrefix("XDG_PICTURES_DIR=") else { continue }
        folder = path(line.drop { $0 != "=" }.dropFirst(), home: home) ?? folder
    }
    return folder ?? home + "/Pictures"
}

private func path(_ value: Substring, home: String) -> String? {
    guard let quoted = unquoted(value) else { return nil }
    var path = quoted
    if path == "$HOME" || path.hasPrefix("$HOME/") { path = home + path.dropFirst("$HOME".count) }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path.hasPrefix("/") && path != home ? path : nil
}

/// The text between double quotes, without its backslashes. A quote ends the text even where a combining mark follows,
/// as in a shell.
private func unquoted(_ value: Substring) -> String? {
    guard value.unicodeScalars.first == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars.dropFirst() {
        if isEscaped {
            text.append(scalar)
            isEscaped = false
        } else if scalar == "\\" {
            isEscaped = true
        } else if scalar == "\"" {
            return String(text)
        } else {
            text.append(scalar)
        }
    }
    return nil
}
