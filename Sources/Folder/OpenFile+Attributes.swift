internal import CLinux
internal import Glibc

/// Extended attributes are best effort: a file system without them loses nothing that matters.
extension OpenFile {
    /// Whether the attribute could be set.
    @discardableResult
    public func setAttribute(_ name: String, _ value: String) -> Bool {
        let bytes = Array(value.utf8)
        return bytes.withUnsafeBytes { fsetxattr(descriptor, name, $0.baseAddress, $0.count, 0) } == 0
    }

    public func attribute(_ name: String) -> String? {
        let length = fgetxattr(descriptor, name, nil, 0)
        guard length > 0 else { return nil }
        var filled = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            filled = fgetxattr(descriptor, name, buffer.baseAddress, length)
            count = max(0, filled)
        }
        return filled > 0 ? String(validating: bytes, as: UTF8.self) : nil
    }

    public func removeAttribute(_ name: String) {
        _ = fremovexattr(descriptor, name)
    }
}
