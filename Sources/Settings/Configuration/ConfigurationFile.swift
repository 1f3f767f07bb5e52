import FoundationEssentials
import Glibc
internal import Words

/// A JSON5 file of settings.
package struct ConfigurationFile: Sendable {
    let path: String
    /// The settings that the file has, in the order of the table.
    package let values: [(setting: Setting, value: JSON5Value, line: Int?)]

    /// `nil` when there is no such file.
    init?(path: String) throws(ConfigurationError) {
        guard let text = try contents(ofFile: path) else { return nil }
        self = try ConfigurationFile(path: path, text: text)
    }

    package init(path: String, text: String) throws(ConfigurationError) {
        guard let value = decoded(text) else {
            throw .notJSON5(file: path, line: firstLineThatDoesNotFit(text))
        }
        guard case .object(let object) = value else { throw .notAnObject(file: path) }
        let keys = JSON5Keys(of: text)
        for key in object.keys.sorted() {
            let lines = keys.lines(of: key)
            guard Setting.all.contains(where: { $0.key == key }) else {
                throw .unknownKey(key, file: path, line: lines.first)
            }
            // The decoder silently keeps one of several values of a key.
            if lines.count > 1 { throw .repeatedKey(key, file: path, lines: lines) }
        }
        self.path = path
        values = Setting.all.compactMap { setting in
            object[setting.key].map { (setting, $0, keys.lines(of: setting.key).first) }
        }
    }
}

/// Text without any value, say a file whose every line is a comment, sets nothing.
private func decoded(_ text: String) -> JSON5Value? {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    func value(_ text: String) -> JSON5Value? {
        try? decoder.decode(JSON5Value.self, from: Data(text.utf8))
    }
    return value(text) ?? value(text + "\n{}")
}

/// The decoder does not say where it stumbled. In a file with a setting a line, the longest beginning that makes an
/// object once it is closed ends just before the mistake.
private func firstLineThatDoesNotFit(_ text: String) -> Int? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count <= 1_000 else { return nil }
    let sound = lines.indices.last { decoded(lines[...$0].joined(separator: "\n") + "\n}") != nil }
    let next = sound.map { $0 + 1 } ?? 0
    return lines[next...].firstIndex { !$0.allSatisfy(\.isWhitespace) }.map { $0 + 1 }
}

// MARK: - A file's text

/// The text of a small regular file; `nil` when there is none.
///
/// The file is opened without waiting, so that a pipe in its place cannot hang the start.
package func contents(ofFile path: String) throws(ConfigurationError) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 {
        let error = errno
        if error == ENOENT || error == ENOTDIR { return nil }
        throw .unreadable(file: path, reason: String(cString: strerror(error)))
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
        throw .unreadable(file: path, reason: "it is not a file")
    }
    guard facts.st_size <= largest else {
        throw .unreadable(file: path, reason: "it is larger than \(Quantity.bytes(largest))")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= largest {
        let count = read(descriptor, &buffer, buffer.count)
        let error = errno
        if count == 0 { break }
        if count < 0, error == EINTR { continue }
        guard count > 0 else { throw .unreadable(file: path, reason: String(cString: strerror(error))) }
        bytes += buffer[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .unreadable(file: path, reason: "it is not UTF-8 text")
    }
    return text
}

private let largest = 1_000_000
