internal import Days

/// The part of a file that a request asks for. Pure.
enum ByteRange: Equatable {
    case all
    case part(Range<Int64>)
    case unsatisfiable

    /// Several parts at once, other units and nonsense get the whole file, as the standard allows.
    init(_ header: String?, size: Int64) {
        self = .all
        guard let header, header.lowercased().hasPrefix("bytes=") else { return }
        let ends = header.utf8.dropFirst(6).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2 else { return }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (.number(let first), .number(let last)) where last >= first:
            self = first < size ? .part(first..<min(size - 1, last) + 1) : .unsatisfiable
        case (.number(let first), .empty):
            self = first < size ? .part(first..<size) : .unsatisfiable
        case (.empty, .number(let count)):
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        default: return
        }
    }

    private enum End {
        case empty, nonsense
        case number(Int64)
    }

    /// A number too large for Int64 becomes the largest one, which no file reaches.
    private static func number(_ text: Substring.UTF8View) -> End {
        if text.isEmpty { return .empty }
        guard text.allSatisfy(\.isASCIIDigit) else { return .nonsense }
        return .number(Int64(String(text) ?? "") ?? .max)
    }
}
