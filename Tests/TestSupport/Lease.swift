import Glibc

/// A real lease on a file: until it ends, the kernel lets nobody else open the file. The compiler may let an object go
/// right after its last use, so a test says itself when that is.
package final class Lease {
    private let descriptor: CInt
    private var isHeld = true

    /// `nil` where the file system or the rights do not allow one.
    package convenience init?(_ path: String) {
        self.init(path, O_RDWR, CInt(F_WRLCK))
    }

    /// One that only those who write have to wait for.
    package convenience init?(reading path: String) {
        self.init(path, O_RDONLY, CInt(F_RDLCK))
    }

    private init?(_ path: String, _ flags: CInt, _ kind: CInt) {
        descriptor = open(path, flags | O_CLOEXEC)
        // The kernel asks for it back by a signal that would end the process; this one is ignored by nature.
        guard descriptor >= 0, fcntl(descriptor, Self.setSignal, SIGURG) == 0,
            Self.isSet(kind, on: descriptor)
        else { return nil }
    }

    /// A process that another test starts has this file open, too, until its own program begins: the kernel refuses a
    /// lease for that long.
    private static func isSet(_ kind: CInt, on descriptor: CInt) -> Bool {
        let limit = ContinuousClock.now + .seconds(5)
        while fcntl(descriptor, setLease, kind) != 0 {
            guard errno == EAGAIN, ContinuousClock.now < limit else { return false }
            sched_yield()
        }
        return true
    }

    package func end() {
        if isHeld { close(descriptor) }
        isHeld = false
    }

    deinit { end() }

    // Of <linux/fcntl.h>, which Glibc does not export.
    private static let setLease: CInt = 1_024
    private static let setSignal: CInt = 10
}
