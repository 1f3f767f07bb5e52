internal import Glibc

extension [UInt8] {
    /// Where these bytes, of which there is at least one, are first.
    public func offset(of wanted: [UInt8]) -> Int? {
        withUnsafeBytes { text in
            wanted.withUnsafeBytes { wanted in
                guard let begin = text.baseAddress, let words = wanted.baseAddress else { return nil }
                var offset = 0
                while offset + wanted.count <= text.count,
                    let found = memchr(begin + offset, CInt(wanted[0]), text.count - wanted.count - offset + 1)
                {
                    offset = UnsafeRawPointer(found) - begin
                    if memcmp(found, words, wanted.count) == 0 { return offset }
                    offset += 1
                }
                return nil
            }
        }
    }
}
