internal import Glibc

extension [UInt8] {
    /// The offset of the first occurrence, at or after `start`, of these bytes, of which there is at least one.
    public func offset(of wanted: [UInt8], from start: Int = 0) -> Int? {
        withUnsafeBytes { text in
            wanted.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: text[start...]).offset(of: $0) }
        }.map { $0 + start }
    }
}

extension UnsafeRawBufferPointer {
    func offset(of wanted: UnsafeRawBufferPointer) -> Int? {
        guard let begin = baseAddress, let words = wanted.baseAddress else { return nil }
        var offset = 0
        while offset + wanted.count <= count,
            let found = memchr(begin + offset, CInt(wanted[0]), count - wanted.count - offset + 1)
        {
            offset = UnsafeRawPointer(found) - begin
            if memcmp(found, words, wanted.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}
