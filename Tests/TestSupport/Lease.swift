import Glibc

/// A real lease on a file: while it lives, the kernel lets nobody else open the file.
package final class Lease {
    private let descriptor: CInt

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
            fcntl(descriptor, Self.setLease, kind) == 0
        else { return nil }
    }

    deinit { close(descriptor) }

    // Of <linux/fcntl.h>, which Glibc does not export.
    private static let setLease: CInt = 1_024
    private static let setSignal: CInt = 10
}
