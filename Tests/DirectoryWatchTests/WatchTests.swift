import Testing

/// Everything on real inotify, one after another: a process has one watch.
@Suite("A watched folder", .serialized, .timeLimit(.minutes(15)))
enum RealInotify {}
