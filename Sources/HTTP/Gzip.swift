internal import CZlib

/// The one coding that all browsers take.
public enum Gzip {
    /// Bytes in gzip; `nil` where that would not be smaller. Of a text a third is left, after ten milliseconds for half a
    /// megabyte on a quick machine: the next per cent takes twice as long.
    public static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        let packed = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
            count = bytes.withUnsafeBytes { gzip_pack($0.baseAddress, $0.count, buffer.baseAddress, buffer.count, 4) }
        }
        return packed.isEmpty ? nil : packed
    }

    /// Whether an Accept-Encoding header takes gzip: by its name or by an asterisk, and not with a weight of zero.
    static func isTaken(_ header: String) -> Bool {
        var isTakenByAny = false
        for part in header.lowercased().split(separator: ",") {
            let words = part.split { $0 == ";" || $0 == " " || $0 == "\t" }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            switch words.first {
            case "gzip", "x-gzip": return weight > 0
            case "*": isTakenByAny = weight > 0
            default: break
            }
        }
        return isTakenByAny
    }
}
