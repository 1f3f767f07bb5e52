/// A freedesktop link: `[Desktop Entry]`, `Type=Link`, `URL=…`. libfm writes it without the suffix `.desktop`.
enum DesktopEntry {
    static func address(in bytes: [UInt8]) -> [UInt8]? {
        guard let file = KeyFile(bytes), file.firstGroup.is("Desktop Entry") else { return nil }
        let lines = file.lines.filter { $0.group.is("Desktop Entry") }
        guard lines.contains(where: { $0.key.is("Type") && $0.value.is("Link") }) else { return nil }
        // KDE may write `URL[$e]`, others `URL[de]`; the plain key goes first.
        let address = lines.first { $0.key.is("URL") } ?? lines.first { $0.key.prefix(4).is("URL[") }
        return address.map { unescaped($0.value) }
    }

    private static func unescaped(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let meanings: [UInt8: UInt8] = [
            UInt8(ascii: "s"): 0x20, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
        ]
        var result: [UInt8] = []
        var isEscaped = false
        for byte in value {
            if isEscaped {
                result.append(meanings[byte] ?? byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
