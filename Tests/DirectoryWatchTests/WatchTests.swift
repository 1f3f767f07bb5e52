import Testing

/// Everything about watches, one test after another: a process has one instance of inotify, and a watch waits for its
/// turn. Whatever else the process runs meanwhile is no concern of these tests.
@Suite("A watched folder", .serialized, .timeLimit(.minutes(10)))
enum WatchTests {}
