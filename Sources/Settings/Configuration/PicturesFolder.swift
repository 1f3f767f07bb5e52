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
