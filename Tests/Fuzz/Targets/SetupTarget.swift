@testable import Settings
@testable import Setup

extension FuzzTarget {
    /// A path for `setup`, a line feed, and a `user-dirs.dirs`.
    static let setup = FuzzTarget("setup") { bytes in
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        let userDirs = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
        let paths = AbsolutePath(home: "/home/ada", directory: "/tmp")
        for path in [try? paths.reading(text), picturesFolder(userDirs: userDirs, home: "/home/ada")] {
            guard let path else { continue }
            try checkPath(AbsolutePath.normalised(path))
        }
    }

    private static func checkPath(_ path: String) throws {
        try promise("a path is absolute", path.utf8.first == UInt8(ascii: "/"))
        try promise("a path is normalised once", AbsolutePath.normalised(path).utf8.elementsEqual(path.utf8))
        let names = path.utf8.split(separator: UInt8(ascii: "/"))
        try promise("a path climbs nowhere", !names.contains { $0.elementsEqual("..".utf8) })
        guard let fit = try? UnitPath(path) else { return }
        try promise("no path ends a unit's line", !path.utf8.contains { $0 < 32 || $0 == 127 })
        try checkUnit(fit)
        try checkSettings(fit)
    }

    private static func checkUnit(_ path: UnitPath) throws {
        let word = UnitText.word(path)
        let quote = UInt8(ascii: "\"")
        try promise("a word is quoted", word.utf8.first == quote && word.utf8.last == quote)
        try promise(
            "a word is read as it was written", unquoted(word.utf8.dropFirst().dropLast()) == Array(path.text.utf8))
        guard let unit = UnitText.mountUnit(path)?.utf8 else { return }
        try promise(
            "a unit's name has no slash", unit.allSatisfy { UnitText.plain.contains($0) || "\\x-".utf8.contains($0) })
    }

    /// As systemd reads it; `nil` where a quote ends early or a specifier begins.
    private static func unquoted(_ word: some Sequence<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var bytes = Array(word)[...]
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "%"):
                guard let next = bytes.popFirst() else { return nil }
                let isEscape = byte == UInt8(ascii: "\\") && "\\\"".utf8.contains(next)
                guard isEscape || next == byte else { return nil }
                result.append(next)
            case UInt8(ascii: "\""): return nil
            default: result.append(byte)
            }
        }
        return result
    }

    private static func checkSettings(_ path: UnitPath) throws {
        let settings = ServiceSettings(mirror: path, group: nil)
        let file = try ConfigurationFile(path: "config.json5", text: settings.text)
        try promise("settings are read as they were written", ServiceSettings(file) == settings)
    }
}
