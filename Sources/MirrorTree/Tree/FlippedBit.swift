package import Folder
internal import Hashing

extension [UInt8] {
    /// Whether both are the same but for a single bit.
    func isOneBitAway(from other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        var bits = 0
        for (left, right) in zip(self, other) where left != right {
            bits += (left ^ right).nonzeroBitCount
            if bits > 1 { return false }
        }
        return bits == 1
    }
}

extension OpenFile {
    /// Whether both files are the same but for a single bit; `false` where one cannot be read.
    package func isOneBitAway(from other: OpenFile) -> Bool {
        guard let size = try? status().bytes, size == (try? other.status().bytes) else { return false }
        var differs = false
        for offset in stride(from: 0, to: size, by: 65_536) {
            let count = Int(min(65_536, size - offset))
            guard let own = try? read(count, at: offset), let others = try? other.read(count, at: offset) else {
                return false
            }
            if own == others { continue }
            if differs || !own.isOneBitAway(from: others) { return false }
            differs = true
        }
        return differs
    }
}

/// Searches small files for the single bit that flipped, by the sum of the whole file.
///
/// A search that finds nothing takes up to a second, so there are few of them in a round, and none for bytes that were
/// searched before.
package struct BitSearch: Sendable {
    /// The number of searches that are left in this round.
    private(set) var left = 0
    /// The sums of what was searched for nothing.
    private var hopeless: Set<String> = []

    package init() {}

    package mutating func beginRound() { left = Self.mostInRound }

    package static let mostInRound = 50
    private static let mostBytes = 8 << 10

    /// A day's JSON as the mirror wrote it: its own sum tells which bit flipped.
    package mutating func metadata(_ json: [UInt8]) -> [UInt8]? {
        search(json) { MetadataSum.flippingBack(json) }
    }

    /// A day's record with the sum that the JSON names.
    package mutating func record(_ record: [UInt8], sum: String) -> [UInt8]? {
        search(record + sum.utf8) { SHA256.flippingBack(record, to: sum) }
    }

    private mutating func search(_ facts: [UInt8], _ search: () -> [UInt8]?) -> [UInt8]? {
        let key = SHA256.hash(facts)
        guard left > 0, facts.count <= Self.mostBytes, !hopeless.contains(key) else { return nil }
        left -= 1
        let found = search()
        if found == nil { hopeless.insert(key) }
        return found
    }
}

extension MetadataSum {
    /// The JSON as the mirror wrote it, where a single bit of it flipped: its own sum tells which. `nil` where that is not
    /// all that is wrong with it.
    fileprivate static func flippingBack(_ json: [UInt8]) -> [UInt8]? {
        let lines = json.split(separator: newline, omittingEmptySubsequences: false)
        let length = start.count + 66
        if let line = lines.last(where: { $0.count == length && isStart($0.prefix(start.count)) }) {
            let range = line.startIndex..<Swift.min(line.endIndex + 1, json.count)
            var rest = json
            rest.removeSubrange(range)
            let right = start + Array("\"\(SHA256.hash(rest))\"".utf8)
            if right.isOneBitAway(from: Array(line)) {
                rest.insert(contentsOf: right + [newline], at: line.startIndex)
                return rest
            }
            let sum = String(decoding: line.dropFirst(start.count + 1).dropLast(), as: UTF8.self)
            guard line.starts(with: start), var whole = SHA256.flippingBack(rest, to: sum) else { return nil }
            whole.insert(contentsOf: json[range], at: line.startIndex)
            return whole
        }
        // The line of the sum lost its beginning or its end.
        for offset in json.indices where (json[offset] ^ newline).nonzeroBitCount == 1 {
            var whole = json
            whole[offset] = newline
            if MetadataSum(of: whole) == .right { return whole }
        }
        return nil
    }

    private static func isStart(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.elementsEqual(start) || Array(bytes).isOneBitAway(from: start)
    }
}
