/// The encoding that browsers read as Latin-1, and in which NASA's pages of the nineties are.
public enum Windows1252 {
    /// The characters from 0x80 to 0x9F; the five that it does not have stand for themselves.
    public static let characters: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let scalar = (0x80...0x9F).contains(byte) ? characters[Int(byte) - 0x80] : UInt32(byte)
            if let scalar = Unicode.Scalar(scalar) { text.append(scalar) }
        }
        return String(text)
    }
}
