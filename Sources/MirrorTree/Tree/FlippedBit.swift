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

extension MetadataSum {
    /// The JSON as the mirror wrote it, where a single bit of it flipped: its own sum tells which. `nil` where that is not
    /// all that is wrong with it.
    package static func flippingBack(_ json: [UInt8]) -> [UInt8]? {
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
