extension UInt8 {
    public var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    public var isASCIIAlphanumeric: Bool {
        isASCIIDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}

extension Int {
    /// The number of a month, a day or an hour in two digits: `07`.
    public var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
