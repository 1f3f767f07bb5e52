internal import Glibc

/// A hint whenever something is mounted or unmounted at a path, above or below it, in this process's view of the machine.
public enum MountChanges {
    public static func stream(around path: String) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { hints in
            var ends: (CInt, CInt) = (-1, -1)
            let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
            guard mounts >= 0,
                withUnsafeMutablePointer(
                    to: &ends,
                    { pointer in
                        pointer.withMemoryRebound(to: CInt.self, capacity: 2) { pipe($0) }
                    }) == 0
            else { return hints.finish() }
            let (reading, writing) = ends
            for end in [reading, writing] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            // The closing of its other end wakes the thread for good.
            hints.onTermination = { _ in close(writing) }
            OwnThread.start("mounts") {
                defer {
                    close(mounts)
                    close(reading)
                }
                var waits = [
                    pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0), pollfd(fd: reading, events: 0, revents: 0),
                ]
                var known = Mounts.ofProcess.around(path)
                while poll(&waits, 2, -1) >= 0 || errno == EINTR {
                    if waits[1].revents != 0 { return }
                    // Most mounts of a machine are none of ours.
                    let now = Mounts.ofProcess.around(path)
                    if now != known { hints.yield() }
                    known = now
                }
            }
        }
    }
}
