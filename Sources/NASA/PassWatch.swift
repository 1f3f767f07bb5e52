public import Folder

/// A pass's ``PassSuspicion``, shared by all of its tasks.
public final class PassWatch: Sendable {
    private let state = Monitor(PassSuspicion())
    /// Slots for days whose pictures are asked for before the results of earlier days are known: enough that no
    /// connection waits, and few enough that a failed server gets few requests in vain.
    public let slots: Slots

    /// - Parameter connections: the number that may be open at a time.
    public init(connections: Int = 6) {
        slots = Slots(connections + 4)
    }

    public func withLock<Result>(_ body: (inout PassSuspicion) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    public var end: SourceError? { state.withLock { $0.end } }

    /// Whether pictures may be asked for.
    public var mayFetch: Bool { state.withLock { $0.mayFetch } }

    /// Throws the error that ended the pass for pictures, too.
    public func checkFetching() throws {
        let (mayFetch, end) = state.withLock { ($0.mayFetch, $0.end) }
        if !mayFetch, let end { throw end }
    }

    /// The reason why a request was not granted in a pass that goes on.
    ///
    /// - Parameter place: the address that was not asked again; it differs from `address` where a redirect leads there.
    public static func askedEnough(_ address: String, at place: String) -> String {
        let enough = "asked twice in this sync, which is enough"
        return address == place ? "it was \(enough)" : "it leads to \(place), which was \(enough)"
    }
}
