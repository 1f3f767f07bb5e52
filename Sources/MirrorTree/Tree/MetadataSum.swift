internal import Days
internal import Hashing
internal import JSON

/// The sum that a day's JSON has of itself: `mirror.sum`, the last line of the object `mirror`. It is the SHA-256 of the
/// file without that line, so that `sed '/^    "sum" : /d' 2026-11-20.json | sha256sum` prints it.
package enum MetadataSum: Equatable, Sendable {
    /// The file is as the mirror wrote it.
    case right
    /// An older version wrote the file.
    case none
    /// The file was damaged, or edited by hand.
    case wrong

    static let key = "sum"
    private static let start = Array("    \"\(key)\" : ".utf8)
    private static let newline = UInt8(ascii: "\n")

    package init(of json: [UInt8]) {
        let lines = json.split(separator: Self.newline, omittingEmptySubsequences: false)
        guard let line = lines.last(where: { $0.starts(with: Self.start) }) else {
            self = Self.isExpected(in: json) ? .wrong : .none
            return
        }
        let rest = lines.filter { !$0.starts(with: Self.start) }.joined(separator: CollectionOfOne(Self.newline))
        let value = line.dropFirst(Self.start.count)
        self = value.elementsEqual("\"\(SHA256.hash(Array(rest)))\"".utf8) ? .right : .wrong
    }

    /// Whether a file without that line had one: its record, or a sum under whatever name, says so. In a damaged file
    /// the very name of the key may have changed.
    private static func isExpected(in json: [UInt8]) -> Bool {
        guard case .object(let members) = JSONValue(json)?["mirror"] else { return false }
        return members[key] != nil || members["record"] != nil
            || members.contains { Checksums.isSum(($0.value.text ?? "").utf8) }
    }

    /// The JSON, pretty printed and without a sum of its own, with it.
    static func sealed(_ json: [UInt8]) -> [UInt8] {
        guard let mirror = json.offset(of: Array("\n  \"mirror\" : {\n".utf8)),
            let end = json.offset(of: Array("\n  }".utf8), from: mirror)
        else { return json }
        var sealed = json
        sealed.insert(UInt8(ascii: ","), at: end)
        let line = [newline] + start + Array("\"\(SHA256.hash(sealed))\"".utf8)
        sealed.insert(contentsOf: line, at: end + 1)
        return sealed
    }
}
