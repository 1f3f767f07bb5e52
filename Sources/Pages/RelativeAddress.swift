internal import Days
internal import Folder

/// Where a file is, as a link of a page says it: every byte that could mean something in an address is percent-encoded,
/// so names may hold anything.
enum RelativeAddress {
    static func of(_ path: FilePath) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var address: [UInt8] = []
        address.reserveCapacity(path.bytes.count + 16)
        for byte in path.bytes {
            if byte.isASCIIAlphanumeric || Self.unreserved.contains(byte) {
                address.append(byte)
            } else {
                address += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: address, as: UTF8.self)
    }

    private static let unreserved = Array("-._~/".utf8)
}
