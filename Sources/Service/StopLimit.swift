internal import Folder
internal import Glibc
internal import Settings

/// The end comes within two seconds, also when a disk does not answer. What is left undone then is left as a power cut
/// would leave it, and the next start finishes it.
enum StopLimit {
    static func begin(_ code: ExitCode) {
        OwnThread.start("stop limit") {
            usleep(1_800_000)
            _exit(code.rawValue)
        }
    }
}
