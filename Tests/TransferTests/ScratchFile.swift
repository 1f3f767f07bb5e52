import Glibc
import Hashing

/// An open file without a name.
final class ScratchFile: Sendable {
    let descriptor: CInt

    init(_ bytes: [UInt8] = []) {
        var path = Array("/tmp/transfer-test-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        unlink(path)
        _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    deinit { close(descriptor) }

    func grow(to size: Int) { ftruncate(descriptor, size) }

    var bytes: [UInt8] {
        var status = stat()
        fstat(descriptor, &status)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        _ = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return bytes
    }
}

/// Bytes that are the same in every run and nowhere the same.
func pattern(_ count: Int, seed: UInt32 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
    }
}

func sum(_ bytes: [UInt8]) -> String {
    var sum = SHA256()
    sum.update(bytes)
    return sum.finish()
}
