internal import Folder
internal import Glibc

/// Reads numbers at any offset of a picture's file, through a small window.
///
/// Reads beyond the end return `nil`, because offsets in a header may point there.
struct HeaderBytes {
    let count: Int
    /// Whether a number's last byte comes first.
    var isLittleEndian = false
    private let file: OpenFile
    private var window: [UInt8] = []
    private var windowStart = 0

    init(_ file: OpenFile) {
        self.file = file
        // The length comes from lseek, because the sandbox refuses statx.
        count = Int(lseek(file.descriptor, 0, SEEK_END))
    }

    mutating func bytes(_ offset: Int, _ length: Int) throws(FolderError) -> ArraySlice<UInt8>? {
        guard offset >= 0, length <= 1 << 12, offset <= count - length else { return nil }
        if offset < windowStart || offset + length > windowStart + window.count {
            window = try file.read(1 << 14, at: Int64(offset))
            windowStart = offset
            guard window.count >= length else { return nil }
        }
        let start = offset - windowStart
        return window[start..<(start + length)]
    }

    mutating func byte(_ offset: Int) throws(FolderError) -> Int? {
        try bytes(offset, 1)?.first.map { Int($0) }
    }

    mutating func short(_ offset: Int) throws(FolderError) -> Int? {
        try number(offset, 2)
    }

    mutating func long(_ offset: Int) throws(FolderError) -> Int? {
        try number(offset, 4)
    }

    mutating func text(_ offset: Int, _ length: Int) throws(FolderError) -> String? {
        try bytes(offset, length).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func number(_ offset: Int, _ length: Int) throws(FolderError) -> Int? {
        guard let bytes = try bytes(offset, length) else { return nil }
        return isLittleEndian ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
