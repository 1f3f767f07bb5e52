import Glibc

/// A terminal of so many columns, held at its far end.
final class PseudoTerminal: Sendable {
    /// Read, and closed, by the child's thread.
    let master: CInt
    private let number: CInt

    /// By the kernel's own calls: Swift's Glibc lacks `openpty`.
    init(columns: Int, rows: Int = 24) throws {
        master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: CInt = 0
        var number: CInt = 0
        guard master >= 0, ioctl(master, Self.setLock, &unlocked) == 0, ioctl(master, Self.getNumber, &number) == 0
        else { throw HarnessError("no terminal is left") }
        self.number = number
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(master, UInt(TIOCSWINSZ), &size) == 0 else { throw HarnessError("no size for a terminal") }
    }

    /// The near end, for the child.
    func open() -> CInt {
        Glibc.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    /// `TIOCSPTLCK` and `TIOCGPTN`, which Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430
}
