import Glibc
import TestSupport
import Testing

@testable import Folder

/// One after another, because a signal is the whole process's.
@Suite("Signals come as a stream", .serialized, .timeLimit(.minutes(15)))
struct SignalThreadTests {
    @Test func `a stream tells its signals, again and again, and no others`() async {
        var signals = SignalThread.stream(of: [SIGUSR1, SIGUSR2]).makeAsyncIterator()
        var others = SignalThread.stream(of: [SIGWINCH]).makeAsyncIterator()
        for signal in [SIGUSR1, SIGUSR2, SIGUSR2, SIGUSR1] {
            kill(getpid(), signal)
            #expect(await signals.next() == signal)
        }
        kill(getpid(), SIGWINCH)
        #expect(await others.next() == SIGWINCH)
    }

    @Test func `two streams of one signal are both told`() async {
        var first = SignalThread.stream(of: [SIGUSR1]).makeAsyncIterator()
        var second = SignalThread.stream(of: [SIGUSR1]).makeAsyncIterator()
        kill(getpid(), SIGUSR1)
        #expect(await first.next() == SIGUSR1)
        #expect(await second.next() == SIGUSR1)
    }

    @Test func `a cancelled stream ends, and its signal still does no harm`() async {
        let waiting = Task.immediate {
            for await _ in SignalThread.stream(of: [SIGUSR1]) {}
        }
        waiting.cancel()
        await waiting.value
        kill(getpid(), SIGUSR1)
        var later = SignalThread.stream(of: [SIGUSR1]).makeAsyncIterator()
        kill(getpid(), SIGUSR1)
        #expect(await later.next() == SIGUSR1)
    }

    @Test func `a signal that comes while its handler runs is not lost`() async {
        var signals = SignalThread.stream(of: [SIGUSR1, SIGUSR2]).makeAsyncIterator()
        for _ in 0..<500 {
            kill(getpid(), SIGUSR1)
            kill(getpid(), SIGUSR2)
            let both = [await signals.next(), await signals.next()]
            #expect(Set(both) == [SIGUSR1, SIGUSR2])
        }
    }

    @Test func `the program that is started next has its signals as they were`() async throws {
        _ = SignalThread.stream(of: [SIGUSR1])
        let status = try String(decoding: Command(["grep", "^Sig[IC]", "/proc/self/status"]).output(), as: UTF8.self)
        let ignored = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn") })
        let mask = try #require(UInt64(ignored.split(separator: "\t").last ?? "", radix: 16))
        #expect(mask & 1 << UInt64(SIGUSR1 - 1) == 0)
    }
}
