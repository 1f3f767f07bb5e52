import Glibc
import Testing

@testable import Settings

@Suite struct JournalTests {
    @Test func `knows the journal by the very stream`() throws {
        let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var facts = stat()
        try #require(fstat(descriptor, &facts) == 0)
        let stream = "\(facts.st_dev):\(facts.st_ino)"
        #expect(Log.isJournal(descriptor, environment: ["JOURNAL_STREAM": stream]))
        #expect(!Log.isJournal(descriptor, environment: ["JOURNAL_STREAM": "1:2"]))
        #expect(!Log.isJournal(descriptor, environment: [:]))
        #expect(!Log.isJournal(-1, environment: ["JOURNAL_STREAM": stream]))
    }
}
