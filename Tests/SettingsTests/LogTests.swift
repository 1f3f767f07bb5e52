import Folder
import Testing

@testable import Settings

@Suite struct LogTests {
    /// What a log wrote.
    private final class Lines: Sendable {
        private let lines = Monitor<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func lines(threshold: Log.Level, isJournal: Bool) -> [String] {
        let lines = Lines()
        let log = Log(threshold: threshold, isJournal: isJournal) { lines.add($0) }
        log.error("The disk\nis full.")
        log.warning("warning")
        log.notice("notice")
        log.info("info")
        log.debug("debug")
        return lines.all
    }

    @Test func `gives the journal a priority and people none`() {
        #expect(lines(threshold: .warning, isJournal: true) == ["<3>The disk is full.\n", "<4>warning\n"])
        #expect(lines(threshold: .warning, isJournal: false) == ["The disk is full.\n", "warning\n"])
    }

    @Test(arguments: [(Log.Level.warning, 2), (.info, 4), (.debug, 5)])
    func `leaves out what is below the threshold`(threshold: Log.Level, count: Int) {
        #expect(lines(threshold: threshold, isJournal: false).count == count)
    }

    @Test func `does not make what it does not write`() {
        let log = Log(threshold: .warning) { _ in }
        var made = 0
        func fact() -> String {
            made += 1
            return "x"
        }
        log.debug(fact())
        #expect(made == 0)
        log.error(fact())
        #expect(made == 1)
    }
}
