package import Folder

/// Random access to a file's bytes through a small window, for the readers of headers.
///
/// Reading beyond the end gives `nil`: a truncated file is an answer, not an error.
package struct FileBytes {
    let count: Int
    /// Whether a number's last byte comes first.
    var isLittleEndian = false
    private let read: (Int, Int) throws -> [UInt8]
    private var window: [UInt8] = []
    private var windowStart = 0
    /// The next window's size: small after a jump, as from one header to the next, and doubled while reading goes on.
    private var reach = Self.least
    private static let least = 1 << 12
    private static let most = 1 << 15
    private static let longestField = 1 << 16

    package init(_ file: OpenFile) throws {
        count = try file.length()
        read = { try file.read($0, at: Int64($1)) }
    }

    package init(_ bytes: [UInt8]) {
        count = bytes.count
        read = { length, offset in Array(bytes[offset..<min(bytes.count, offset + length)]) }
    }

    mutating func byte(_ offset: Int) throws -> UInt8? {
        guard try fill(offset, 1) else { return nil }
        return window[offset - windowStart]
    }

    mutating func bytes(_ offset: Int, _ length: Int) throws -> ArraySlice<UInt8>? {
        guard try fill(offset, length) else { return nil }
        let start = offset - windowStart
        return window[start..<(start + length)]
    }

    mutating func text(_ offset: Int, _ length: Int) throws -> String? {
        try bytes(offset, length).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func short(_ offset: Int) throws -> Int? {
        try number(offset, 2)
    }

    mutating func long(_ offset: Int) throws -> Int? {
        try number(offset, 4)
    }

    /// - Parameter length: the number's bytes, of which there are fewer than eight.
    mutating func number(_ offset: Int, _ length: Int) throws -> Int? {
        guard let bytes = try bytes(offset, length) else { return nil }
        return isLittleEndian ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Width and height, which follow each other.
    mutating func size(_ offset: Int, _ length: Int) throws -> PixelSize? {
        guard let width = try number(offset, length), let height = try number(offset + length, length) else {
            return nil
        }
        return PixelSize(width: width, height: height)
    }

    /// The offset at which the byte occurs next, at or after another offset.
    mutating func firstIndex(of byte: UInt8, from offset: Int) throws -> Int? {
        var offset = offset
        while try fill(offset, 1) {
            if let found = window[(offset - windowStart)...].firstIndex(of: byte) { return windowStart + found }
            offset = windowStart + window.count
        }
        return nil
    }

    /// Whether the window now covers the span.
    private mutating func fill(_ offset: Int, _ length: Int) throws -> Bool {
        guard offset >= 0, length <= Self.longestField, offset <= count - length else { return false }
        let windowEnd = windowStart + window.count
        if offset >= windowStart, offset + length <= windowEnd { return true }
        reach = offset > windowStart && offset <= windowEnd ? min(reach * 2, Self.most) : Self.least
        window = try read(max(reach, length), offset)
        windowStart = offset
        return window.count >= length
    }
}
