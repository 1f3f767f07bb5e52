internal import Folder

/// Random access to a file's bytes through a small window, for the readers of headers.
///
/// Reading beyond the end gives `nil`: a truncated file is an answer, not an error.
package struct FileBytes {
    let count: Int64
    private let read: (Int, Int64) throws -> [UInt8]
    private var window: [UInt8] = []
    private var windowStart: Int64 = 0
    /// The next window's size: small after a jump, as from one header to the next, and doubled while reading goes on.
    private var reach = Self.least
    private static let least = 1 << 12
    private static let most = 1 << 15
    private static let longestField = 1 << 16

    init(_ file: OpenFile) throws {
        count = try file.status().bytes
        read = { try file.read($0, at: $1) }
    }

    package init(_ bytes: [UInt8]) {
        count = Int64(bytes.count)
        read = { length, offset in Array(bytes[Int(offset)..<min(bytes.count, Int(offset) + length)]) }
    }

    mutating func byte(_ offset: Int64) throws -> UInt8? {
        guard try fill(offset, 1) else { return nil }
        return window[Int(offset - windowStart)]
    }

    mutating func bytes(_ offset: Int64, _ length: Int) throws -> [UInt8]? {
        guard try fill(offset, length) else { return nil }
        let start = Int(offset - windowStart)
        return Array(window[start..<(start + length)])
    }

    mutating func big16(_ offset: Int64) throws -> Int? {
        try bytes(offset, 2).map { Int($0[0]) << 8 | Int($0[1]) }
    }

    mutating func big32(_ offset: Int64) throws -> Int64? {
        try bytes(offset, 4).map { $0.reduce(0) { $0 << 8 | Int64($1) } }
    }

    mutating func big64(_ offset: Int64) throws -> Int64? {
        guard let high = try big32(offset), let low = try big32(offset + 4), high < 1 << 31 else { return nil }
        return high << 32 | low
    }

    mutating func little16(_ offset: Int64) throws -> Int? {
        try bytes(offset, 2).map { Int($0[1]) << 8 | Int($0[0]) }
    }

    mutating func little32(_ offset: Int64) throws -> Int64? {
        try bytes(offset, 4).map { $0.reversed().reduce(0) { $0 << 8 | Int64($1) } }
    }

    /// The offset at which the byte occurs next, at or after another offset.
    mutating func firstIndex(of byte: UInt8, from offset: Int64) throws -> Int64? {
        var offset = offset
        while try fill(offset, 1) {
            let start = Int(offset - windowStart)
            if let found = window[start...].firstIndex(of: byte) { return windowStart + Int64(found) }
            offset = windowStart + Int64(window.count)
        }
        return nil
    }

    /// Whether the window now covers the span.
    private mutating func fill(_ offset: Int64, _ length: Int) throws -> Bool {
        guard offset >= 0, length <= Self.longestField, offset <= count - Int64(length) else { return false }
        let windowEnd = windowStart + Int64(window.count)
        if offset >= windowStart, offset + Int64(length) <= windowEnd { return true }
        reach = offset > windowStart && offset <= windowEnd ? min(reach * 2, Self.most) : Self.least
        window = try read(max(reach, length), offset)
        windowStart = offset
        return window.count >= length
    }
}
