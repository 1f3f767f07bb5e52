internal import Folder
internal import Glibc

/// The end comes within two seconds, also when a disk does not answer. What is left undone then is left as a power cut
/// would leave it, and the next start finishes it.
enum StopLimit {
    static func begin(_ code: ExitCode, _ log: Log) {
        OwnThread.start("stop limit") {
            usleep(1_800_000)
            log.warning("The disk took too long to stop in peace; the next start finishes what was under way.")
            _exit(code.rawValue)
        }
    }
}
