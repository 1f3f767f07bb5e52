import Testing

/// Everything about watches, one test after another: floods and a thousand albums leave each other no time.
@Suite("A watched folder", .serialized, .timeLimit(.minutes(10)))
enum WatchTests {}
