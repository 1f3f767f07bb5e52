/// A Windows `.url` file. Its groups come in any order, its names in any case.
enum InternetShortcut {
    static func address(in bytes: [UInt8]) -> [UInt8]? {
        let line = KeyFile(bytes)?.lines.first { same($0.group, "internetshortcut") && same($0.key, "url") }
        return line.map { Array($0.value) }
    }

    private static func same(_ name: ArraySlice<UInt8>, _ lowered: String) -> Bool {
        String(decoding: name, as: UTF8.self).lowercased() == lowered
    }
}
