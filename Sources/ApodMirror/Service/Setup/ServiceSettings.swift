/// The settings that `setup` looks after: where the mirror is and who shares its favorites.
struct ServiceSettings: Equatable, Sendable {
    var mirror: String
    var group: String?

    /// By the bytes of the paths: `String` takes two spellings of é for one.
    static func == (left: Self, right: Self) -> Bool {
        left.mirror.utf8.elementsEqual(right.mirror.utf8) && left.group == right.group
    }

    /// The file as `setup` writes it.
    var text: String {
        var lines = [
            "// Made by apod-mirror setup, which writes it anew as long as nobody has edited it.",
            "// Further settings may be added; apod-mirror config lists them.", "{",
            "    mirror: \(Self.quoted(mirror)),",
        ]
        if let group { lines.append("    share_group: \(Self.quoted(group)),") }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#) + "\""
    }

    enum Change: Equatable {
        case none
        case write(String)
    }

    /// What becomes of the settings file at a path.
    ///
    /// - Parameters:
    ///   - existing: its text; `nil` where there is none yet.
    ///   - effective: what holds now, all files read.
    func change(of existing: String?, at path: String, effective: ServiceSettings) throws -> Change {
        guard let existing else { return .write(text) }
        if effective == self { return .none }
        let file = try ConfigurationFile(path: path, text: existing)
        if Self(file)?.text == existing { return .write(text) }
        let isMirror = !effective.mirror.utf8.elementsEqual(mirror.utf8)
        let key = isMirror ? "mirror" : "share_group"
        let wanted = isMirror ? Self.quoted(mirror) : group.map(Self.quoted) ?? "null"
        throw SetupError.edited(
            file: path, line: file.values.first { $0.setting.key == key }?.line, wanted: "\(key): \(wanted)")
    }

    /// What a file of just these settings says; `nil` for any other.
    init?(_ file: ConfigurationFile) {
        var values: [String: String] = [:]
        for (setting, value, _) in file.values { values[setting.key] = value.word }
        guard let mirror = values["mirror"] else { return nil }
        self.init(mirror: mirror, group: values["share_group"])
    }

    init(mirror: String, group: String? = nil) {
        self.mirror = mirror
        self.group = group
    }
}
