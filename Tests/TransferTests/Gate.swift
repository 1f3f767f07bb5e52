import Glibc

/// Holds scripts back until a test opens it.
final class Gate: Sendable {
    private let ends: [CInt]

    init() {
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        self.ends = ends
    }

    deinit { close(ends[0]) }

    func wait() {
        var byte: UInt8 = 0
        _ = read(ends[0], &byte, 1)
    }

    /// Once only.
    func open() { close(ends[1]) }
}
