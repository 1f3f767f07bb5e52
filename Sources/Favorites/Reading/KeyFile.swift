/// A text file of `[groups]` and `key=value` lines, as freedesktop and Windows write their shortcuts.
struct KeyFile: Sendable {
    typealias Line = (group: ArraySlice<UInt8>, key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)

    private(set) var firstGroup: ArraySlice<UInt8> = []
    private(set) var lines: [Line] = []

    /// `nil` when the first line that says something opens no group: then it is some other text.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        var group: ArraySlice<UInt8>?
        for raw in rest.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = raw.trimmingSpace
            guard let first = line.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { continue }
            if first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
                if group == nil { firstGroup = line.dropFirst().dropLast() }
                group = line.dropFirst().dropLast()
            } else if let group {
                guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
                lines.append((group, line[..<sign].trimmingSpace, line[(sign + 1)...].trimmingSpace))
            } else {
                return nil
            }
        }
        guard group != nil else { return nil }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingSpace: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return []
        }
        return self[first...last]
    }
}
