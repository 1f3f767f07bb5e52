extension SettingKind<String> {
    static let folder = Self(placeholder: "DIR", allowed: "a folder's path") { (value, paths) throws(SettingProblem) in
        guard case .text(let text) = value else { throw .notAllowed }
        return try paths.reading(text)
    } write: {
        $0
    }
}

extension SettingKind<String?> {
    static let file = Self(
        placeholder: "FILE", allowed: "a file's path, or nothing"
    ) { (value, paths) throws(SettingProblem) in
        if value.isNothing { return nil }
        guard case .text(let text) = value else { throw .notAllowed }
        return try paths.reading(text)
    } write: {
        $0 ?? ""
    }

    static let group = Self(placeholder: "GROUP", allowed: "a group's name, or nothing") {
        (value, _) throws(SettingProblem) in
        if value.isNothing { return nil }
        // No group's name has one of these bytes, whatever combining mark follows it.
        guard case .text(let text) = value,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !"/:,".utf8.contains($0) })
        else { throw .notAllowed }
        return text
    } write: {
        $0 ?? ""
    }
}

extension SettingKind<[String]> {
    /// A text holds several paths as `PATH` does. Only a colon before a new path parts them: file managers make paths
    /// such as `/run/user/1000/gvfs/smb-share:server=nas`.
    static let folders = Self(
        placeholder: "DIR[:DIR…]", allowed: "a list of folders' paths, or a text of them with : between"
    ) { (value, paths) throws(SettingProblem) in
        var folders: [String] = []
        for text in try texts(of: value) { folders.append(try paths.reading(text)) }
        return folders
    } write: {
        $0.joined(separator: ":")
    }

    private static func texts(of value: JSON5Value) throws(SettingProblem) -> [String] {
        switch value {
        case .text(""): return []
        case .text(let text):
            return text.split(separator: ":", omittingEmptySubsequences: false).reduce(into: []) { paths, part in
                if let last = paths.indices.last, !part.hasPrefix("/"), !part.hasPrefix("~") {
                    paths[last] += ":" + part
                } else {
                    paths.append(String(part))
                }
            }
        case .list(let list):
            return try list.map { (value) throws(SettingProblem) in
                guard case .text(let text) = value else { throw .notAllowed }
                return text
            }
        default: throw .notAllowed
        }
    }
}

extension JSON5Value {
    fileprivate var isNothing: Bool {
        self == .null || self == .text("")
    }
}

// MARK: - Absolute paths

extension AbsolutePath {
    /// The path from `/`, as ``normalised(_:)`` writes it.
    package func reading(_ text: String) throws(SettingProblem) -> String {
        guard !text.isEmpty else { throw .because("is an empty path") }
        guard !text.utf8.contains(0) else { throw .because("is a path with a NUL character") }
        if text.utf8.starts(with: "/".utf8) { return Self.normalised(text) }
        if text == "~" || text.utf8.starts(with: "~/".utf8) {
            guard let home else { throw .because("starts with ~, and there is no home folder") }
            return Self.normalised(home + String(Substring(text.utf8.dropFirst())))
        }
        guard let directory else { throw .because("is a relative path; write it from / or from ~/") }
        return Self.normalised(directory + "/" + text)
    }
}
