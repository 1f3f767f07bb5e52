internal import Days

/// A row of the table of settings.
///
/// Configuration files, environment variables, command-line options, help, `apod-mirror config` and the man pages all
/// come from ``all``: a new setting is a field of ``Configuration`` and a row here.
package struct Setting: Sendable {
    /// The key as files write it: `picture_size`.
    package let key: String
    /// The word that stands for the value in help.
    package let placeholder: String
    /// The allowed values in words.
    package let allowed: String
    /// A line for help.
    package let help: String
    private let assign: @Sendable (JSON5Value, AbsolutePath, inout Configuration) throws(SettingProblem) -> Void
    private let write: @Sendable (Configuration) -> String

    private init<Value>(
        _ key: String, _ field: any WritableKeyPath<Configuration, Value> & Sendable, _ kind: SettingKind<Value>,
        _ help: String
    ) {
        self.key = key
        placeholder = kind.placeholder
        allowed = kind.allowed
        self.help = help
        assign = { (value, paths, configuration) throws(SettingProblem) in
            configuration[keyPath: field] = try kind.read(value, paths)
        }
        write = { kind.write($0[keyPath: field]) }
    }

    package static let all = [
        Setting("mirror", \.mirror, .folder, "the folder that holds the pictures"),
        Setting("aliases", \.aliases, .folders, "other names of that folder, as links may spell it"),
        Setting("source", \.source, .source, "the API to ask, apod-basic or planetary-apod"),
        Setting("api_key_file", \.apiKeyFile, .file, "a file with the key of a legacy server that wants one"),
        Setting("history", \.history, .history, "how far back: month, year, all, so many days, or a date"),
        Setting("keep", \.keep, .keep, "forever, or so many days; favorites always stay"),
        Setting("picture_size", \.pictureSize, .choice, "as published, or so many pixels across"),
        Setting("video", \.video, .choice, "fetch videos that NASA hosts, or just open them"),
        Setting("max_video_bytes", \.maxVideoBytes, .bytes, "a larger video gets a page"),
        Setting("min_free_bytes", \.minFreeBytes, .bytes, "downloads stop when the disk has less left"),
        Setting("connections", \.connections, .number(1...32), "downloads at a time"),
        Setting("connections_per_host", \.connectionsPerHost, .number(1...16), "downloads at a time from one server"),
        Setting("share_group", \.shareGroup, .group, "the group that may add favorites"),
        Setting("verify", \.verify, .choice, "how often the daemon looks for damage"),
        Setting("thumbnails", \.thumbnails, .flag, "make thumbnails"),
        Setting("gallery", \.gallery, .flag, "write the pages of the gallery"),
        Setting("sidecars", \.sidecars, .choice, "for photo managers, the words of each picture beside it"),
    ]
}

extension Setting {
    /// `APOD_MIRROR_PICTURE_SIZE`
    package var variable: String {
        Self.variablePrefix + key.uppercased()
    }

    /// `--picture-size`
    package var option: String {
        "--" + key.replacing("_", with: "-")
    }

    package static let variablePrefix = "APOD_MIRROR_"

    func set(_ value: JSON5Value, paths: AbsolutePath, in configuration: inout Configuration) throws(SettingProblem) {
        try assign(value, paths, &configuration)
    }

    /// The value as it may be written; empty for none.
    package func value(in configuration: Configuration) -> String {
        write(configuration)
    }

    /// The default, for help.
    package var builtIn: String {
        key == "mirror" ? "APOD in Pictures" : value(in: Configuration(mirror: ""))
    }
}
