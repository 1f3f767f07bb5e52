public import Folder

/// A pass's ``PassSuspicion``, as all of its tasks see it.
public final class PassWatch: Sendable {
    private let state = Monitor(PassSuspicion())
    /// Downloads that may be under way without anybody having seen how the ones before them ended: enough that no
    /// connection waits, and no more than a server that has failed may be asked in vain.
    public let places: Places

    public convenience init() {
        self.init(places: 12)
    }

    init(places: Int) {
        self.places = Places(places)
    }

    public func look<Result>(_ body: (inout PassSuspicion) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    /// Whether what has not begun may still begin.
    public var mayAsk: Bool { state.withLock { $0.end == nil && $0.doubt == nil } }

    /// The same of pictures whose entries have come.
    public var mayFetch: Bool { state.withLock { $0.mayFetch } }

    public func checkFetching() throws {
        if !mayFetch { try check() }
    }

    /// Throws what ended the pass, or ``Doubted``.
    func check() throws {
        let (end, doubt) = state.withLock { ($0.end, $0.doubt) }
        if let end { throw end }
        if doubt != nil { throw Doubted() }
    }
}

/// Whether the server is at fault is still to be found out: the day was not asked for, and nothing is said of it.
public struct Doubted: Error {
    public init() {}
}
