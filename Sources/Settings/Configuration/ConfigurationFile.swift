internal import Days
import Glibc

/// A JSON5 file of settings.
package struct ConfigurationFile: Sendable {
    let path: String
    /// The settings that the file has, in the order of the table.
    package let values: [(setting: Setting, value: JSON5Value, line: Int)]

    /// `nil` when there is no such file.
    init?(path: String) throws(ConfigurationError) {
        guard let text = try contents(ofFile: path) else { return nil }
        self = try ConfigurationFile(path: path, text: text)
    }

    package init(path: String, text: String) throws(ConfigurationError) {
        let read: [JSON5Reader.Member]?
        do { read = try JSON5Reader.members(of: text) } catch { throw .notJSON5(file: path, line: error.line) }
        guard let members = read else { throw .notAnObject(file: path) }
        for member in members {
            guard Setting.all.contains(where: { $0.key == member.key }) else {
                throw .unknownKey(member.key, file: path, line: member.line)
            }
            let lines = members.filter { $0.key == member.key }.map(\.line)
            if lines.count > 1 { throw .repeatedKey(member.key, file: path, lines: lines) }
        }
        self.path = path
        values = Setting.all.compactMap { setting in
            members.first { $0.key == setting.key }.map { (setting, $0.value, $0.line) }
        }
    }
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
