internal import Glibc

/// A file's name, or a path below a folder, as the bytes it is.
///
/// Swift compares strings by canonical equivalence: a composed and a decomposed é are one `String` and two files. So
/// names on disk are compared by their bytes, and a name that is no UTF-8 keeps its bytes.
public struct FilePath: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(_ text: String) {
        bytes = Array(text.utf8)
    }

    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// A path through folders of these names.
    public init(names: some Sequence<ArraySlice<UInt8>>) {
        bytes = Array(names.joined(separator: CollectionOfOne(UInt8(ascii: "/"))))
    }

    /// Hashes all bytes at once: one by one, as arrays do, takes most of the time of scanning ten thousand names.
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    public static func == (one: FilePath, other: FilePath) -> Bool {
        one.bytes.count == other.bytes.count
            && one.bytes.withUnsafeBytes { own in
                other.bytes.withUnsafeBytes { theirs in
                    guard let start = own.baseAddress, let end = theirs.baseAddress else { return true }
                    return start == end || memcmp(start, end, own.count) == 0
                }
            }
    }

    /// The path as text; bytes that are no UTF-8 become replacement characters.
    public var description: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The path as text, `nil` when it is not UTF-8.
    public var text: String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// The last component.
    public var name: FilePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
        return FilePath(bytes: Array(bytes[(slash + 1)...]))
    }

    /// Everything before the last component, `nil` for a bare name.
    public var parent: FilePath? {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return FilePath(bytes: Array(bytes[..<slash]))
    }

    /// Whether the path is one name in a folder: calls that change names know no way to stay beneath a folder.
    var isName: Bool {
        !isNone && !bytes.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// Whether the path is `.`, `..` or empty.
    var isNone: Bool {
        bytes.count <= 2 && bytes.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    public func appending(_ name: FilePath) -> FilePath {
        FilePath(bytes: bytes + [UInt8(ascii: "/")] + name.bytes)
    }

    func withCString<Value, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        // The copy is on the stack where it is short: a scan of ten thousand names makes as many calls.
        let result = withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
            // A buffer that holds at least the terminator has an address.
            guard let start = buffer.baseAddress else { preconditionFailure("an empty path buffer") }
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
            buffer[bytes.count] = 0
            // Swift 6.2 forgets the type of an error that is thrown out of the allocation.
            return Result { () throws(Failure) in try body(start) }
        }
        return try result.get()
    }
}
