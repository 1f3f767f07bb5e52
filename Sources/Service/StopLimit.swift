internal import Folder
internal import Glibc
internal import Settings

/// Ends the process within two seconds, also when a disk does not answer. Work is then cut short as by a power cut, and
/// the next start finishes it.
enum StopLimit {
    static func begin(_ code: ExitCode) {
        OwnThread.start("stop limit") {
            usleep(1_800_000)
            _exit(code.rawValue)
        }
    }
}
