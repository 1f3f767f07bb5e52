internal import Folder
internal import Glibc
package import Settings

/// Signals as a stream, so that a running process can end in its own order.
package enum Signals {
    /// From this call on the signals no longer end the process; the stream delivers them instead.
    package static func stream(_ signals: [CInt]) -> AsyncStream<CInt> {
        SignalThread.stream(of: signals)
    }

    /// The signals that ask this process to end. A signal that its parent had it ignore (`nohup`) stays ignored.
    package static let ending = [SIGINT, SIGTERM, SIGHUP].filter { number in
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            != unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The signal that asks a daemon for a sync at once.
    package static let syncNow = SIGUSR1

    /// A reader that went away (`| head`) is an error of the write, not the end of the program.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}

// MARK: - The end of the process

/// Ends the process within two seconds, also when a disk does not answer, or a file takes long to read. Work is then cut
/// short as by a power cut, and the next start finishes it.
package enum StopLimit {
    /// - Parameter lastWord: called where work was cut short.
    package static func begin(_ code: ExitCode, lastWord: @escaping @Sendable () -> Void = {}) {
        DedicatedThread.start("stop limit") {
            usleep(1_800_000)
            lastWord()
            _exit(code.rawValue)
        }
    }
}
